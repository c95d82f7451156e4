"""A mark that is no run of these cases opens nothing."""

import pytest
import streamlit as st

from viewer.ui import baselines_over_time


@pytest.mark.parametrize("custom", ["another", None, ["another"], 5])
def test_what_the_browser_sends_is_checked(custom: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "session_state", {"chart": {"selection": {"points": [{"customdata": custom}]}}})
    query: dict[str, str] = {}
    monkeypatch.setattr(st, "query_params", query)
    baselines_over_time._run_chosen("chart", {"k": "refund"})
    assert query == {}
