"""The ledger of a cited run beside the text of a review: one key cites the message at hand."""

from collections.abc import Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from viewer.model.run import Run
from viewer.plain import visible
from viewer.reviews.document import ReviewDocument
from viewer.ui import ledger, notes_counts, reviews_cite
from viewer.ui.components import kit
from viewer.ui.run_facts import RunFacts, facts_of

_KEY, _OPEN = "review_ledger_list", "_review_ledger"


def open_or_close(alias: str) -> None:
    """Open the ledger of this run, or close it."""
    st.session_state[_OPEN] = None if st.session_state.get(_OPEN) == alias else alias


def beside(document: ReviewDocument, runs: Mapping[str, Run | str]) -> DeltaGenerator:
    """Where the text goes: the whole width, or the left of the ledger that is open, which is drawn here."""
    alias = st.session_state.get(_OPEN)
    run = runs.get(alias) if isinstance(alias, str) else None
    if not isinstance(run, Run) or all(one.alias != alias for one in document.runs):
        return st.container()
    left, right = st.columns([12, 10], gap="medium")
    with right, st.container(key="review_ledger"):
        _draw(facts_of(run))
    return left


@st.fragment
def _draw(facts: RunFacts) -> None:
    if told := reviews_cite.told():
        st.session_state["_review_cited"] = told
        st.rerun(scope="app")
    counts = {str(at): number for at, number in notes_counts.of_messages(facts.key).items() if at is not None}
    kit.draw("notes", {"run": facts.key, "counts": counts}, key="review_ledger_notes")
    kit.draw(
        "ledger",
        ledger.columns_of(facts),
        key=_KEY,
        on_chosen_change=lambda: None,
        on_find_change=lambda: None,
        on_cite_change=lambda: reviews_cite.key_pressed(facts.run, (st.session_state.get(_KEY) or {}).get("cite")),
    )
    ledger.draw_hits(facts, _KEY)
    st.markdown("`c` in the list makes a claim that cites the chosen message.")
    if cited := st.session_state.pop("_review_cited", None):
        st.text(visible(cited))
