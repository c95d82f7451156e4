"""`summary` over the public sets of runs against the floor: python benchmarks/summary.py FOLDER…

The folders hold unpacked run files, such as the tau, tau2, SWE-agent and mini-swe-agent sets of the public corpus.
Floor: `orjson.loads` of each file's bytes in a fresh process, the collector off. Ours: the whole command with two
processes, start-up included.
"""

import subprocess
import sys
import time
from pathlib import Path

FLOOR = """
import gc, sys, time, orjson
gc.disable()
started = time.perf_counter()
for path in sys.stdin.read().splitlines():
    orjson.loads(open(path, "rb").read())
print(time.perf_counter() - started)
"""


def main(folders: list[str]) -> None:
    files = [str(path) for folder in folders for path in sorted(Path(folder).rglob("*")) if path.is_file()]
    size = sum(Path(path).stat().st_size for path in files)
    done = subprocess.run(
        [sys.executable, "-c", FLOOR], input="\n".join(files), text=True, capture_output=True, check=True
    )
    floor = float(done.stdout)
    command = [str(Path(sys.executable).with_name("trajectory-viewer")), "summary", "--json", "--jobs", "2", *folders]
    started = time.perf_counter()
    lines = subprocess.run(command, capture_output=True, check=True).stdout.count(b"\n")
    seconds = time.perf_counter() - started
    print(f"{len(files):,} files, {size / 1e6:,.0f} MB, {lines:,} runs")
    print(f"floor {floor:.2f} s, summary with 2 processes {seconds:.2f} s, {seconds / floor:.1f} x")


if __name__ == "__main__":
    main(sys.argv[1:])
