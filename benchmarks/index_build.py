"""Builds an index of many files against the floor, then again where nothing changed, and tells the memory it took.

python ../shared/tools/make_corpus.py INPUTS --runs 10000
python benchmarks/index_build.py INPUTS/runs [--jobs 2] [--repeats 3]

Floor: `orjson.loads` of the same bytes (line by line for JSONL) in one fresh process, the collector off. Ours: the
whole command, start-up, commits and progress included. Memory: the largest sum of resident pages of the command and its
workers, looked at twenty times a second; it is also told for the first tenth of the files, since it may not grow with
their number.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

FLOOR = """
import gc, sys, time, orjson
gc.disable()
started = time.perf_counter()
for path in sys.stdin.read().splitlines():
    with open(path, "rb") as file:
        text = file.read()
    try:
        if path.endswith(".jsonl"):
            for line in text.splitlines():
                orjson.loads(line)
        else:
            orjson.loads(text)
    except orjson.JSONDecodeError:
        pass
print(time.perf_counter() - started)
"""
ROOT = Path(__file__).absolute().parent.parent
PAGE = os.sysconf("SC_PAGE_SIZE")


def floor_seconds(files: list[Path], repeats: int) -> float:
    command, names = [sys.executable, "-c", FLOOR], "\n".join(map(str, files))
    times = [
        float(subprocess.run(command, input=names, text=True, capture_output=True, check=True).stdout)
        for _ in range(repeats)
    ]
    return statistics.median(times)


def _family(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        threads = [Path(task, "children").read_text().split() for task in Path(f"/proc/{pid}/task").iterdir()]
    except OSError:
        return [pid]
    found = {int(child) for child in (*children, *(child for some in threads for child in some))}
    return [pid, *(one for child in found for one in _family(child))]


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0


@dataclass
class Measured:
    seconds: float
    processor_seconds: float
    """Of all processes together: what other work on the machine disturbs less."""
    megabytes: float
    told: dict[str, int]


def build(paths: list[Path], into: Path, jobs: int) -> Measured:
    command = [sys.executable, "-c", "from viewer.cli import main; main()", "index", *map(str, paths)]
    command += ["--into", str(into), "--jobs", str(jobs), "--json"]
    before, started = _processor_seconds(), time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
    peak, over = [0], threading.Event()

    def watch() -> None:
        while not over.wait(0.05):
            peak[0] = max(peak[0], sum(map(_resident, _family(process.pid))))

    watcher = threading.Thread(target=watch)
    watcher.start()
    told = process.communicate()[0]
    seconds = time.perf_counter() - started
    over.set()
    watcher.join()
    return Measured(seconds, _processor_seconds() - before, peak[0] / 1e6, json.loads(told))


def _processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=3)
    chosen = parser.parse_args()
    files = sorted(path for path in chosen.folder.absolute().rglob("*") if path.suffix in (".json", ".jsonl"))
    sizes = [path.stat().st_size for path in files]
    floor = floor_seconds(files, chosen.repeats)
    print(
        f"{len(files):,} files, {sum(sizes) / 1e6:,.0f} MB, the largest {max(sizes) / 1e6:,.0f} MB; floor {floor:.2f} s"
    )
    with tempfile.TemporaryDirectory() as place:
        for name, paths in (("a tenth of the files", files[::10]), ("all", [chosen.folder.absolute()])):
            into = Path(place, name)
            made = build(paths, into, chosen.jobs)
            told(f"{name}: {made.told['runs']:,} runs, {made.told['unreadable']:,} unreadable", made, floor)
        stored = sum(path.stat().st_size for path in into.rglob("*") if path.is_file())
        print(f"the index takes {stored / 1e6:,.1f} MB", flush=True)
        again = sorted((build(paths, into, chosen.jobs) for _ in range(chosen.repeats)), key=lambda one: one.seconds)
        made = again[len(again) // 2]
        told(f"nothing changed ({made.told['unchanged']:,} sources)", made, floor)


def told(name: str, made: Measured, floor: float) -> None:
    print(
        f"{name}: {made.seconds:.2f} s = {made.seconds / floor:.3f} x floor"
        f" ({made.processor_seconds:.2f} s of processor = {made.processor_seconds / floor:.2f} x),"
        f" {made.megabytes:,.0f} MB at most",
        flush=True,
    )


if __name__ == "__main__":
    main()
