"""The filter line, the facets and the order above the table of runs, each kept in the URL."""

import streamlit as st

from viewer.index.query import FILE_ORDER, SORTS
from viewer.ui import filter_line, runs_facets
from viewer.ui.catalog import Catalog
from viewer.ui.runs_filter import SORT, RunFilter

KEYS = (filter_line.KEY, SORT)
"""Keys of the widgets, which are the names in the URL."""


def draw(catalog: Catalog) -> RunFilter:
    """The controls, and what they say."""
    line = filter_line.draw()
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="runs_filters"):
        runs_facets.draw(catalog, line.line)
        sort = st.selectbox(
            "Sort by", tuple(SORTS), key=SORT, width=190, bind="query-params", filter_mode=None,
            label_visibility="collapsed",
        )  # fmt: skip
    return RunFilter(line.line, sort or FILE_ORDER)


def clear() -> None:
    """Show all runs again; a widget's callback."""
    filter_line.set_line("")
