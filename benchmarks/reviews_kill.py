"""Kills a program with signal 9 while it writes notes and reviews, and compares the store with what it acknowledged.

    python benchmarks/reviews_kill.py [--times 50]

Each time the same SQLite store is opened again. Ends with status 1 where something acknowledged is missing.
"""

import argparse
import random
import sqlite3
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent / "tests"), str(Path(__file__).parent.parent)]

from killed_writers import killed_once  # noqa: E402  # found by the path above


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=50)
    times = parser.parse_args().times
    chance = random.Random(0)
    acknowledged, missing = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "reviews.db")
        for number in range(1, times + 1):
            found = killed_once(path, chance)
            acknowledged += found.acknowledged
            missing += len(found.missing)
            for one in found.missing:
                print(f"kill {number}: {one} is missing")
        with sqlite3.connect(path) as connection:
            (whole,) = connection.execute("PRAGMA integrity_check").fetchone()
    print(f"{times} kills: {acknowledged:,} acknowledged writes, {missing:,} missing; integrity check: {whole}")
    sys.exit(1 if missing or whole != "ok" else 0)


if __name__ == "__main__":
    main()
