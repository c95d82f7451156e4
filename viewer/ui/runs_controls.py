"""The filters above the table of runs, each kept in the URL."""

import streamlit as st

from viewer.ui.runs_filter import ENDINGS, FORMAT_NAMES, OUTCOMES, SORTS, RunFilter

KEYS = ("text", "format", "outcome", "ending", "sort")
"""Keys of the widgets, which are the names in the URL."""


def draw() -> RunFilter:
    """The controls, and what they say."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="runs_filters"):
        text = st.text_input(
            "Text",
            key="text",
            type="search",
            live="300ms",
            placeholder="words, or an id",
            help="Words that all stand in a run's label, task, model, format, ids, attributes, exit or file name",
            max_chars=500,
            width="stretch",
            bind="query-params",
        )
        formats = _several("Format", FORMAT_NAMES, "format")
        outcomes = _several("Outcome", OUTCOMES, "outcome")
        endings = _several("Ending", ENDINGS, "ending")
        sort = st.selectbox("Sort by", SORTS, key="sort", width=170, bind="query-params", filter_mode=None)
    return RunFilter(text or "", tuple(formats), tuple(outcomes), tuple(endings), sort)


def _several(label: str, options: tuple[str, ...], key: str) -> list[str]:
    return st.multiselect(label, options, key=key, placeholder="any", width=170, bind="query-params")


def clear() -> None:
    """Show all runs again; a widget's callback."""
    for key in KEYS[:-1]:
        st.session_state[key] = "" if key == "text" else []
