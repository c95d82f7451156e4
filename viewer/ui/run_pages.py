"""The head of a view that shows the messages a page at a time: the pages, and which messages this one holds."""

from collections.abc import Callable

import streamlit as st

from viewer.ui import run_choice
from viewer.ui.run_facts import RunFacts


def draw(facts: RunFacts, size: int, key: str, told: str, beside: Callable[[], object] | None = None) -> range:
    """The indexes of the messages to show: at first the page of the chosen message. Empty: none is stored, as it says.

    Args:
        facts: of the run.
        size: messages a page.
        key: of the view.
        told: a sentence of ours about the page.
        beside: draws what stands beside the pages.
    """
    count = len(facts.run.messages)
    if count == 0:
        st.markdown("**No message is stored** in this run.")
        return range(0)
    pages = -(-count // size)
    choice = run_choice.current(facts)
    wanted = choice.number // size + 1 if choice.kind == "message" else 1
    page = 1
    with st.container(horizontal=True, vertical_alignment="center"):
        if pages > 1:
            page = st.pagination(pages, default=min(wanted, pages), key=f"{key}_{facts.key}")
        if beside is not None:
            beside()
    first = (page - 1) * size
    shown = range(first, min(count, first + size))
    st.text(f"Messages [{first}–{shown[-1]}] of {count:,}. {told}")
    return shown
