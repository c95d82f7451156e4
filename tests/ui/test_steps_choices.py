"""The choices of the Steps page stand in its URL."""

from pathlib import Path

import pytest
from conftest import SAMPLES
from opened import opened, words
from streamlit.testing.v1 import AppTest

from viewer.ui.steps_choices import GROUPINGS, LOSSES, QUANTITIES


def steps(patch: pytest.MonkeyPatch, *paths: Path, **query: str) -> AppTest:
    app = opened(patch, *paths)
    for name, value in query.items():
        app.query_params[name] = value
    app.switch_page("pages/steps.py").run()
    assert not app.exception, app.exception
    return app


def test_choices_in_the_url_are_those_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    app = steps(monkeypatch, SAMPLES / "distribution", by="label", loss="5 %", cap="3", unit="run")
    assert app.selectbox(key="by").value == "label"
    assert app.selectbox(key="loss").value == "5 %"
    assert app.number_input(key="cap").value == 3
    assert "A cap of **3** cuts" in words(app)


def test_a_rule_that_cannot_be_read_is_named_and_the_others_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    app = steps(monkeypatch, SAMPLES / "distribution", endings="nonsense\nlabel=refund:censored")
    assert "is no rule: write FIELD=VALUE:RESULT" in words(app)
    assert "**24** censored" in words(app)


def test_a_share_that_was_stored_weights_the_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    app = steps(monkeypatch, SAMPLES / "distribution", rates="label=refund:0.1")
    assert "weighted: they carry as much as" in words(app)


def test_options_are_constants() -> None:
    assert {"steps", "cost"} <= set(QUANTITIES)
    assert {"label", "task"} <= set(GROUPINGS)
    assert LOSSES["1 %"] == 0.01
