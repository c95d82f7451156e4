"""A chart or a table of the Run page opens a message: the ledger's view, at it."""

from typing import Any

import streamlit as st

from viewer.ui import run_choice

_MESSAGES = "_messages_of_"


def open_message(message: Any) -> None:
    """Open it, where it is an index: what a browser sends is checked."""
    if type(message) is int and message >= 0:
        st.session_state["view"] = "Ledger"
        run_choice.go(message)
        run_choice.ask_full_rerun()


def rows_open(key: str, messages: list[int]) -> None:
    """Say which message each row of a table opens; the table is drawn next."""
    st.session_state[_MESSAGES + key] = messages


def row_chosen(key: str) -> None:
    """A row of this table was selected."""
    rows = st.session_state[key].selection.rows
    known: list[int] = st.session_state.get(_MESSAGES + key, [])
    if rows and rows[0] < len(known):
        open_message(known[rows[0]])


def mark_chosen(key: str) -> None:
    """A mark of this chart was selected; its custom data is a message."""
    points = st.session_state[key].selection.points
    if points:
        custom = points[0].get("customdata")
        open_message(custom[0] if isinstance(custom, list) and custom else custom)
