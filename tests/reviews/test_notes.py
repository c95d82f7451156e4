"""Notes are written, changed, moved and taken back; nothing that was said is lost."""

import pytest
from conftest import sample
from sqlalchemy import Engine

from viewer.model.position import parse_position
from viewer.reviews.anchor import Anchor, anchor
from viewer.reviews.kept import kept_words
from viewer.reviews.note import Note, Words
from viewer.reviews.notes import add_note, edit_note, move_note, restore_note, retract_note
from viewer.reviews.notes_found import history, note, notes_of_run
from viewer.reviews.refused import Conflict, RefusedError
from viewer.reviews.stamp import new_id

RUN = sample("refund/refund.json")


def at(text: str) -> Anchor:
    return anchor(RUN, parse_position(text))


def test_two_notes_written_one_after_the_other_are_both_there(store: Engine) -> None:
    add_note(store, at("[5]"), Words("the money moves at [6]"), "ann")
    add_note(store, at("[5]"), Words("and was asked for here"), "ann")
    assert [one.words.text for one in notes_of_run(store, at("[5]").run_key)] == [
        "the money moves at [6]",
        "and was asked for here",
    ]


def test_an_attempt_that_is_repeated_adds_nothing_twice(store: Engine) -> None:
    chosen = new_id()
    first = add_note(store, at("[5]"), Words("once"), "ann", note_id=chosen)
    assert add_note(store, at("[5]"), Words("once"), "ann", note_id=chosen) == first
    assert len(notes_of_run(store, first.anchor.run_key)) == 1


def test_a_reply_stands_where_its_note_stands_and_a_reply_to_a_reply_too(store: Engine) -> None:
    first = add_note(store, at("[5]"), Words("why?"), "ann")
    reply = add_note(store, anchor(RUN), Words("because of [4]"), "ben", parent_id=first.id)
    again = add_note(store, anchor(RUN), Words("thanks"), "ann", parent_id=reply.id)
    assert (reply.anchor, again.anchor) == (first.anchor, first.anchor)
    assert again.parent_id == first.id
    with pytest.raises(RefusedError, match="not in the store"):
        add_note(store, at("[5]"), Words("to nobody"), "ann", parent_id=new_id())


def test_the_second_of_two_who_change_the_same_words_is_told_and_both_texts_are_kept(store: Engine) -> None:
    made = add_note(store, at("[5]"), Words("first"), "ann")
    ben = edit_note(store, made.id, made.version, Words("ben's"), "ben")
    assert isinstance(ben, Note)
    ann = edit_note(store, made.id, made.version, Words("ann's"), "ann")
    assert isinstance(ann, Conflict)
    assert (ann.theirs.words.text, ann.mine["text"], ann.base["text"]) == ("ben's", "ann's", "first")
    assert ann.parts == ("text",)
    (kept,) = kept_words(store, made.id)
    assert (kept.id, kept.content["text"], kept.author, kept.base_version) == (ann.kept_id, "ann's", "ann", 1)
    settled = edit_note(store, made.id, ann.theirs.version, Words("both"), "ann")
    assert isinstance(settled, Note) and settled.version == 3


def test_changes_of_different_parts_meet_in_one_note(store: Engine) -> None:
    made = add_note(store, at("[5]"), Words("first"), "ann")
    edit_note(store, made.id, 1, Words("first", status="agreed", labels=("odd",)), "ben")
    found = edit_note(store, made.id, 1, Words("second"), "ann")
    assert isinstance(found, Note)
    assert found.words == Words("second", ("odd",), None, "agreed")


def test_a_note_taken_back_is_not_shown_and_its_history_stays(store: Engine) -> None:
    made = add_note(store, at("[5]"), Words("wrong", labels=("odd",)), "ann")
    edit_note(store, made.id, 1, Words("still wrong", labels=("odd",)), "ann")
    gone = retract_note(store, made.id, 2, "ann")
    assert isinstance(gone, Note) and gone.retracted
    assert notes_of_run(store, made.anchor.run_key) == ()
    assert len(notes_of_run(store, made.anchor.run_key, retracted=True)) == 1
    told = [(one.version, one.action, one.content["text"]) for one in history(store, made.id)]
    assert told == [(1, "written", "wrong"), (2, "changed", "still wrong"), (3, "retracted", "still wrong")]
    back = restore_note(store, made.id, 3, "ann")
    assert isinstance(back, Note) and back.words.labels == ("odd",)
    assert len(notes_of_run(store, made.anchor.run_key)) == 1


def test_what_was_changed_meanwhile_is_not_taken_back_unseen(store: Engine) -> None:
    made = add_note(store, at("[5]"), Words("first"), "ann")
    edit_note(store, made.id, 1, Words("better"), "ben")
    assert isinstance(retract_note(store, made.id, 1, "ann"), Conflict)
    found = note(store, made.id)
    assert found is not None and not found.retracted


def test_a_note_moves_only_where_a_person_says_and_its_replies_go_with_it(store: Engine) -> None:
    made = add_note(store, at("[5]"), Words("first"), "ann")
    reply = add_note(store, at("[5]"), Words("yes"), "ben", parent_id=made.id)
    moved = move_note(store, made.id, 1, at("[6]"), "ann")
    assert isinstance(moved, Note) and moved.anchor == at("[6]")
    found = note(store, reply.id)
    assert found is not None and found.anchor == at("[6]")
    assert [one.action for one in history(store, made.id)] == ["written", "moved"]
    assert isinstance(move_note(store, made.id, 1, at("[4]"), "ben"), Conflict)


def test_saving_what_is_there_already_makes_no_version(store: Engine) -> None:
    made = add_note(store, at("[5]"), Words("first"), "ann")
    assert edit_note(store, made.id, 1, Words("first"), "ann") == made
    assert len(history(store, made.id)) == 1


def test_a_note_that_is_not_there_is_refused(store: Engine) -> None:
    with pytest.raises(RefusedError, match="not in the store"):
        edit_note(store, new_id(), 1, Words("x"), "ann")
    made = add_note(store, at("[5]"), Words("first"), "ann")
    with pytest.raises(RefusedError, match="no version 9"):
        edit_note(store, made.id, 9, Words("x"), "ann")
