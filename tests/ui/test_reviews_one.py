from pathlib import Path

import pytest
from opened import words
from stored_reviews import CARRIED, own_store, page_of, press, started, there

from viewer.reviews.incidents import save_review
from viewer.reviews.kept import kept_words
from viewer.ui import reviews_store
from viewer.ui.reviews_edit import name
from viewer.ui.reviews_one import head_rows, kept_rows
from viewer.ui.reviews_runs import report_of


def test_claims_are_added_a_line_each_and_cite_what_they_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own_store(monkeypatch, tmp_path)
    made = started()
    app = page_of(monkeypatch, made.id)
    field = next(one for one in app.text_area if one.label == "New claims, one a line")
    field.set_value(f"{CARRIED}\nIt was a hurried answer.\n").run()
    press(app, "review_new_claims_0_add")
    claims = there(made.id).document.claims
    assert [claim.text for claim in claims] == [CARRIED, "It was a hurried answer."]
    assert [one.position for one in claims[0].citations] == ["refund[3]"]
    assert claims[0].citations[0].hash.startswith("m1:") and "lost_shipment" in claims[0].citations[0].text
    assert [one.value for one in app.text_area if one.label.startswith("Claim ")] == [one.text for one in claims]


def test_two_sessions_change_one_claim_and_the_second_sees_both_texts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own_store(monkeypatch, tmp_path)
    made = started(CARRIED, "It was a hurried answer.")
    app = page_of(monkeypatch, made.id)
    claim = made.document.claims[0]
    theirs = claim.model_copy(update={"text": "Theirs, at `refund[3]`."})
    save_review(
        reviews_store.store(), 1, made.document.model_copy(update={"claims": [theirs, made.document.claims[1]]}), "bob"
    )
    app.text_area(key=name(f"claim_{claim.id}", claim.text)).set_value("Mine, at `refund[3]`.").run()
    assert not app.exception
    assert "Someone else changed the same words first" in words(app)
    assert {"Theirs, at `refund[3]`.", "Mine, at `refund[3]`."} <= {one.value for one in app.text}
    assert there(made.id).document.claims[0].text == "Theirs, at `refund[3]`."
    (kept,) = kept_words(reviews_store.store(), made.id)
    assert {"said": "Mine, at `refund[3]`."} in kept_rows(kept, there(made.id).document)[1][1]
    press(app, "review_take_mine")
    assert kept_words(reviews_store.store(), made.id) == ()
    assert [one.text for one in there(made.id).document.claims] == ["Mine, at `refund[3]`.", "It was a hurried answer."]


def test_a_signed_review_is_frozen_and_names_who_signed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own_store(monkeypatch, tmp_path)
    monkeypatch.setenv("TRAJECTORY_VIEWER_REVIEWER", "ann")
    made = started(CARRIED)
    app = page_of(monkeypatch, made.id)
    press(app, "state_review")
    press(app, "state_sign")
    stored = there(made.id)
    assert stored.document.signed is not None and stored.document.signed.by == "ann"
    assert stored.document.runs[0].run_hash is not None
    assert all(one.disabled for one in app.text_area)
    assert "state_reopen" in {one.key for one in app.button}
    assert "yet" not in words(app), "nothing can be added any more"


def test_who_is_to_sign_is_told_what_does_not_hold(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own_store(monkeypatch, tmp_path)
    app = page_of(monkeypatch, started("The model refunded 9900 cents at `refund[5]`.").id)
    press(app, "state_review")
    assert "1 claim is not borne out" in words(app)


def test_the_head_says_where_a_run_is_not_what_was_reviewed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own_store(monkeypatch, tmp_path)
    made = started(CARRIED)
    rows = str(head_rows(made, report_of(made.document, made.version, {"refund": "cannot be read"})))
    assert "unreadable_run" in rows and "cannot be read" in rows and "1 claim, 0 carried" in rows
