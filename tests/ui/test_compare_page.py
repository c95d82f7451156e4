"""The Compare page: from its address, and where one run is missing or cannot be had."""

from pathlib import Path

import pytest
from conftest import SAMPLES
from opened import opened, settled, words
from streamlit.testing.v1 import AppTest

from viewer import load
from viewer.model.hashes import run_key


def _compare(monkeypatch: pytest.MonkeyPatch, *paths: Path, **query: str) -> AppTest:
    app = opened(monkeypatch, *paths)
    for name, value in query.items():
        app.query_params[name] = value
    return settled(app.switch_page("pages/compare.py"))


@pytest.fixture
def keys() -> tuple[str, str]:
    """Keys as the app opened on the folder of the refund runs has them."""
    return tuple(run_key(load.runs(source)[0]) for source in load.sources([SAMPLES / "refund"]))  # type: ignore[return-value]  # two files


def test_two_runs_of_the_address_are_compared(keys: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    app = _compare(monkeypatch, SAMPLES / "refund", left=keys[0], right=keys[1])
    assert "Rows 1 to 4 of 4" in words(app)
    app.toggle(key="compare_only").set_value(True)
    assert "Rows 1 to 1 of 1" in words(settled(app))


def test_a_run_does_not_differ_from_itself(keys: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    app = _compare(monkeypatch, SAMPLES / "refund", left=keys[0], right=keys[0])
    app.toggle(key="compare_only").set_value(True)
    assert "Every step is the same" in words(settled(app))


def test_a_missing_side_is_chosen_from_the_list(keys: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    app = _compare(monkeypatch, SAMPLES / "refund")
    assert "Which run stands on the left?" in words(app)
    app = _compare(monkeypatch, SAMPLES / "refund", left=keys[0])
    assert "Which run stands on the right?" in words(app)
    assert len(app.dataframe[0].value) == 1


@pytest.mark.parametrize("key", ["0" * 16, "../../etc/passwd", ""])
def test_a_key_of_no_run_gets_a_sentence_and_the_list(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    app = _compare(monkeypatch, SAMPLES / "refund", left=key)
    assert "The first run cannot be shown" in words(app)
    assert len(app.dataframe) == 1
