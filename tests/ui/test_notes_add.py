from pathlib import Path

import pytest
import streamlit as st
from conftest import sample

from viewer.model.hashes import run_key
from viewer.reviews.cited_text import Places
from viewer.reviews.notes_found import notes_of_run
from viewer.ui import notes_add, reviews_store

RUN = sample("refund/refund.json")


def test_words_that_are_not_there_are_refused_and_stay_typed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_REVIEWS", f"sqlite:///{tmp_path}/reviews.db")
    key = notes_add._key()
    st.session_state[f"{key}_text"], st.session_state[f"{key}_quote"] = "said", "nowhere"
    notes_add._add(key, Places(RUN), 3, "words", 2)
    assert "do not stand in [3]" in st.session_state.pop("_note_trouble")
    assert notes_add._key() == key
    st.session_state[f"{key}_quote"] = "lost_shipment"
    notes_add._add(key, Places(RUN), 3, "words", 2)
    (made,) = notes_of_run(reviews_store.store(), run_key(RUN))
    assert (made.anchor.kind, made.anchor.quoted) == ("text", "lost_shipment")
    assert notes_add._key() != key
