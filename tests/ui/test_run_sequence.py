"""The Sequence view opens, at 8 messages and at 800, and with a policy that cannot be read."""

import json
import sys
from pathlib import Path

import pytest
from conftest import SAMPLES, sample
from messages import call, model, result, user
from opened import opened, settled, words
from streamlit.testing.v1 import AppTest

from viewer import load
from viewer.model.hashes import run_key


def _sequence(monkeypatch: pytest.MonkeyPatch, path: Path, key: str, **query: str) -> AppTest:
    app = opened(monkeypatch, path)
    for name, value in {"run": key, "view": "Sequence", **query}.items():
        app.query_params[name] = value
    return settled(app.switch_page("pages/run.py"))


def test_a_short_run_is_one_page(monkeypatch: pytest.MonkeyPatch) -> None:
    app = _sequence(monkeypatch, SAMPLES / "refund" / "refund.json", run_key(sample("refund/refund.json")))
    assert "Messages **[0–7]** of 8" in words(app)


def test_a_long_run_opens_on_the_page_of_the_chosen_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "long.json"
    parts = [part for number in range(400) for part in (model(call(f"c{number}")), user(result(f"c{number}")))]
    path.write_text(json.dumps({"id": "long", "messages": [user("go"), *parts]}), encoding="utf-8")
    (run,) = load.runs(next(load.sources([path])))
    said = words(_sequence(monkeypatch, path, run_key(run), msg="500"))
    first, last = said.partition("Messages **[")[2].partition("]**")[0].split("–")
    assert int(first) <= 500 <= int(last)


def test_a_policy_that_cannot_be_read_marks_no_effect_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = SAMPLES / "refund" / "refund.json"
    app = opened(monkeypatch, path)
    monkeypatch.setattr(sys, "argv", ["app.py", "--policy", str(tmp_path / "gone.toml"), "--", str(path)])
    app.query_params["run"] = run_key(sample("refund/refund.json"))
    app.query_params["view"] = "Sequence"
    assert "The policy file cannot be read" in words(settled(app.switch_page("pages/run.py")))
