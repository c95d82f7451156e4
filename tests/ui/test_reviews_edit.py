from pathlib import Path

import pytest
import streamlit as st
from stored_reviews import own_store, started, there

from viewer.ui import reviews_edit


def test_a_change_that_is_none_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own_store(monkeypatch, tmp_path)
    made = started()
    reviews_edit.see(made)
    links = ["http://not-secure.example"]
    assert not reviews_edit.change(lambda one: one.model_copy(update={"links": links}))
    assert "links" in st.session_state.pop("_review_trouble")
    assert there(made.id).version == 1


def test_changes_of_other_parts_stand_together(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own_store(monkeypatch, tmp_path)
    made = started()
    reviews_edit.see(made)
    assert reviews_edit.change(lambda one: one.model_copy(update={"question": "Why?"}))
    reviews_edit.see(made)  # as another session still has it
    assert reviews_edit.change(lambda one: one.model_copy(update={"conclusion": "So."}))
    assert (there(made.id).document.question, there(made.id).document.conclusion) == ("Why?", "So.")


def test_another_value_makes_another_key() -> None:
    assert reviews_edit.name("title", "a") != reviews_edit.name("title", "b")
