"""The Fleet page, as it is drawn."""

from pathlib import Path

import pytest
import streamlit as st
from conftest import SAMPLES
from opened import opened, words

from viewer.index.filter_line.parser import parse
from viewer.ui import fleet_page


def test_tools_findings_and_totals_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(monkeypatch, SAMPLES)
    app.switch_page("pages/fleet.py").run()
    assert not app.exception, app.exception
    app.session_state["fleet_growth"] = app.session_state["fleet_downstream"] = True
    app.run()
    assert not app.exception, app.exception
    frames = {next(iter(one.value.columns)): one.value for one in app.dataframe}
    assert {"total", "tool", "finding", "label"} <= set(frames)
    assert "tokens downstream" in frames["tool"]
    assert "calls of" in words(app)


@pytest.mark.parametrize("line", ["", "label = refund or label = x"])
def test_a_day_opens_its_runs_within_the_filter(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = {"fleet_days": {"selection": {"points": [{"customdata": "2026-01-03"}]}}}
    monkeypatch.setattr(st, "session_state", state)
    fleet_page._day_chosen(line)
    wanted = state["_steps_open"]
    assert isinstance(wanted, str)
    assert wanted.endswith("started = 2026-01-03")
    assert parse(wanted) is not None


def test_a_folder_without_runs_is_not_blamed_on_the_filter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    app = opened(monkeypatch, tmp_path)
    for page in ("fleet", "steps", "compare"):
        app.switch_page(f"pages/{page}.py").run()
        assert "There is no run here" in words(app), page
    app.switch_page("pages/fleet.py")
    app.query_params["where"] = "steps > 3"
    app.run()
    assert "No run passes this filter" in words(app)
