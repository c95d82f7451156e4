"""What a person is told when another was quicker."""

from conftest import sample
from sqlalchemy import Engine

from viewer.reviews.anchor import anchor
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note, edit_note
from viewer.reviews.refused import Conflict


def test_a_conflict_names_who_changed_what_and_when(store: Engine) -> None:
    made = add_note(store, anchor(sample("refund/refund.json")), Words("first"), "ann")
    edit_note(store, made.id, 1, Words("second"), "ben")
    found = edit_note(store, made.id, 1, Words("other"), "ann")
    assert isinstance(found, Conflict)
    assert found.sentence.startswith("ben changed text at 20")
    assert found.sentence.endswith("your words are kept beside theirs")
