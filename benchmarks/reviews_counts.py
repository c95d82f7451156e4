"""What Runs and Run pages ask of a store of many notes: milliseconds of each query, SQLite or --db URL.

python benchmarks/reviews_counts.py [--notes 100000] [--runs 5000] [--db URL]
"""

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import insert, select

from viewer.reviews.engine import open_store, writing
from viewer.reviews.notes_found import (
    counts_by_message,
    counts_by_run,
    labels,
    notes,
    notes_of_run,
    runs_with_label,
    runs_with_notes,
)
from viewer.reviews.tables import NoteLabelRow, NoteRow, RunNotesRow

_ROW = {
    **{"version": 1, "parent_id": None, "run_id": "run", "kind": "message", "k": None, "start": None, "end": None},
    **{"hash": "m1:" + "0" * 64, "quoted": "what stood there " * 20, "text": "what was said of it " * 10},
    **{"severity": None, "author": "ann", "changed_by": "ann", "retracted": False},
}


def _filled(url: str, count: int, runs: int) -> Callable[[], None]:
    chance = random.Random(0)
    engine = open_store(url)
    with writing(engine) as session:
        for start in range(0, count, 10_000):
            numbers = range(start, min(start + 10_000, count))
            rows = [
                {
                    **_ROW,
                    **{"id": f"{n:032x}", "run_key": f"{chance.randrange(runs):016x}", "source_name": f"team/{n}.json"},
                    **{"message": n % 60, "position": f"[{n % 60}]", "labels": [f"label {n % 40}"]},
                    **{"status": chance.choice(("open", "agreed", "resolved"))},
                    **{"created_at": f"2026-{n:08}", "changed_at": f"2026-{n:08}"},
                }
                for n in numbers
            ]
            session.execute(insert(NoteRow), rows)
            marks = [{"note_id": row["id"], "label": row["labels"][0], "run_key": row["run_key"]} for row in rows]
            session.execute(insert(NoteLabelRow), marks)
        counted: dict[str, list[int]] = {}
        for key, status in session.execute(select(NoteRow.run_key, NoteRow.status)):
            one = counted.setdefault(key, [0, 0])
            one[0] += 1
            one[1] += status == "open"
        made = [
            {"run_key": key, "source_name": "team/run.json", "notes": n, "open": o} for key, (n, o) in counted.items()
        ]
        session.execute(insert(RunNotesRow), made)
    engine.dispose()
    engine = open_store(url)
    page = [f"{n:016x}" for n in range(0, runs, max(1, runs // 50))][:50]
    many = [f"{n:016x}" for n in range(min(runs, 1_000))]
    asked: dict[str, Callable[[], object]] = {
        "counts of a page of 50 runs": lambda: counts_by_run(engine, page),
        "the same, of one path prefix": lambda: counts_by_run(engine, page, ("team",)),
        "counts of 1,000 runs": lambda: counts_by_run(engine, many),
        "counts of all runs": lambda: counts_by_run(engine),
        "counts by message of a run": lambda: counts_by_message(engine, page[3]),
        "notes of a run": lambda: notes_of_run(engine, page[3]),
        "runs with a label": lambda: runs_with_label(engine, "label 7"),
        "runs with any note": lambda: runs_with_notes(engine),
        "labels in use": lambda: labels(engine),
        "the newest 200 notes": lambda: notes(engine),
        "the newest 200 of a label": lambda: notes(engine, label="label 7"),
    }

    def measure() -> None:
        for name, ask in asked.items():
            ask()
            times = []
            for _ in range(20):
                started = time.perf_counter()
                ask()
                times.append(1000 * (time.perf_counter() - started))
            print(f"{name:32} min {min(times):7.2f}  median {statistics.median(times):7.2f}  max {max(times):7.2f} ms")

    return measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=5_000)
    parser.add_argument("--db", help="an empty database; without it a temporary SQLite file")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        _filled(chosen.db or f"sqlite:///{Path(folder, 'reviews.db')}", chosen.notes, chosen.runs)()


if __name__ == "__main__":
    main()
