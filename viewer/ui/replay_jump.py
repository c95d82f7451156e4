"""The way from a tool_result of the Run page to the Replay page."""

from typing import Any

import streamlit as st

from viewer.ui import format_choice
from viewer.ui.replay_target import parameters
from viewer.ui.run_facts import RunFacts

_ASKED = "replay_asked"
_LEFT = ("msg", "record", "view", "at")
"""Parameters of the Run page that mean nothing on the other."""


def ask(name: list[Any] | None) -> None:
    """Go there with the next run of the page; for the callback of a button.

    Args:
        name: key of the run, message, block.
    """
    st.session_state[_ASKED] = name


def follow(facts: RunFacts, message: int) -> None:
    """Go there, where it was asked for from the message shown."""
    asked = st.session_state.pop(_ASKED, None)
    if asked and asked[:2] == [facts.key, message]:
        kept = {name: value for name, value in st.query_params.to_dict().items() if name not in _LEFT}
        st.switch_page(
            "pages/replay.py",
            query_params={**kept, **format_choice.parameters(), **parameters(message, asked[2])},
        )
