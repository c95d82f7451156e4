from pathlib import Path

import pytest
import streamlit as st
from conftest import sample

from viewer.reviews.anchor import anchor
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note
from viewer.reviews.notes_found import counts_by_run
from viewer.ui import reviews_store


def test_reading_makes_no_store_and_writing_does(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "reviews.db"
    monkeypatch.setenv("TRAJECTORY_VIEWER_REVIEWS", f"sqlite:///{path}")
    assert reviews_store.asked(lambda engine: len(counts_by_run(engine)), -1) == -1
    assert not path.exists()
    run = sample("refund/refund.json")
    made = reviews_store.changed(lambda engine: add_note(engine, anchor(run), Words("looked at"), "ann"))
    assert made is not None and path.exists()
    assert reviews_store.asked(lambda engine: len(counts_by_run(engine)), -1) == 1


def test_a_store_that_cannot_be_opened_is_told_and_nothing_else_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "reviews.db").write_bytes(b"no database at all" * 100)
    monkeypatch.setenv("TRAJECTORY_VIEWER_REVIEWS", f"sqlite:///{tmp_path}/reviews.db")
    assert reviews_store.asked(lambda engine: 1, 0) == 0
    assert "reviews.db" in st.session_state["_reviews_trouble"]
    assert reviews_store.changed(lambda engine: 1) is None
