"""A result of the same tool out of another run, to start from."""

import re

import streamlit as st

from viewer.errors import RunFileError
from viewer.model.block import ToolResult
from viewer.model.position import Position
from viewer.plain import visible
from viewer.replay.alternatives import Alternative, results_of
from viewer.ui import session
from viewer.ui.replay_target import LISTED, rows
from viewer.ui.run_facts import facts_of

TITLE = "a result of another run"
_KEY = re.compile(r"[0-9a-f]{16}")
_IN_LINK = re.compile(r"[?&]run=(?P<key>[0-9a-f]{16})(?=&|#|$)")


def draw(tool: str | None) -> Alternative | None:
    """The place to name a run, and its results of the tool; the one that was ticked."""
    if tool is None:
        return None
    with st.expander("Take a result of the same tool from another run", key="replay_elsewhere"):
        given = st.text_input("Link or key of that run", key="replay_other_run", placeholder="16 digits, or a link")
        if not given:
            return None
        key = key_in(given)
        if key is None:
            st.markdown("**This names no run.** Paste the address of a run's page, or its key.")
            return None
        try:
            run = session.run_of_key(key)
        except RunFileError as error:
            st.text(visible(str(error)))
            return None
        facts = facts_of(run)
        found = results_of(run, tool, facts.pairing)[:LISTED]
        if not found:
            st.markdown("**That run has no result of this tool.**")
            return None
        chosen = st.dataframe(
            rows(facts, found),
            hide_index=True,
            key=f"replay_other_{key}",
            on_select="rerun",
            selection_mode="single-row",
            lazy=False,
        )
        picked = chosen["selection"]["rows"]
        if not picked:
            st.markdown("Tick a row; then choose *a result of another run* under **Start from**.")
            return None
        message, number = found[picked[0]]
        block = run.messages[message].blocks[number]
        assert isinstance(block, ToolResult)  # `results_of` names results only
        return Alternative(f"{TITLE}, {Position(message, number)}", block.content, block.is_error)


def key_in(given: str) -> str | None:
    """The key that a pasted address or key holds."""
    given = given.strip()
    named = _IN_LINK.search(given)
    if named is not None:
        return named["key"]
    return given if _KEY.fullmatch(given) else None
