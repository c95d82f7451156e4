"""How long a full read of a file takes, and how much memory, against the floor.

    for n in 8 100 1000 5000 20000: python ../shared/tools/make_corpus.py INPUTS --runs 0 --long n
    python ../shared/tools/make_corpus.py INPUTS --runs 0 --big 5,50
    python benchmarks/read.py INPUTS/big/* INPUTS/long/*.json*

Floor: `orjson.loads` of the same bytes, line by line for JSON lines. Each time is the median of five in a fresh process
with the garbage collector off, and of such processes the median of several that take turns, so that what else the
machine does weighs on both alike. Peak memory is what a fresh process takes on top of the started program.
"""

import argparse
import gc
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

REPEATS = 5


def median_seconds(act: Callable[[], Any]) -> float:
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        result = act()
        times.append(time.perf_counter() - start)
        del result
    return statistics.median(times)


def floor(path: Path) -> dict[str, Any]:
    import orjson

    data = path.read_bytes()
    if path.suffix == ".jsonl":
        return {"seconds": median_seconds(lambda: [orjson.loads(line) for line in data.split(b"\n") if line])}
    return {"seconds": median_seconds(lambda: orjson.loads(data))}


def ours(path: Path) -> dict[str, Any]:
    from viewer import load

    (source,) = load.sources([path])
    seconds = median_seconds(lambda: load.runs(source))
    runs = load.runs(source)
    return {"seconds": seconds, "messages": sum(len(run.messages) for run in runs), "problems": len(runs[0].problems)}


def memory(path: Path) -> dict[str, Any]:
    import resource

    from viewer import load

    (source,) = load.sources([path])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    runs = load.runs(source)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return {"bytes": peak * 1024, "runs": len(runs)}


MEASURES = {"floor": floor, "ours": ours, "memory": memory}


def in_fresh_process(measure: str, path: Path) -> dict[str, Any]:
    command = [sys.executable, __file__, "--measure", measure, str(path)]
    done = subprocess.run(command, capture_output=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def in_turns(path: Path, rounds: int) -> tuple[float, dict[str, Any]]:
    """Seconds of the floor, and what ours takes."""
    floors: list[float] = []
    reads: list[dict[str, Any]] = []
    for _ in range(rounds):
        floors.append(in_fresh_process("floor", path)["seconds"])
        reads.append(in_fresh_process("ours", path))
    return statistics.median(floors), {**reads[0], "seconds": statistics.median(one["seconds"] for one in reads)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--measure", choices=MEASURES)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    if chosen.measure is not None:
        gc.disable()
        print(json.dumps(MEASURES[chosen.measure](chosen.files[0])))
        return
    head = ("file", "MB", "messages", "floor ms", "ours ms", "ratio", "memory", "us/message")
    print("{:34} {:>6} {:>8} {:>9} {:>9} {:>6} {:>8} {:>11}".format(*head))
    for path in chosen.files:
        if ".truth." in path.name:
            continue
        size = path.stat().st_size
        base, read = in_turns(path, chosen.rounds)
        taken = in_fresh_process("memory", path)
        print(
            f"{path.name:34} {size / 1e6:6.2f} {read['messages']:8,} {base * 1e3:9.2f} "
            f"{read['seconds'] * 1e3:9.2f} {read['seconds'] / base:6.2f} {taken['bytes'] / size:7.2f}x "
            f"{read['seconds'] * 1e6 / max(read['messages'], 1):11.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
