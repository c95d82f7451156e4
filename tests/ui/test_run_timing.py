"""The Timing view opens, with and without times in the file."""

from pathlib import Path

import pytest
from conftest import SAMPLES, sample
from opened import opened, settled, words
from streamlit.testing.v1 import AppTest

from viewer.model.hashes import run_key


def _timing(monkeypatch: pytest.MonkeyPatch, path: Path, key: str) -> AppTest:
    app = opened(monkeypatch, path)
    app.query_params["run"] = key
    app.query_params["view"] = "Timing"
    return settled(app.switch_page("pages/run.py"))


def test_a_file_without_times_offers_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    app = _timing(monkeypatch, SAMPLES / "refund" / "refund.json", run_key(sample("refund/refund.json")))
    assert "Join the loop's log" in words(app)
    assert len(app.dataframe) == 0
    assert len(app.toggle) == 0, "no chart, no choice of its image"


def test_recorded_times_give_a_chart_and_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "sub_agents/order_survey.jsonl"
    app = _timing(monkeypatch, SAMPLES / name, run_key(sample(name)))
    assert "How long before each message was recorded?" in words(app)
    frame = app.dataframe[0].value
    waits = [wait for wait in frame["seconds since the message before"] if wait == wait]
    assert waits == sorted(waits, reverse=True)
