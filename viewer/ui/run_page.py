"""The Run page: the head, then one of its views."""

import streamlit as st

from viewer.model.hashes import run_key
from viewer.model.run import Run
from viewer.ui import (
    detail_panel,
    format_choice,
    ledger,
    run_choice,
    run_export,
    run_head,
    run_reading,
    run_requests,
    run_retelling,
    run_sequence,
    run_structure,
    run_timing,
    run_tokens,
    run_values,
)
from viewer.ui.components import kit
from viewer.ui.run_facts import RunFacts, facts_of

VIEWS = ("Ledger", "Reading view", "Requests", "Values", "Sequence", "Retelling", "Tokens", "Structure", "Timing")


def draw(run: Run) -> None:
    """The whole page of one run."""
    kit.draw_kit()
    facts = facts_of(run, run_choice.branch(run))
    with st.container(key="run_head"):
        run_head.draw(facts, run)
    with st.container(key="run_views", horizontal=True, vertical_alignment="center"):
        view = st.segmented_control(
            "View",
            VIEWS,
            default=VIEWS[0],
            required=True,
            key="view",
            bind="query-params",
            label_visibility="collapsed",
        )
        link = {"left": run_key(run), **format_choice.parameters()}
        st.page_link("pages/compare.py", label="compare…", query_params=link)
        run_export.draw_button()
    run_export.draw(facts)
    match view:
        case "Ledger":
            _draw_work(facts)
        case "Reading view":
            run_reading.draw(facts)
        case "Requests":
            run_requests.draw(facts)
        case "Values":
            run_values.draw(facts)
        case "Sequence":
            run_sequence.draw(facts)
        case "Retelling":
            run_retelling.draw(facts)
        case "Tokens":
            run_tokens.draw(facts, run)
        case "Structure":
            run_structure.draw(facts, run)
        case _:
            run_timing.draw(facts)


@st.fragment
def _draw_work(facts: RunFacts) -> None:
    """List and detail: a click runs this alone."""
    run_choice.full_rerun_if_asked()
    choice = run_choice.current(facts)
    if choice.trouble:
        st.warning(choice.trouble)
    if not facts.run.messages:
        st.markdown("**No message is stored** in this run.")
    with st.container(key="run_work"):
        left, right = st.columns([13, 9], gap="small")
        with left, st.container(key="run_list"):
            ledger.draw(facts, choice)
        with right, st.container(key="run_detail"):
            if facts.run.messages or choice.kind != "message":
                detail_panel.draw(facts, choice)
