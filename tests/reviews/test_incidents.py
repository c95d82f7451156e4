"""Incident reviews: two people at the same one, sign-off, and what is frozen by it."""

import pytest
from conftest import sample
from sqlalchemy import Engine

from viewer.model.hashes import run_hash, run_key
from viewer.reviews.document import Claim, ReviewDocument, ReviewedRun
from viewer.reviews.incidents import (
    StoredReview,
    content_hash,
    review,
    review_history,
    reviews,
    save_review,
    set_state,
    sign_off,
    start_review,
)
from viewer.reviews.kept import kept_words
from viewer.reviews.refused import Conflict, RefusedError
from viewer.reviews.stamp import new_id

RUN = sample("refund/refund.json")
ABOUT = ReviewedRun(alias="refund", key=run_key(RUN), run_id=RUN.run_id, source=RUN.source.name)
DRAFT = ReviewDocument(title="A refund", question="Who moved the money?", runs=[ABOUT])


def started(store: Engine) -> StoredReview:
    return start_review(store, DRAFT.model_copy(update={"id": new_id()}), "ann")


def changed(from_: StoredReview, **parts: object) -> ReviewDocument:
    return from_.document.model_copy(update=parts)


def test_claims_that_two_people_add_at_the_same_time_both_stand(store: Engine) -> None:
    first = started(store)
    save_review(store, 1, changed(first, claims=[Claim(text="ann's [1]")]), "ann")
    second = save_review(store, 1, changed(first, claims=[Claim(text="ben's [2]")]), "ben")
    assert isinstance(second, StoredReview)
    assert {claim.text for claim in second.document.claims} == {"ann's [1]", "ben's [2]"}
    assert second.version == 3


def test_the_second_who_changes_the_same_claim_gets_both_texts(store: Engine) -> None:
    claim = Claim(text="the model moved money [5]")
    first = save_review(store, 1, changed(started(store), claims=[claim]), "ann")
    assert isinstance(first, StoredReview)
    anns = changed(first, claims=[claim.model_copy(update={"text": "the loop did [6]"})])
    bens = changed(first, claims=[claim.model_copy(update={"text": "the tool did [6]"})])
    save_review(store, 2, anns, "ann")
    found = save_review(store, 2, bens, "ben")
    assert isinstance(found, Conflict)
    assert found.parts == (f"claims {claim.id}",)
    assert found.theirs.document.claims[0].text == "the loop did [6]"
    assert found.mine["claims"][0]["text"] == "the tool did [6]"
    assert kept_words(store, first.id)[0].content["claims"][0]["text"] == "the tool did [6]"


def test_a_review_that_is_signed_off_is_frozen_with_the_hashes_of_its_runs(store: Engine) -> None:
    first = started(store)
    with pytest.raises(RefusedError, match="refund cannot be read"):
        sign_off(store, first.id, 1, {}, "eve")
    signed = sign_off(store, first.id, 1, {"refund": run_hash(RUN)}, "eve")
    assert isinstance(signed, StoredReview) and signed.document.signed is not None
    assert (signed.document.state, signed.document.signed.by) == ("signed_off", "eve")
    assert signed.document.runs[0].run_hash == run_hash(RUN)
    assert signed.document.signed.sha256 == content_hash(signed.document)
    with pytest.raises(RefusedError, match="frozen"):
        save_review(store, signed.version, changed(signed, title="other"), "ann")
    with pytest.raises(RefusedError, match="already"):
        sign_off(store, first.id, 2, {"refund": run_hash(RUN)}, "eve")
    again = set_state(store, first.id, 2, "draft", "ann")
    assert isinstance(again, StoredReview) and again.document.signed is None
    actions = [one.action for one in review_history(store, first.id)]
    assert actions == ["started", "signed off", "reopened"]


def test_nobody_signs_what_changed_after_they_read_it(store: Engine) -> None:
    first = started(store)
    save_review(store, 1, changed(first, conclusion="other"), "ben")
    assert isinstance(sign_off(store, first.id, 1, {"refund": run_hash(RUN)}, "eve"), Conflict)
    assert isinstance(set_state(store, first.id, 1, "in_review", "eve"), Conflict)
    moved = set_state(store, first.id, 2, "in_review", "eve")
    assert isinstance(moved, StoredReview) and moved.document.state == "in_review"


def test_reviews_are_listed_by_run_and_hidden_where_one_of_their_runs_is(store: Engine) -> None:
    first = started(store)
    assert [one.id for one in reviews(store)] == [first.id]
    assert [one.id for one in reviews(store, run_key=ABOUT.key)] == [first.id]
    assert reviews(store, run_key="0" * 16) == ()
    assert reviews(store, ("elsewhere",)) == ()
    assert review(store, first.id, ("elsewhere",)) is None
    assert review_history(store, first.id, ("elsewhere",)) == ()
    assert review(store, first.id) == first
    assert reviews(store)[0].run_keys == (ABOUT.key,)


def test_a_review_starts_as_a_draft_and_once(store: Engine) -> None:
    first = started(store)
    with pytest.raises(RefusedError, match="already"):
        start_review(store, first.document, "ben")
    with pytest.raises(RefusedError, match="not in the store"):
        save_review(store, 1, DRAFT.model_copy(update={"id": new_id()}), "ann")
