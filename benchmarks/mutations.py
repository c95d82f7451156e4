"""Damages the sample files of every format many times: each result must be runs that hold, or one sentence.

    python benchmarks/mutations.py --count 10000 [--format NAME] [--seed N]

Prints for each folder of sample_runs/ how many damaged files were read, how many refused, and every failure with the
seed that makes it again.
"""

import argparse
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent / "tests"), str(Path(__file__).parent.parent)]

from mutations import Edit  # noqa: E402  # found by the path above
from test_properties import FOLDERS, hold, sources_of, written  # noqa: E402  # as above

from viewer import load  # noqa: E402  # as above
from viewer.errors import RunFileError  # noqa: E402  # as above

SHOWN_FAILURES = 3


def one(folder: str, seed: int, place: Path) -> str:
    """Damage one sample of a folder, as the seed says; `read` or `refused`."""
    chance = random.Random(f"{folder} {seed}")
    edits = [
        Edit(
            "bytes" if chance.random() < 0.25 else "tree",
            chance.randrange(30),
            chance.random(),
            chance.randrange(1000),
            chance.randrange(1, 200),
        )
        for _ in range(chance.choice((1, 1, 1, 2, 3)))
    ]
    source = chance.choice(sources_of(folder))
    damaged = written(source, chance.randrange(len(source.parts)), edits, place)
    try:
        runs = load.runs(damaged)
    except RunFileError:
        return "refused"
    hold(runs)
    return "read"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--format", dest="folders", action="append")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    failed = 0
    for folder in chosen.folders or FOLDERS:
        start = time.perf_counter()
        counts: Counter[str] = Counter()
        with tempfile.TemporaryDirectory() as place:
            for seed in range(chosen.seed, chosen.seed + chosen.count):
                try:
                    counts[one(folder, seed, Path(place))] += 1
                except Exception:  # noqa: BLE001  # any exception at all is what this looks for
                    counts["failed"] += 1
                    if counts["failed"] <= SHOWN_FAILURES:
                        print(f"--- {folder}, seed {seed}\n{traceback.format_exc(limit=-4)}")
        failed += counts["failed"]
        seconds = time.perf_counter() - start
        print(
            f"{folder:20} read {counts['read']:6,}  refused {counts['refused']:6,}  "
            f"failed {counts['failed']:4,}  {seconds:6.1f} s",
            flush=True,
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
