"""Downloads that the browser saves from its own memory: no address of the server ever holds a run's content."""

import base64
import time
from collections.abc import Callable
from typing import Any

import streamlit as st

from viewer.ui.components import kit

PART = 4_000_000
"""Bytes that travel in one message."""
_NAME = "_blob"


def ask(key: str) -> None:
    """Begin a download; for the callback of a button."""
    st.session_state[_NAME + key] = {"id": f"{key} {time.monotonic_ns()}", "part": 0}


def draw(key: str, name: str, make: Callable[[], bytes]) -> None:
    """Send the next part of a download that was asked for; the browser puts them together and saves them.

    Args:
        key: as `ask` was given it.
        name: of the file, ours.
        make: its bytes; called once a download.
    """
    asked = st.session_state.get(_NAME + key)
    if not asked:
        return
    data = _made(asked["id"], make)
    at = asked["part"] * PART
    payload = {
        "id": asked["id"],
        "part": asked["part"],
        "of": max(1, -(-len(data) // PART)),
        "name": name,
        "bytes": base64.b64encode(data[at : at + PART]).decode(),
    }
    kit.draw("download", payload, key=f"blob_{key}", on_next_change=lambda: _next(key))


@st.cache_resource(show_spinner=False, max_entries=2)
def _made(download: str, _make: Callable[[], bytes]) -> bytes:
    return _make()


def _next(key: str) -> None:
    """The browser asks for a part; what it sends is checked."""
    following: dict[str, Any] = (st.session_state.get(f"blob_{key}") or {}).get("next") or {}
    asked = st.session_state.get(_NAME + key)
    if not asked or following.get("id") != asked["id"]:
        return
    part = following.get("part")
    if type(part) is int and part >= 0:
        st.session_state[_NAME + key] = {**asked, "part": part}
    else:
        st.session_state.pop(_NAME + key)
