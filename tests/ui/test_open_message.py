from types import SimpleNamespace
from typing import Any

import pytest
import streamlit as st

from viewer.ui import open_message, run_choice


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The messages that were opened."""
    found: list[int] = []
    monkeypatch.setattr(st, "session_state", {})
    monkeypatch.setattr(run_choice, "go", found.append)
    return found


def _selected(**what: Any) -> Any:
    return SimpleNamespace(selection=SimpleNamespace(**what))


def test_a_row_opens_the_message_that_it_stood_for(opened: list[int]) -> None:
    open_message.rows_open("t", [5, 3])
    st.session_state["t"] = _selected(rows=[1])
    open_message.row_chosen("t")
    assert opened == [3]
    assert st.session_state["view"] == "Ledger"


@pytest.mark.parametrize("custom", [7, [7]])
def test_a_mark_opens_its_message(custom: Any, opened: list[int]) -> None:
    st.session_state["c"] = _selected(points=[{"customdata": custom}])
    open_message.mark_chosen("c")
    assert opened == [7]


@pytest.mark.parametrize("custom", [None, [], "7", -1, True, [1.5]])
def test_what_is_no_message_opens_nothing(custom: Any, opened: list[int]) -> None:
    st.session_state["c"] = _selected(points=[{"customdata": custom}])
    open_message.mark_chosen("c")
    st.session_state["t"] = _selected(rows=[4])
    open_message.row_chosen("t")
    assert opened == []
