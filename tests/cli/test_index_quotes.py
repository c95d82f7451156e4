"""What quotes a run that is forgotten: bundles that name its key, notes and reviews about it."""

import json
from pathlib import Path

import pytest
from conftest import sample

from viewer.cli.index_quotes import quotes
from viewer.model.position import parse_position
from viewer.reviews.anchor import anchor
from viewer.reviews.engine import open_store
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note

KEY = "0123456789abcdef"


@pytest.fixture(autouse=True)
def no_store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_REVIEWS", f"sqlite:///{tmp_path}/none/reviews.db")


def test_bundles_that_name_the_run_are_listed(tmp_path: Path) -> None:
    folder = tmp_path / "bundles"
    folder.mkdir()
    for name, key in (("mine", KEY), ("other", "f" * 16)):
        bundle = {"format": "trajectory-viewer-bundle", "run": {"key": key}}
        (folder / f"{name}.json").write_text(json.dumps(bundle), encoding="utf-8")
    (folder / "no-bundle.json").write_text(json.dumps({"key": KEY}), encoding="utf-8")
    assert quotes([KEY], None, [folder]) == [f"bundle {folder}/mine.json quotes run {KEY}"]
    assert "cannot be read" in quotes([KEY], None, [folder / "gone.json"])[0]


def test_a_store_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    assert quotes([KEY], None, []) == []
    assert not (tmp_path / "none").exists()


def test_an_empty_store_quotes_nothing(tmp_path: Path) -> None:
    assert quotes([KEY], f"sqlite:///{tmp_path}/reviews.db", []) == []


def test_notes_about_the_run_are_listed(tmp_path: Path) -> None:
    url, run = f"sqlite:///{tmp_path}/reviews.db", sample("refund/refund.json")
    place = anchor(run, parse_position("[5]"))
    written = add_note(open_store(url), place, Words("the money moves here"), "ann")
    assert quotes([place.run_key, KEY], url, []) == [f"note {written.id} is about run {place.run_key}"]
