"""What the reader has opened beyond the defaults, in this session: plain values only."""

from typing import Any

import streamlit as st

from viewer.ui import access
from viewer.ui.detail_text import Opened
from viewer.ui.run_choice import Choice
from viewer.ui.run_facts import RunFacts

_OPENED = "detail_opened"
_REVEALED = "revealed_values"
_KEPT_OPEN = ("fields", "raw")
"""Sections that stay open from message to message."""


def opened(facts: RunFacts, choice: Choice) -> Opened:
    """What is open of the chosen message; all but the kept sections closes with another message."""
    name = [facts.key, choice.kind, choice.number]
    state: dict[str, Any] = st.session_state.get(_OPENED, {})
    if state.get("name") != name:
        kept = [section for section in state.get("sections", []) if section in _KEPT_OPEN]
        state = {"name": name, "parts": {}, "codes": [], "sections": kept}
        st.session_state[_OPENED] = state
    return Opened(state["parts"], revealed(), frozenset(state["codes"]), frozenset(state["sections"]))


def revealed() -> frozenset[str]:
    """Ids of the masked values that a reviewer chose to see."""
    if not access.may("reviewer"):
        return frozenset()
    return frozenset(st.session_state.get(_REVEALED, ()))


def show_part(body: str, part: int) -> None:
    """Open a body, at a part of it."""
    state = st.session_state[_OPENED]
    st.session_state[_OPENED] = {**state, "parts": {**state["parts"], body: max(0, part)}}


def toggle_codes(body: str) -> None:
    """Show or hide a body's terminal codes."""
    state = st.session_state[_OPENED]
    st.session_state[_OPENED] = {**state, "codes": _toggled(state["codes"], body)}


def set_section(section: str, is_open: bool) -> None:
    """Open or close a section."""
    state = st.session_state[_OPENED]
    others = [one for one in state["sections"] if one != section]
    st.session_state[_OPENED] = {**state, "sections": [*others, section] if is_open else others}


def toggle_revealed(value_id: str) -> None:
    """Reveal one value, or mask it again: a reviewer may."""
    if not access.may("reviewer"):
        st.toast("Masked values are revealed by reviewers only.")
        return
    st.session_state[_REVEALED] = _toggled(list(revealed()), value_id)


def _toggled(values: list[str], value: str) -> list[str]:
    return [one for one in values if one != value] if value in values else [*values, value]
