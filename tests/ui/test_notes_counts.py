from pathlib import Path

import pytest
from conftest import sample

from viewer.model.hashes import run_key
from viewer.model.position import Position
from viewer.reviews.anchor import anchor
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note
from viewer.ui import notes_counts, reviews_store

RUN = sample("refund/refund.json")


def test_runs_and_messages_are_counted_and_none_means_no_column(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_REVIEWS", f"sqlite:///{tmp_path}/reviews.db")
    key = run_key(RUN)
    assert notes_counts.of_runs([key]) is None
    for place in (anchor(RUN, Position(3)), anchor(RUN, Position(3, 1)), anchor(RUN)):
        add_note(reviews_store.store(), place, Words("said"), "ann")
    assert notes_counts.of_runs(["0" * 16, key]) == [0, 3]
    assert notes_counts.of_messages(key) == {3: 2, None: 1}
