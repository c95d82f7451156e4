"""The Baselines page, as it is drawn."""

from pathlib import Path

import pytest
import streamlit as st
from case_runs import accept_first, page, write_runs
from opened import words

from viewer.ui import baselines_over_time


def test_cases_stand_with_the_largest_drift_first_and_none_is_worse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept_first(write_runs(tmp_path), "refund")
    app = page(monkeypatch, tmp_path, "baselines")
    table = app.dataframe[0].value
    assert list(table["case"]) == ["refund", "hours"]
    assert table["accepted by"][0] == "eva"
    assert "**2** cases, **1** without an accepted path" in words(app)
    assert not any("all" in button.label.lower() for button in app.button if "accept" in button.label.lower())


def test_a_mark_of_a_chart_opens_its_run_beside_the_accepted_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "session_state", {"chart": {"selection": {"points": [{"customdata": "k"}]}}})
    query: dict[str, str] = {}
    monkeypatch.setattr(st, "query_params", query)
    baselines_over_time._run_chosen("chart", {"k": "refund"})
    assert query == {"case": "refund", "run": "k"}


def test_the_noise_of_repeated_sets_is_shown_with_its_n(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    accept_first(write_runs(tmp_path), "refund")
    app = page(monkeypatch, tmp_path, "baselines")
    app.session_state["baselines_noise"] = True
    app.run()
    assert not app.exception, app.exception
    assert "n = 2 sets" in words(app)
    assert "the runs mix models" in words(app)
