"""Many reviewers at one PostgreSQL (a temporary one, or --db URL): p95 of writes and reads, and that nothing is lost.

    python benchmarks/reviews_load.py [--minutes 5] [--reviewers 50] [--pause 0.5] [--db URL]

Ends with status 1 where a write that was acknowledged is missing.
"""

import argparse
import statistics
import sys
from contextlib import nullcontext
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent / "tests"), str(Path(__file__).parent.parent)]

from postgres import NOT_FOUND, postgres, programs  # noqa: E402  # found by the path above
from reviewers import review_together  # noqa: E402  # as above

from viewer.reviews.engine import open_store  # noqa: E402  # as above


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--reviewers", type=int, default=50)
    parser.add_argument("--pause", type=float, default=0.5, help="mean seconds between two actions of a reviewer")
    parser.add_argument("--db", help="an empty database; without it a temporary PostgreSQL")
    chosen = parser.parse_args()
    if chosen.db is None and programs() is None:
        sys.exit(NOT_FOUND)
    with nullcontext(chosen.db) if chosen.db else postgres() as url:
        engine = open_store(url)
        told, missing = review_together(engine, chosen.reviewers, 60 * chosen.minutes, chosen.pause)
        engine.dispose()
    for name, times in (("writes", told.writes), ("reads", told.reads)):
        middle = 1000 * statistics.median(times)
        print(f"{name:8} {len(times):8,}  median {middle:7.1f} ms  p95 {told.p95(times):7.1f} ms")
    print(
        f"{len(told.added):,} notes, {told.shared_changes:,} changes of one note, {len(told.claims):,} claims of one "
        f"review, {told.conflicts:,} told that another was quicker"
    )
    for sentence in (*told.failures, *missing):
        print(sentence)
    print("nothing is lost" if not missing and not told.failures else "LOST")
    sys.exit(1 if missing or told.failures else 0)


if __name__ == "__main__":
    main()
