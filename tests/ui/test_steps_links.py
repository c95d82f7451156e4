"""From a bar to its runs."""

import pytest
import streamlit as st

from viewer.index.filter_line.tree import RunField
from viewer.ui import steps_links
from viewer.ui.steps_links import bar_chosen, between, beyond, field_of


def test_a_bar_is_a_condition_more() -> None:
    assert between("", RunField("steps"), 4, 4) == "steps = 4"
    assert between("label = refund", RunField("steps"), 11, 20) == "label = refund and steps >= 11 and steps <= 20"


def test_a_cap_of_turns_asks_for_the_longest_turn() -> None:
    assert field_of("turn") == RunField("longest_turn")
    assert beyond("", "turn", 12) == "longest_turn > 12"
    assert beyond("", "run", 12) == "steps > 12"


@pytest.mark.parametrize("custom", [7, [7]])
def test_a_click_on_a_bar_asks_for_its_runs(custom: object, monkeypatch: pytest.MonkeyPatch) -> None:
    state = {"chart": {"selection": {"points": [{"customdata": custom}]}}}
    monkeypatch.setattr(st, "session_state", state)
    bar_chosen("chart", "", RunField("steps"), 4)
    assert state["_steps_open"] == "steps >= 7 and steps <= 11"


@pytest.mark.parametrize("chosen", [None, {}, {"selection": {"points": [{"customdata": "x"}]}}])
def test_what_is_no_bar_asks_for_nothing(chosen: object, monkeypatch: pytest.MonkeyPatch) -> None:
    state = {"chart": chosen}
    monkeypatch.setattr(st, "session_state", state)
    bar_chosen("chart", "", RunField("steps"), 4)
    assert "_steps_open" not in state


def test_the_address_of_the_runs_keeps_the_filter() -> None:
    assert steps_links.query("steps = 4")["filter"] == "steps = 4"
