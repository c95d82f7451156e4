"""The Tokens view: opens, estimates only on demand, and says what it lacks."""

import json
from pathlib import Path

import pytest
from conftest import SAMPLES, sample
from messages import model, user
from opened import opened, settled, words
from streamlit.testing.v1 import AppTest

from viewer import load
from viewer.model.hashes import run_key
from viewer.ui.run_facts import derived
from viewer.ui.run_tokens import events


def _tokens(monkeypatch: pytest.MonkeyPatch, path: Path, key: str) -> AppTest:
    app = opened(monkeypatch, path)
    app.query_params["run"] = key
    app.query_params["view"] = "Tokens"
    return settled(app.switch_page("pages/run.py"))


def test_both_tables_open_and_estimates_are_off(monkeypatch: pytest.MonkeyPatch) -> None:
    app = _tokens(monkeypatch, SAMPLES / "refund" / "refund.json", run_key(sample("refund/refund.json")))
    changes, carried = app.dataframe
    assert list(changes.value["change"]) == ["", "", "+1,270 ← [1–4] together", "+240 ← [5–6]"]
    assert "estimate" not in changes.value
    assert list(carried.value["messages"]) == ["[1–4]", "[5–6]"]
    app.toggle(key="tokens_estimate").set_value(True)
    app = settled(app)
    assert "0.44 to 1.28 times" in words(app)
    assert app.dataframe[0].value["estimate"].iloc[1].startswith("about ")


def test_without_any_size_nothing_is_put_in_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.json"
    path.write_text(json.dumps({"id": "one", "messages": [user("a"), model("b")]}), encoding="utf-8")
    (run,) = load.runs(next(load.sources([path])))
    app = _tokens(monkeypatch, path, run_key(run))
    assert "No request's size is recorded" in words(app)
    assert len(app.dataframe) == 0


def test_events_stand_at_the_requests_that_they_belong_to() -> None:
    run = sample("sub_agents/order_survey.jsonl")
    found = events(derived(run, "key"), run)
    assert set(found["sub_run"].values()) == {1}
    assert len(found["narrowed"]) == 1
