from datetime import UTC, datetime
from pathlib import Path

import pytest
from opened import words
from stored_reviews import CARRIED, own_store, page_of, press, started

from viewer.reviews.incidents import reviews
from viewer.ui import reviews_store
from viewer.ui.reviews_page import age


def test_without_a_review_the_page_says_how_to_begin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own_store(monkeypatch, tmp_path)
    app = page_of(monkeypatch, None)
    assert "No review yet" in words(app)
    assert not (tmp_path / "reviews.db").exists()
    app.text_input(key="review_new_title").set_value("Refund").run()
    press(app, "review_start")
    assert [one.title for one in reviews(reviews_store.store())] == ["Refund"]


def test_the_list_tells_how_the_claims_stand(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own_store(monkeypatch, tmp_path)
    started(CARRIED, "It was a hurried answer.")
    app = page_of(monkeypatch, None)
    row = app.dataframe[0].value.iloc[0]
    assert (row["title"], row["state"], row["runs"]) == ("Refund <b>without</b> policy", "draft", 1)
    assert (row["claims"], row["carried"], row["stories"], row["not borne out"]) == (2, 1, 1, 0)


def test_an_address_without_its_review_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own_store(monkeypatch, tmp_path)
    assert "There is no such review" in words(page_of(monkeypatch, "0" * 32))


def test_an_age_is_told_in_its_largest_unit() -> None:
    now = datetime(2026, 11, 30, 12, tzinfo=UTC)
    for since, told in (
        ("2026-11-27T11:00:00+00:00", "3 d"),
        ("2026-11-30T07:00:00+00:00", "5 h"),
        ("2026-11-30T11:59:00+00:00", "1 min"),
    ):
        assert age(since, now) == told
