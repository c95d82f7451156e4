"""What was sent at each model call? A row a request with what changed; the chosen one in full beside it."""

from typing import Any

import pandas as pd
import streamlit as st

from viewer.analysis.requests import FIELD_NAMES, RequestView
from viewer.analysis.tokens import change_text
from viewer.model.usage import prompt_tokens
from viewer.plain import cell
from viewer.ui import run_choice, run_request
from viewer.ui.components import kit
from viewer.ui.field_lines import FIELD_WORDS
from viewer.ui.run_choice import Choice
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_segments import ranges_text

_TABLE, _REPLIES = "requests_table", "requests_replies"


@st.fragment
def draw(facts: RunFacts) -> None:
    """Table and panel."""
    run_choice.full_rerun_if_asked()
    views = facts.views
    if not views:
        st.markdown("**No request** is stored in this run: no reply of a model is in it.")
        return
    chosen = chosen_request(views, run_choice.current(facts))
    kit.draw("lines", {"rows": run_request.overview_rows(facts)}, key="requests_overview")
    st.markdown(f"**What was sent at each model call?** n = {len(views):,} requests. Select a row to read one.")
    left, right = st.columns([12, 10], gap="small")
    with left:
        st.session_state[_REPLIES] = [view.request.message_index for view in views]
        st.dataframe(
            _frame(facts.key, facts.run.source.version, facts),
            key=_TABLE,
            hide_index=True,
            lazy=False,
            on_select=_chosen,
            selection_mode="single-row",
            column_config=_columns(),
            placeholder="—",
            height=min(560, 40 + 28 * len(views)),
            row_height=28,
            alt="Requests, one a row",
        )
    with right, st.container(key="run_request"):
        run_request.draw(facts, views[chosen])


@st.cache_resource(show_spinner=False, max_entries=4)
def _frame(key: str, version: str, _facts: RunFacts) -> pd.DataFrame:
    return requests_frame(_facts)


def chosen_request(views: tuple[RequestView, ...], choice: Choice) -> int:
    """The number (from 0) of the request that the chosen message answers, or else of the next one after it."""
    if choice.kind != "message":
        return 0
    return next((at for at, view in enumerate(views) if view.request.message_index >= choice.number), len(views) - 1)


def requests_frame(facts: RunFacts) -> pd.DataFrame:
    """A row a request, as far as the record goes."""
    views = facts.views
    sizes = [prompt_tokens(view.request.usage) for view in views]
    outputs = [view.request.usage.output_tokens if view.request.usage else None for view in views]
    return pd.DataFrame(
        {
            "request": [view.request.k for view in views],
            "reply": [f"[{view.request.message_index}]" for view in views],
            "sent": [ranges_text(view.context.ranges) or "—" for view in views],
            "since the one before": [difference_words(view) for view in views],
            "input tokens": pd.array(sizes, dtype="Int64"),
            "change": [
                change_text(facts.changes[view.request.k]) if view.request.k in facts.changes else "" for view in views
            ],
            "output tokens": pd.array(outputs, dtype="Int64"),
            "stop reason": [view.request.stop_reason for view in views],
            "status": [view.context.status for view in views],
            "turn": [view.request.turn for view in views],
            "seconds": [view.request.seconds for view in views],
            "model": [cell(view.request.model, 60) for view in views],
        }
    )


def difference_words(view: RequestView) -> str:
    """`+[3–4]`, `−[0–8]`, `system prompt changed`; `not known` where it cannot be told."""
    if not view.comparable:
        return "not known"
    words: list[str] = []
    if view.added:
        words.append(f"+{ranges_text(view.added)}")
    if view.removed:
        words.append(f"−{ranges_text(view.removed)}")
    changed = [FIELD_WORDS[name] for name in FIELD_NAMES if any(change.name == name for change in view.changed)]
    if changed:
        words.append(f"{', '.join(changed)} changed")
    return " · ".join(words) or "nothing"


def _columns() -> dict[str, Any]:
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    return {
        "request": number(width=66, format="localized", help="Number of the request, from 1"),
        "reply": text(width=62, help="The message that answered it"),
        "sent": text(width=90, help="Messages of the run that it held"),
        "since the one before": text(width=150, help="Messages that came in or went, request fields that changed"),
        "input tokens": number(width=92, format="localized", help="Full rate, cache reads and writes, as recorded"),
        "change": text(width=150, help="Since the last recorded size, and the messages that paid for it"),
        "output tokens": number(width=92, format="localized", help="As recorded"),
        "stop reason": text(width=92),
        "status": text(width=80, help="Whether the file stores the list, or a rule gives it"),
        "turn": number(width=50, format="localized"),
        "seconds": number(width=70, help="As recorded"),
        "model": text(width=140),
    }


def _chosen() -> None:
    rows = st.session_state[_TABLE].selection.rows
    replies: list[int] = st.session_state.get(_REPLIES, [])
    if rows and rows[0] < len(replies):
        run_choice.go(replies[rows[0]])
