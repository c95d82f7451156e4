"""What is chosen on the Run page: a message, a record or a branch. The URL is the truth; the browser paints first."""

import time
from dataclasses import dataclass
from typing import Any, Literal

import streamlit as st

from viewer.model.run import Run
from viewer.ui.run_facts import RunFacts

Kind = Literal["message", "record", "branch"]
_STATE = "run_choice"
_FULL_RERUN = "run_full_rerun"
LAG = 3.0
"""Seconds in which an address that the list chose may still come back late."""
FAST = 4
"""Choices within that time from which on keys are fast."""
TOLD = 64
"""Choices of the list that are remembered for that."""


@dataclass(frozen=True)
class Choice:
    """One thing of a run."""

    kind: Kind
    number: int
    """Index of a message, number of a record or of a branch."""
    seq: int
    """Grows when the page moves the choice, and not when the list did: the list then follows."""
    named: bool
    """True: the URL names it, so a narrow screen opens at the detail."""
    trouble: str | None = None
    """A sentence of ours, where the URL names a message that is not there."""


def current(facts: RunFacts) -> Choice:
    """The choice by the URL; where it differs from what this session last knew, the list has to follow."""
    state: dict[str, Any] = st.session_state.setdefault(_STATE, {"seq": 0, "run": None, "name": None})
    kind, number, trouble = _from_url(facts)
    if facts.key == state["run"] and _lags(state, [kind, number]):
        kind, number = state["name"]
        _to_url(kind, number)
    named = "msg" in st.query_params or "record" in st.query_params
    if kind == "message" and not named and state["run"] == facts.key and state["name"] and state["name"][0] == "branch":
        kind, number = state["name"]
    if [kind, number] != state["name"] or facts.key != state["run"]:
        st.session_state[_STATE] = state = {"seq": state["seq"] + 1, "run": facts.key, "name": [kind, number]}
    return Choice(kind, number, state["seq"], named, trouble)


def _lags(state: dict[str, Any], name: list[Any]) -> bool:
    """Whether the address is one that the list chose just before: under fast keys a browser reports it late.

    After a single choice the same is the back button.
    """
    if name == state["name"]:
        return False
    since = time.monotonic() - LAG
    recent = [one for one, moment in state.get("told", ()) if moment > since]
    return len(recent) >= FAST and name in recent


def _from_url(facts: RunFacts) -> tuple[Kind, int, str | None]:
    last = len(facts.run.messages) - 1
    record, message = st.query_params.get("record"), st.query_params.get("msg")
    if record is not None:
        if record.isascii() and record.isdigit() and len(record) < 10:
            return "record", int(record), None
        return "message", 0, "The address names no record: a record's number is expected."
    if message is None:
        return "message", 0, None
    if message.isascii() and message.isdigit() and len(message) < 10 and int(message) <= last:
        return "message", int(message), None
    return "message", 0, f"The address names a message that is not in this run: it has messages 0 to {last:,}."


def listed(name: dict[str, Any] | None) -> None:
    """The list has chosen: only the URL and this session's knowledge follow."""
    if not name:
        return
    for kind in ("message", "record", "branch"):
        number = name.get(kind)
        if type(number) is int:
            state = st.session_state.setdefault(_STATE, {"seq": 0, "run": None, "name": None})
            told = [*state.get("told", ()), ([kind, number], time.monotonic())][-TOLD:]
            st.session_state[_STATE] = {**state, "name": [kind, number], "told": told}
            _to_url(kind, number)
            return


def go(message: int) -> None:
    """The page chooses a message: the list follows, on the ledger's view."""
    _to_url("message", message)
    state = st.session_state.setdefault(_STATE, {"seq": 0, "run": None, "name": None})
    st.session_state[_STATE] = {**state, "name": None}


def go_record(record: int) -> None:
    """The page chooses a record."""
    _to_url("record", record)
    state = st.session_state.setdefault(_STATE, {"seq": 0, "run": None, "name": None})
    st.session_state[_STATE] = {**state, "name": None}


def open_run(key: str, message: int | None = None, branch: int | None = None) -> None:
    """Another run, or a branch of this one."""
    st.query_params["run"] = key
    for name, value in (("msg", message), ("record", None), ("branch", branch)):
        if value is not None:
            st.query_params[name] = str(value)
        elif name in st.query_params:
            del st.query_params[name]
    st.session_state[_FULL_RERUN] = True


def full_rerun_if_asked() -> None:
    """Fragments call this first: a callback cannot start the page over itself."""
    if st.session_state.pop(_FULL_RERUN, False):
        st.rerun(scope="app")


def ask_full_rerun() -> None:
    """Start the whole page over once the fragment runs."""
    st.session_state[_FULL_RERUN] = True


def _to_url(kind: str, number: int) -> None:
    for name, wanted in (("msg", "message"), ("record", "record")):
        if kind == wanted:
            st.query_params[name] = str(number)
        elif name in st.query_params:
            del st.query_params[name]


def branch(run: Run) -> int:
    """The branch that the URL names, from 1; 0 for the main list."""
    wanted = st.query_params.get("branch", "")
    number = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 6 else 0
    return number if number <= len(run.branches) else 0
