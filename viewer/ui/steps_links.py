"""From a bar of the Steps page to its runs: the filter line with one condition more."""

from typing import Any

import streamlit as st

from viewer.analysis.caps.units import CapUnit
from viewer.index.filter_line.edited import narrowed
from viewer.index.filter_line.tree import Comparison, RunField
from viewer.ui import filter_line, format_choice
from viewer.ui.filter_line import FilterLine

_WANTED = "_steps_open"
KEY = "where"
"""Of the filter line on these pages: a link to the Runs page may not set a parameter that a widget here is bound to."""


def open_if_asked() -> None:
    """Go to the runs that a click asked for; while a page is drawn, since a callback cannot."""
    line: str | None = st.session_state.pop(_WANTED, None)
    if line is not None:
        st.switch_page("pages/runs.py", query_params=query(line))


def draw_filter() -> FilterLine:
    """The filter line; `?filter=` of the Runs page is taken over, and stands in the address under this page's name."""
    given = st.query_params.get(filter_line.KEY)
    if given is not None:
        # A value set in the session would not be written into the address, so the page is opened again.
        kept = {name: st.query_params.get_all(name) for name in st.query_params if name not in (filter_line.KEY, KEY)}
        st.switch_page(f"pages/{st.session_state['_page']}.py", query_params={**kept, KEY: [given]})
    return filter_line.draw(KEY)


def nothing(line: str) -> str:
    """Why no run is counted."""
    if line.strip():
        return "**No run passes this filter.** Take a condition away."
    return "**There is no run here.** Open the app on a file or folder of runs, or upload files on the Runs page."


def query(line: str) -> dict[str, str | list[str]]:
    """The query parameters of the Runs page with this filter."""
    return {**({filter_line.KEY: line} if line else {}), **format_choice.parameters()}


def field_of(unit: CapUnit) -> RunField:
    """What a cap is compared with."""
    return RunField("longest_turn" if unit == "turn" else "steps")


def between(line: str, field: RunField, first: float, last: float) -> str:
    """The line, and a field within bounds."""
    if first == last:
        return narrowed(line, Comparison(field, "=", (first,)))
    return narrowed(narrowed(line, Comparison(field, ">=", (first,))), Comparison(field, "<=", (last,)))


def beyond(line: str, unit: CapUnit, cap: int) -> str:
    """The line, and only runs that a cap cuts."""
    return narrowed(line, Comparison(field_of(unit), ">", (cap,)))


def bar_chosen(chart: str, line: str, field: RunField, width: float) -> None:
    """A chart's callback: its custom data are the first value of each bar."""
    chosen: Any = st.session_state.get(chart)
    for point in (chosen or {}).get("selection", {}).get("points", ()):
        first = point.get("customdata")
        first = first[0] if isinstance(first, list) else first
        if isinstance(first, int | float):
            st.session_state[_WANTED] = between(line, field, first, first + width)
            return
