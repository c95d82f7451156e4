"""How long a bundle of a large run takes, reading included, against the floor.

    python ../shared/tools/make_corpus.py INPUTS --runs 0 --big 50,100
    python benchmarks/bundle.py INPUTS/big/*

Floor: `orjson.loads` of the same bytes, line by line for JSON lines. Ours: file opened, run read, one result in the
middle replaced, the bundle written to a file. Each time is the median of five, the garbage collector off, floor and
ours in turn in fresh processes.
"""

import argparse
import gc
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

REPEATS = 5


def floor(path: Path) -> dict[str, Any]:
    import orjson

    data = path.read_bytes()
    start = time.perf_counter()
    if path.suffix == ".jsonl":
        result = [orjson.loads(line) for line in data.split(b"\n") if line]
    else:
        result = orjson.loads(data)
    return {"seconds": time.perf_counter() - start, "found": bool(result)}


def ours(path: Path) -> dict[str, Any]:
    from viewer import load
    from viewer.model.block import ToolResult
    from viewer.replay.built import api_of
    from viewer.replay.make import Why, draft_bundle
    from viewer.replay.prefix import Refusal
    from viewer.replay.stored_messages import stored_messages
    from viewer.replay.swap import Replacement

    with tempfile.TemporaryFile(buffering=1 << 20) as file:
        start = time.perf_counter()
        (source,) = load.sources([path])
        opened = load.opened(source)
        (run,) = opened.runs
        read = time.perf_counter()
        places = [
            (one.index, at) for one in run.messages for at, block in enumerate(one.blocks) if _is(block, ToolResult)
        ]
        replacement = Replacement(*places[len(places) // 2], "the service is down", True)
        looked = time.perf_counter()
        made = draft_bundle(
            run, replacement, api_of(run), stored_messages(run, opened.decoded), Why("2026-01-02"), "include"
        )
        assert not isinstance(made, Refusal), made.reason
        drafted = time.perf_counter()
        file.writelines(made.pieces())
        file.flush()
        end = time.perf_counter()
        return {
            "seconds": end - start - (looked - read),
            "read": read - start,
            "make": drafted - looked,
            "write": end - drafted,
            "bytes": file.tell(),
            "equality": made.slim.equality,
        }


def _is(block: object, kind: type) -> bool:
    return type(block) is kind


MEASURES = {"floor": floor, "ours": ours}


def in_fresh_process(measure: str, path: Path) -> dict[str, Any]:
    command = [sys.executable, __file__, "--measure", measure, str(path)]
    done = subprocess.run(command, capture_output=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--measure", choices=MEASURES)
    chosen = parser.parse_args()
    if chosen.measure is not None:
        gc.disable()
        print(json.dumps(MEASURES[chosen.measure](chosen.files[0])))
        return
    names = ("floor ms", "ours ms", "ratio", "read", "make", "write", "bundle MB")
    print(("{:28} {:>6}" + " {:>9}" * len(names)).format("file", "MB", *names), "equality")
    for path in chosen.files:
        base, made = [], []
        for _ in range(REPEATS):
            base.append(in_fresh_process("floor", path))
            made.append(in_fresh_process("ours", path))
        unit = statistics.median(one["seconds"] for one in base)
        parts = {name: statistics.median(one[name] for one in made) for name in ("seconds", "read", "make", "write")}
        print(
            f"{path.name:28} {path.stat().st_size / 1e6:6.1f} {unit * 1e3:9.1f} {parts['seconds'] * 1e3:9.1f} "
            f"{parts['seconds'] / unit:9.2f} {parts['read'] / unit:8.2f}x {parts['make'] / unit:8.2f}x "
            f"{parts['write'] / unit:8.2f}x {made[0]['bytes'] / 1e6:9.1f} {made[0]['equality']}",
            flush=True,
        )


if __name__ == "__main__":
    main()
