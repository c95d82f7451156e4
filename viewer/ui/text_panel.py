"""A long text of a run beside the ledger's detail: masked, in parts, with find, tree, copy and download."""

from typing import Any

import streamlit as st

from viewer.ui import access, blob, detail_state
from viewer.ui.components import kit
from viewer.ui.detail_text import Opened, text_body

_STATE = "_text_panel_"


def draw(key: str, text: str, *, of: str, name: str, json: bool = False) -> None:
    """One text.

    Args:
        key: of the component.
        text: as stored; it is masked and escaped here.
        of: what the text is of, in our words and numbers; with another one it starts closed.
        name: of the file that a download makes, ours.
        json: offer it as a tree as well.
    """
    state = st.session_state.get(_STATE + key)
    if not state or state["of"] != of:
        state = {"of": of, "part": None, "codes": False}
        st.session_state[_STATE + key] = state
    body = text_body(key, text, _opened(key, state), json=json)
    kit.draw("text", {"of": of, "bodies": [body]}, key=key, on_act_change=lambda: _act(key))
    blob.draw(key, name, lambda: text.encode("utf-8", "surrogatepass"))


def _opened(key: str, state: dict[str, Any]) -> Opened:
    parts = {} if state["part"] is None else {key: state["part"]}
    codes = frozenset({key}) if state["codes"] else frozenset[str]()
    return Opened(parts, detail_state.revealed(), codes)


def _act(key: str) -> None:
    """A button of the text; what it sends comes from the browser, so it is checked."""
    asked = (st.session_state.get(key) or {}).get("act") or {}
    state = st.session_state.get(_STATE + key)
    if state is None:
        return
    match asked.get("name"), asked.get("value"):
        case "all", {"part": int(part)}:
            st.session_state[_STATE + key] = {**state, "part": max(0, part)}
        case "codes", _:
            st.session_state[_STATE + key] = {**state, "codes": not state["codes"]}
        case "reveal", str(value_id):
            detail_state.toggle_revealed(value_id)
        case "download", _ if not access.may("reviewer"):
            st.toast(access.UNMASKED)
        case "download", _:
            blob.ask(key)
        case _:
            pass
