"""`check` over 10,000 runs against the floor, and drift of 1,000 cases: python benchmarks/check.py FOLDER --runs 10000

The folder holds unpacked run files, such as the tau, tau2, SWE-agent and mini-swe-agent sets of the public corpus; its
sources are taken again and again, under other names, until there are so many runs. Floor: `orjson.loads` of each
file's bytes in a fresh process, the collector off. Ours: the whole command with two processes, start-up included, with
a policy and JSON lines, its modules compiled as those of an installed package are. Both take turns, medians count.
"""

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

from compiled import compile_modules  # noqa: E402  # after the path
from summary import floor  # noqa: E402

from viewer import load  # noqa: E402
from viewer.analysis.run_path import PathCall, PathRequest, RunPath  # noqa: E402
from viewer.baselines.drift_report import drift_report  # noqa: E402

ROUNDS = 3
POLICY = """
[tools]
write = ["book*", "cancel*", "update*", "modify*", "exchange*", "return*", "send*"]
read = ["get*", "search*", "find*", "list*", "calculate", "think"]
[requires]
cancel_reservation = ["get_reservation_details"]
[limits]
max_calls = 40
max_requests = 60
"""


def copies(folder: str, runs: int, into: Path) -> list[str]:
    """Links to the folder's sources, so many that they hold this number of runs."""
    sources = [source for source in load.sources([folder]) if len(source.parts) == 1 and not source.parts[0].member]
    counts = {source.uri: len(load.runs(source)) for source in sources}
    made: list[str] = []
    total = number = 0
    while total < runs:
        for source in sources:
            path = into / str(number) / source.name
            path.parent.mkdir(parents=True, exist_ok=True)
            _put(Path(source.uri), path)
            made.append(str(path))
            total += counts[source.uri]
            if total >= runs:
                break
        number += 1
    return made


def _put(file: Path, path: Path) -> None:
    """As a second name of the file where that can be, else as a copy; a symbolic link would be read once only."""
    try:
        os.link(file, path)
    except OSError:
        shutil.copy(file, path)


def ours(folder: Path, policy: Path, *more: str) -> tuple[float, float, int]:
    """Seconds, processor seconds of all processes, lines."""
    command = [str(Path(sys.executable).with_name("trajectory-viewer")), "check", "--json", "--jobs", "2"]
    before = children_seconds()
    started = time.perf_counter()
    done = subprocess.run([*command, "--policy", str(policy), *more, str(folder)], capture_output=True, check=False)
    seconds = time.perf_counter() - started
    assert done.returncode in (0, 1), done.stderr.decode()
    return seconds, children_seconds() - before, done.stdout.count(b"\n")


def children_seconds() -> float:
    """Of the processor, of all processes that were started and have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def path_of(case: int, extra: int) -> RunPath:
    """30 requests, some of them with two calls."""
    requests = []
    for k in range(1, 31 + extra):
        calls = tuple(
            PathCall(f"tool_{(case + k + n) % 9}", {}, f"{case % 7}-{k + n}", f"{k}") for n in range(1 + k % 2)
        )
        requests.append(PathRequest(k, 2 * k, calls, "tool_use", 1000 + k, 50))
    return RunPath(tuple(requests), ("model-a",), "s", "t")


def drift_seconds(cases: int = 1_000) -> list[tuple[float, float]]:
    """Seconds, and seconds of the processor, of all cases, each with 45 calls in its accepted path."""
    before = {str(case): path_of(case, 0) for case in range(cases)}
    after = {str(case): (str(case), path_of(case + case % 3, case % 5)) for case in range(cases)}
    seconds = []
    for _ in range(5):
        started, worked = time.perf_counter(), time.process_time()
        found = drift_report(before, after, {})
        seconds.append((time.perf_counter() - started, time.process_time() - worked))
    assert len(found.cases) == cases
    assert found.largest is not None
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--runs", type=int, default=10_000)
    given = parser.parse_args()
    compile_modules()
    seconds = drift_seconds()
    clock, worked = zip(*seconds, strict=True)
    print(
        f"drift of 1,000 cases: median {statistics.median(clock):.2f} s, fastest {min(clock):.2f} s, "
        f"processor {statistics.median(worked):.2f} s (bound 1 s)"
    )
    with tempfile.TemporaryDirectory() as place:
        files = copies(given.folder, given.runs, Path(place))
        policy = Path(place).with_suffix(".toml")
        policy.write_text(POLICY, encoding="utf-8")
        size = sum(Path(path).stat().st_size for path in files)
        floors, floor_processors, times, processors, lines = [], [], [], [], 0
        for _ in range(ROUNDS):
            before = children_seconds()
            floors.append(floor(files))
            floor_processors.append(children_seconds() - before)
            took, processor, lines = ours(Path(place), policy)
            times.append(took)
            processors.append(processor)
        policy.unlink()
    base, median = statistics.median(floors), statistics.median(times)
    print(f"{len(files):,} files, {size / 1e6:,.0f} MB, {lines - 1:,} runs")
    print(f"floor {base:.2f} s, check with 2 processes {median:.2f} s: {median / base:.2f} x (bound 2 x)")
    spent, least = statistics.median(processors), statistics.median(floor_processors)
    print(f"processor time {spent:.2f} s of both processes, {least:.2f} s of the floor: {spent / 2 / least:.2f} x each")


if __name__ == "__main__":
    main()
