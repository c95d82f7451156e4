"""The Runs and Run pages with 100,000 notes in the store, in turns with an empty store.

    python benchmarks/notes.py sample_runs [--notes 100000]

Every run at hand bears 20 notes; the others stand on runs that are elsewhere.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

from browser import app, browser, first_seen, fresh_page, received_bytes, told, trivial_milliseconds  # noqa: E402  # found by the path above
from playwright.sync_api import Browser  # noqa: E402  # as above
from sqlalchemy import insert  # noqa: E402  # as above

from viewer import load  # noqa: E402  # as above
from viewer.model.hashes import message_hash, run_key  # noqa: E402  # as above
from viewer.model.run import Run  # noqa: E402  # as above
from viewer.reviews.engine import open_store, writing  # noqa: E402  # as above
from viewer.reviews.tables import NoteLabelRow, NoteRow, RunNotesRow  # noqa: E402  # as above

ROW = ".tv-ledger [data-message]"
TABLE = '[data-testid="stDataFrame"] canvas'
EACH = 20
REPEATS = 5


def fill(url: str, runs: list[Run], count: int) -> None:
    """Notes in the tables as the store would have written them one by one."""
    store = open_store(url)
    rows = [_row(number, runs[number // EACH] if number // EACH < len(runs) else None) for number in range(count)]
    counted: dict[str, int] = {}
    for row in rows:
        counted[str(row["run_key"])] = counted.get(str(row["run_key"]), 0) + 1
    with writing(store) as session:
        for start in range(0, count, 10_000):
            some = rows[start : start + 10_000]
            session.execute(insert(NoteRow), some)
            marks = [
                {"note_id": row["id"], "label": f"label {number % 40}", "run_key": row["run_key"]}
                for number, row in enumerate(some)
            ]
            session.execute(insert(NoteLabelRow), marks)
        made = [{"run_key": key, "source_name": "run.json", "notes": n, "open": n} for key, n in counted.items()]
        session.execute(insert(RunNotesRow), made)
    store.dispose()


def _row(number: int, run: Run | None) -> dict[str, object]:
    here = number % max(1, len(run.messages)) if run is not None and run.messages else 0
    stands = run.messages[here] if run is not None and run.messages else None
    return {
        **{"id": f"{number:032x}", "version": 1, "parent_id": None, "message": here, "position": f"[{here}]"},
        **{"run_key": run_key(run) if run is not None else f"{number // EACH:016x}", "run_id": "run"},
        **{"source_name": run.source.name if run is not None else "run.json", "kind": "message"},
        **{"hash": message_hash(stands) if stands is not None else "m1:" + "0" * 64, "quoted": "what stood there"},
        **{"k": None, "start": None, "end": None, "text": "what was said of it " * 10, "severity": None},
        **{"labels": [f"label {number % 40}"], "status": "open", "author": "ann", "changed_by": "ann"},
        **{"created_at": f"2026-01-01T00:00:{number:08}", "changed_at": "2026-01-01", "retracted": False},
    }


def _measured(chromium: Browser, address: str, key: str, found: dict[str, list[float]]) -> None:
    with fresh_page(chromium) as page:
        found.setdefault("Runs: first rows, warm server", []).append(first_seen(page, address, TABLE))
    with fresh_page(chromium) as page:
        counter = received_bytes(page)
        first = first_seen(page, f"{address}/run?run={key}&msg=0", ROW)
        found.setdefault("Run: first row, warm server", []).append(first)
        page.evaluate("() => when(() => deep('.tv-detail h2')?.textContent.startsWith('[0]'))")
        page.wait_for_timeout(1500)
        for message in (3, 5, 2, 6, 1):
            counter[0] = 0
            page.locator(f"#tv-row-{message} .tv-c1").click()
            seen = page.evaluate("(n) => when(() => deep('.tv-detail h2')?.textContent.startsWith(`[${n}]`))", message)
            found.setdefault("Run: click to detail", []).append(seen - page.evaluate("window.pressed"))
            page.wait_for_timeout(600)
            found.setdefault("bytes of a click", []).append(float(counter[0]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--notes", type=int, default=100_000)
    chosen = parser.parse_args()
    runs = [
        run
        for source in load.sources([chosen.folder])
        if source.name.endswith("refund.json")
        for run in load.runs(source)
    ]
    key = next(run_key(run) for run in runs if len(run.messages) == 8)
    with tempfile.TemporaryDirectory() as folder, browser() as chromium:
        filled = f"sqlite:///{folder}/filled.db"
        fill(filled, runs, chosen.notes)
        trivial = trivial_milliseconds(chromium, REPEATS)
        print(f"{'a page with one line':52} median {trivial:7.0f} ms")
        times: dict[str, dict[str, list[float]]] = {"empty": {}, "filled": {}}
        os.environ["TRAJECTORY_VIEWER_REVIEWS"] = f"sqlite:///{folder}/empty.db"
        with app(chosen.folder) as empty_address:
            os.environ["TRAJECTORY_VIEWER_REVIEWS"] = filled
            with app(chosen.folder) as filled_address:
                for address in (empty_address, filled_address):
                    _measured(chromium, address, key, {})  # the first visitor waits for the reading
                for _ in range(REPEATS):
                    _measured(chromium, empty_address, key, times["empty"])
                    _measured(chromium, filled_address, key, times["filled"])
        for what in times["empty"]:
            for store, found in times.items():
                if what.startswith("bytes"):
                    print(f"{what}, {store}: at most {max(found[what]):,.0f}")
                else:
                    told(f"{what}, {store} store", found[what], trivial, "as empty")


if __name__ == "__main__":
    main()
