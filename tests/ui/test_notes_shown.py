from pathlib import Path

import pytest
from conftest import sample

from viewer.reviews.anchor import anchor
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note, retract_note
from viewer.ui import reviews_store
from viewer.ui.notes_shown import notes_of, places_of
from viewer.ui.run_facts import derived

RUN = sample("refund/refund.json")


def test_retracted_notes_are_shown_where_they_are_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_REVIEWS", f"sqlite:///{tmp_path}/reviews.db")
    place = anchor(RUN)
    assert notes_of(place.run_key) == ()
    made = add_note(reviews_store.store(), place, Words("said"), "ann")
    assert [one.id for one in notes_of(place.run_key)] == [made.id]
    retract_note(reviews_store.store(), made.id, 1, "ann")
    assert notes_of(place.run_key) == ()
    assert [one.retracted for one in notes_of(place.run_key, retracted=True)] == [True]


def test_the_hashes_of_a_run_are_worked_out_once() -> None:
    facts = derived(RUN, "0123456789abcdef")
    assert places_of(facts) is places_of(facts)
