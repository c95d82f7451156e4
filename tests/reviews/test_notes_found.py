"""Notes are found by run, label and status, and counted for many runs at once."""

import dataclasses

from conftest import sample
from sqlalchemy import Engine, text

from viewer.model.position import parse_position
from viewer.reviews.anchor import anchor
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note, edit_note, move_note, restore_note, retract_note
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


def test_counts_follow_every_change_of_a_note(store: Engine) -> None:
    key = FIVE.run_key
    made = add_note(store, FIVE, Words("a"), "ann")
    assert counts_by_run(store) == {key: Counted(1, 1)}
    edit_note(store, made.id, 1, Words("a", status="agreed"), "ann")
    assert counts_by_run(store) == {key: Counted(1, 0)}
    move_note(store, made.id, 2, OTHER, "ann")
    assert counts_by_run(store) == {OTHER.run_key: Counted(1, 0)}
    retract_note(store, made.id, 3, "ann")
    assert counts_by_run(store) == {} and runs_with_notes(store) == frozenset()
    restore_note(store, made.id, 4, "ann")
    assert counts_by_run(store, [OTHER.run_key]) == {OTHER.run_key: Counted(1, 0)}


def test_counts_of_very_many_runs_are_those_of_a_few(store: Engine) -> None:
    add_note(store, FIVE, Words("a"), "ann")
    add_note(store, OTHER, Words("b"), "ann")
    keys = [FIVE.run_key, *(f"{n:016x}" for n in range(1, 2_000))]
    assert counts_by_run(store, keys) == counts_by_run(store, [FIVE.run_key])


def test_what_pages_ask_is_answered_by_an_index(store: Engine) -> None:
    asked = {
        "SELECT run_key FROM run_notes WHERE run_key IN ('a', 'b')": "INDEX sqlite_autoindex_run_notes_1",
        "SELECT message, count(*) FROM notes WHERE run_key = 'a' AND retracted = 0 AND parent_id IS NULL "
        "GROUP BY message": "INDEX notes_by_run",
        "SELECT * FROM notes WHERE retracted = 0 AND parent_id IS NULL ORDER BY created_at DESC, id DESC LIMIT 200": (
            "USING INDEX notes_by_time"
        ),
        "SELECT DISTINCT run_key FROM note_labels WHERE label = 'a'": "COVERING INDEX note_labels_by_label",
        "SELECT * FROM notes WHERE parent_id = 'a'": "INDEX notes_by_parent",
    }
    with store.connect() as connection:
        for query, index in asked.items():
            assert index in str(connection.execute(text(f"EXPLAIN QUERY PLAN {query}")).all()), query
