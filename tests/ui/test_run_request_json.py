"""The JSON of a request: shown on demand, masked on screen, whole in the download."""

import json
from pathlib import Path

import pytest
from conftest import SAMPLES, sample
from messages import model, user
from opened import opened, settled, words
from streamlit.testing.v1 import AppTest

from viewer import load
from viewer.model.hashes import run_key
from viewer.replay.built import Loss
from viewer.replay.sent import SentRequest, request_of
from viewer.ui.run_request_json import built_rows
from viewer.ui.run_segments import segments_text


def _open(monkeypatch: pytest.MonkeyPatch, path: Path, key: str) -> AppTest:
    app = opened(monkeypatch, path)
    app.query_params["run"] = key
    app.query_params["view"] = "Requests"
    return settled(app.switch_page("pages/run.py"))


def test_the_json_is_built_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    app = _open(monkeypatch, SAMPLES / "refund" / "refund.json", run_key(sample("refund/refund.json")))
    app.button(key="request_show").click()
    app = settled(app)
    assert "request_show" not in {button.key for button in app.button}
    app.selectbox(key="request_api").select("openai_chat")
    settled(app)


def test_a_file_that_changed_gets_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.json"
    document = {"id": "one", "messages": [user("hello"), model("hi")]}
    path.write_text(json.dumps(document), encoding="utf-8")
    app = _open(monkeypatch, path, run_key(load.runs(next(load.sources([path])))[0]))
    path.unlink()
    app.button(key="request_show").click()
    assert "This cannot be shown" in words(settled(app)) or "cannot be read" in words(app)


def test_what_it_lacks_is_listed_and_a_whole_request_is_said_to_be_whole() -> None:
    run = sample("refund/refund.json")
    made = request_of(run, run.requests[0], "anthropic_messages")
    assert isinstance(made, SentRequest)
    assert [name for name, _ in built_rows(made)] == ["warning"] * 4
    whole = SentRequest("anthropic_messages", {}, ((0, 0),), (), ())
    assert "word by word" in segments_text(built_rows(whole)[0][1])


def test_very_many_losses_are_counted() -> None:
    many = SentRequest("openai_chat", {}, ((0, 0),), tuple(Loss("[0].0", "x") for _ in range(100)), ())
    rows = built_rows(many)
    assert len(rows) == 31
    assert segments_text(rows[-1][1]) == "and 70 more"
