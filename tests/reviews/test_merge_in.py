"""Two stores are brought together and nothing that was said is lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine
from written_reviews import RUN, written

from viewer.reviews.anchor import anchor
from viewer.reviews.engine import open_store
from viewer.reviews.exchange import Exchange, exported
from viewer.reviews.incidents import StoredReview, save_review, sign_off, start_review
from viewer.reviews.kept import kept_words
from viewer.reviews.merge_in import merge_in
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note, edit_note, retract_note
from viewer.reviews.notes_found import note, runs_with_label
from viewer.reviews.queue import QueuedRun, judge, judgements, make_queue
from viewer.reviews.refused import RefusedError

PLACE = anchor(RUN)


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Engine]:
    engine = open_store(f"sqlite:///{tmp_path / 'other.db'}")
    yield engine
    engine.dispose()


def test_an_empty_store_becomes_a_copy(store: Engine, other: Engine) -> None:
    first = add_note(store, PLACE, Words("first", labels=("odd",)), "ann")
    add_note(store, PLACE, Words("reply"), "ben", parent_id=first.id)
    retract_note(store, first.id, 1, "ann")
    signed = start_review(store, written(), "ann")
    sign_off(store, signed.id, 1, {"refund": "0" * 64}, "eve")
    made = make_queue(store, "q", "", [QueuedRun("0" * 16, "r", "s")], "ann")
    judge(store, made, "0" * 16, "ann", ["x"])
    merged = merge_in(other, exported(store))
    assert (merged.added, merged.extended, merged.unchanged, merged.diverged) == (4, 0, 0, 0)
    assert exported(other) == exported(store)
    assert runs_with_label(other, "odd") == frozenset()
    assert merge_in(other, exported(store)).unchanged == 4


def test_later_versions_and_judgements_are_taken_over(store: Engine, other: Engine) -> None:
    first = add_note(store, PLACE, Words("first"), "ann")
    made = make_queue(store, "q", "", [QueuedRun("0" * 16, "r", "s")], "ann")
    merge_in(other, exported(store))
    edit_note(store, first.id, 1, Words("second", labels=("odd",)), "ann")
    judge(store, made, "0" * 16, "ann", ["x"])
    assert merge_in(other, exported(store)).extended == 2
    found = note(other, first.id)
    assert found is not None and found.words.text == "second"
    assert runs_with_label(other, "odd") == {PLACE.run_key}
    assert judgements(other, made) == judgements(store, made)
    assert merge_in(store, exported(other)).extended == 0


def test_what_both_stores_changed_stands_as_here_and_is_kept_as_there_once(store: Engine, other: Engine) -> None:
    first = add_note(store, PLACE, Words("first"), "ann")
    review = start_review(store, written(), "ann")
    merge_in(other, exported(store))
    edit_note(store, first.id, 1, Words("theirs"), "ann")
    edit_note(other, first.id, 1, Words("ours"), "ben")
    for engine, title in ((store, "theirs"), (other, "ours")):
        saved = save_review(engine, 1, review.document.model_copy(update={"title": title}), "ann")
        assert isinstance(saved, StoredReview)
    assert merge_in(other, exported(store)).diverged == 2
    assert "2 changed on both sides" in merge_in(other, exported(store)).sentence
    found = note(other, first.id)
    assert found is not None and found.words.text == "ours"
    assert [one.content["text"] for one in kept_words(other, first.id)] == ["theirs"]
    assert [one.content["title"] for one in kept_words(other, review.id)] == ["theirs"]


def test_a_document_that_is_wrong_anywhere_changes_nothing(store: Engine, other: Engine) -> None:
    add_note(store, PLACE, Words("good"), "ann")
    add_note(store, PLACE, Words("bad"), "ann")
    good, bad = exported(store).notes
    for changed in ({"status": "done"}, {"position": "nowhere"}, {"text": 3}):
        said = bad.history[0].model_copy(update={"content": {**bad.history[0].content, **changed}})
        broken = Exchange(notes=[good, bad.model_copy(update={"history": [said]})])
        with pytest.raises(RefusedError):
            merge_in(other, broken)
    gap = bad.history[0].model_copy(update={"version": 7})
    with pytest.raises(RefusedError, match="its versions are not 1 to 1"):
        merge_in(other, Exchange(notes=[good, bad.model_copy(update={"history": [gap]})]))
    assert exported(other).notes == []
