import dataclasses
from pathlib import Path

import pytest
import streamlit as st
from conftest import sample

from viewer.model.hashes import run_key
from viewer.model.position import Position
from viewer.reviews.anchor import anchor
from viewer.reviews.cited_text import Places
from viewer.reviews.kept import kept_words
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note, edit_note
from viewer.reviews.notes_found import note
from viewer.ui import notes_change, reviews_store
from viewer.ui.notes_lines import kept_rows

RUN = sample("refund/refund.json")
PLACES = Places(RUN)


def test_a_note_whose_message_moved_is_moved_only_by_its_button(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_REVIEWS", f"sqlite:///{tmp_path}/reviews.db")
    store = reviews_store.store()
    stood_at_2 = dataclasses.replace(anchor(RUN, Position(3)), position="[2]")
    made = add_note(store, stood_at_2, Words("said"), "ann")
    sentence, offered = notes_change.standing_of(PLACES, made)
    assert (sentence, offered) == ("the source changed: what stood at [2] stands at [3] now", ("[3]",))
    notes_change.act("k", run_key(RUN), PLACES, "move", {"id": made.id, "to": 0})
    moved = note(store, made.id)
    assert moved is not None and moved.anchor.position == "[3]"
    notes_change.act("k", run_key(RUN), PLACES, "retract", made.id)
    retracted = note(store, made.id)
    assert retracted is not None and retracted.retracted
    notes_change.act("k", run_key(RUN), PLACES, "restore", made.id)
    notes_change.act("k", run_key(RUN), PLACES, "edit", made.id)
    assert st.session_state["_note_open"]["version"] == 4


def test_a_button_of_another_run_does_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_REVIEWS", f"sqlite:///{tmp_path}/reviews.db")
    store = reviews_store.store()
    made = add_note(store, anchor(RUN), Words("said"), "ann")
    for key, name, value in (
        ("0" * 16, "retract", made.id),
        (run_key(RUN), "retract", 5),
        (run_key(RUN), "x", made.id),
    ):
        notes_change.act("k", key, PLACES, name, value)
    there = note(store, made.id)
    assert there is not None and not there.retracted


def test_words_that_met_a_newer_version_stand_beside_it_until_looked_at(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_REVIEWS", f"sqlite:///{tmp_path}/reviews.db")
    store = reviews_store.store()
    made = add_note(store, anchor(RUN), Words("said"), "ann")
    edit_note(store, made.id, 1, Words("theirs"), "bob")
    edit_note(store, made.id, 1, Words("mine"), "ann")
    (kept,) = kept_words(store, made.id)
    assert {"said": "mine"} in kept_rows(made.id, kept, may_write=True)[0][1]
    notes_change.act("k", run_key(RUN), PLACES, "settle", {"id": made.id, "kept": kept.id})
    assert kept_words(store, made.id) == ()
