"""`summary` over the public sets of runs against the floor: python benchmarks/summary.py FOLDER…

The folders hold unpacked run files, such as the tau, tau2, SWE-agent and mini-swe-agent sets of the public corpus.
Floor: `orjson.loads` of each file's bytes in a fresh process, the collector off. Ours: the whole command with two
processes, start-up included, its modules compiled as those of an installed package are. Both take turns, and the
medians count.
"""

import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

from compiled import compile_modules

ROUNDS = 5
FLOOR = """
import gc, sys, time, orjson
gc.disable()
started = time.perf_counter()
for path in sys.stdin.read().splitlines():
    orjson.loads(open(path, "rb").read())
print(time.perf_counter() - started)
"""


def floor(files: list[str]) -> float:
    done = subprocess.run(
        [sys.executable, "-c", FLOOR], input="\n".join(files), text=True, capture_output=True, check=True
    )
    return float(done.stdout)


def ours(folders: list[str]) -> tuple[float, int]:
    """Seconds, and the number of runs."""
    command = [str(Path(sys.executable).with_name("trajectory-viewer")), "summary", "--json", "--jobs", "2", *folders]
    started = time.perf_counter()
    done = subprocess.run(command, capture_output=True, check=True)
    return time.perf_counter() - started, done.stdout.count(b"\n")


def _processor_seconds() -> float:
    """Of all processes that were started and have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def main(folders: list[str]) -> None:
    files = [str(path) for folder in folders for path in sorted(Path(folder).rglob("*")) if path.is_file()]
    size = sum(Path(path).stat().st_size for path in files)
    floors: list[float] = []
    times: list[float] = []
    compile_modules()
    _, runs = ours(folders)
    processor = -_processor_seconds()
    for _ in range(ROUNDS):
        times.append(ours(folders)[0])
    processor = (processor + _processor_seconds()) / ROUNDS
    times.clear()
    for _ in range(ROUNDS):
        floors.append(floor(files))
        times.append(ours(folders)[0])
    base, seconds = statistics.median(floors), statistics.median(times)
    print(f"{len(files):,} files, {size / 1e6:,.0f} MB, {runs:,} runs")
    print(f"floor {base:.2f} s, summary with 2 processes {seconds:.2f} s, {seconds / base:.1f} x")
    print(f"processor time of all processes {processor:.2f} s; fastest of each: {min(times) / min(floors):.1f} x")


if __name__ == "__main__":
    main(sys.argv[1:])
