import dataclasses
from pathlib import Path

import pytest
from conftest import SAMPLES, sample
from opened import opened

from viewer.model.hashes import run_key
from viewer.model.position import Position
from viewer.reviews.anchor import anchor
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note
from viewer.ui import notes_list, reviews_store

RUN = sample("refund/refund.json")


def test_notes_whose_source_changed_come_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_REVIEWS", f"sqlite:///{tmp_path}/reviews.db")
    add_note(reviews_store.store(), anchor(RUN, Position(1)), Words("stands"), "ann")
    gone = dataclasses.replace(anchor(RUN, Position(3)), hash="m1:" + "0" * 64, quoted="no longer there")
    add_note(reviews_store.store(), gone, Words("changed"), "ann")
    drawn: list[list[str]] = []
    monkeypatch.setattr(
        notes_list, "draw_notes", lambda key, facts, known, heads: drawn.append([one.words.text for one in heads])
    )
    app = opened(monkeypatch, SAMPLES / "refund/refund.json").switch_page("pages/run.py")
    app.query_params["run"], app.session_state["notes_all"] = run_key(RUN), True
    app.run()
    assert not app.exception
    assert drawn[-1] == ["changed", "stands"]
