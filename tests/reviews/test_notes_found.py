"""Notes are found by run, label and status, and counted for many runs at once."""

import dataclasses
import time

from conftest import sample
from sqlalchemy import Engine, insert, text

from viewer.model.position import parse_position
from viewer.reviews.anchor import anchor
from viewer.reviews.engine import writing
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note, retract_note
from viewer.reviews.notes_found import (
    Counted,
    counts_by_message,
    counts_by_run,
    labels,
    notes,
    notes_of_run,
    runs_with_label,
    runs_with_notes,
)
from viewer.reviews.tables import NoteRow

RUN = sample("refund/refund.json")
RUN_PLACE = anchor(RUN)
FIVE = anchor(RUN, parse_position("[5]"))
OTHER = dataclasses.replace(FIVE, run_key="0" * 16)


def test_counts_leave_out_replies_and_what_was_taken_back(store: Engine) -> None:
    first = add_note(store, FIVE, Words("a"), "ann")
    add_note(store, FIVE, Words("reply"), "ann", parent_id=first.id)
    add_note(store, RUN_PLACE, Words("b", status="resolved"), "ann")
    gone = add_note(store, FIVE, Words("c", labels=("odd",)), "ann")
    retract_note(store, gone.id, 1, "ann")
    add_note(store, OTHER, Words("d", labels=("odd",)), "ben")
    key = FIVE.run_key
    assert counts_by_run(store, [key, "f" * 16]) == {key: Counted(2, 1)}
    assert counts_by_message(store, key) == {None: 1, 5: 1}
    assert runs_with_label(store, "odd") == {OTHER.run_key}
    assert runs_with_notes(store) == {key, OTHER.run_key}
    assert labels(store) == {"odd": 1}


def test_notes_are_listed_by_label_status_and_author_page_by_page(store: Engine) -> None:
    for number in range(5):
        add_note(store, FIVE, Words(str(number), labels=("odd",) if number % 2 else (), status="open"), "ann")
    add_note(store, FIVE, Words("5", status="disputed"), "ben")
    assert [one.words.text for one in notes(store, label="odd")] == ["3", "1"]
    assert [one.words.text for one in notes(store, status="disputed")] == ["5"]
    assert [one.words.text for one in notes(store, author="ben")] == ["5"]
    first = notes(store, most=4)
    rest = notes(store, most=4, after=(first[-1].created_at, first[-1].id))
    assert [one.words.text for one in (*first, *rest)] == ["5", "4", "3", "2", "1", "0"]


def test_notes_of_a_run_stand_in_the_order_of_its_messages(store: Engine) -> None:
    for position in ("[5]", "[1]"):
        add_note(store, anchor(RUN, parse_position(position)), Words(position), "ann")
    add_note(store, RUN_PLACE, Words("run"), "ann")
    assert [one.words.text for one in notes_of_run(store, RUN_PLACE.run_key)] == ["run", "[1]", "[5]"]


def test_counting_among_many_notes_is_one_query_that_an_index_answers(store: Engine) -> None:
    row = {
        **{"version": 1, "parent_id": None, "run_id": "r", "source_name": "s", "kind": "message", "position": "[1]"},
        **{"k": None, "start": None, "end": None, "hash": None, "quoted": None, "text": "t", "labels": []},
        **{"severity": None, "status": "open", "author": "a", "created_at": "1", "changed_by": "a", "changed_at": "1"},
    }
    with writing(store) as session:
        session.execute(
            insert(NoteRow),
            [{**row, "id": f"{n:032x}", "run_key": f"{n % 500:016x}", "message": n % 40, "retracted": False}
             for n in range(20_000)],
        )  # fmt: skip
    keys = [f"{n:016x}" for n in range(50)]
    with store.connect() as connection:
        plan = connection.execute(
            text(
                "EXPLAIN QUERY PLAN SELECT run_key, status, count(*) FROM notes WHERE run_key IN ('a', 'b') AND "
                "retracted = 0 AND parent_id IS NULL GROUP BY run_key, status"
            )
        ).all()
    assert "COVERING INDEX notes_by_run" in str(plan)
    counts_by_run(store, keys)
    started = time.perf_counter()
    found = counts_by_run(store, keys)
    seconds = time.perf_counter() - started
    assert len(found) == 50 and found[keys[0]] == Counted(40, 40)
    assert seconds < 0.1
