"""Facets: the values of a field with the runs that have them; a click asks for one in the filter line, or no longer."""

import pandas as pd
import streamlit as st

from viewer.errors import RunFileError
from viewer.index.filter_line.edited import switched, values_asked, without
from viewer.index.filter_line.error import FilterError
from viewer.index.filter_line.parser import parse
from viewer.index.filter_line.sql import condition
from viewer.index.filter_line.tree import MISSING, Field, Value
from viewer.index.query_counts import FACETS, Counted, facet
from viewer.plain import cell, visible
from viewer.ui import filter_line
from viewer.ui.catalog import Catalog
from viewer.ui.runs_lookups import lookups

_TIMES = "_facet_times"
"""How often a facet was clicked: a table of a new key has nothing selected."""


def draw(catalog: Catalog, line: str) -> None:
    """A button for each field; its values are counted when it is opened."""
    for name, field in FACETS.items():
        asked = _asked(line, field)
        label = f"{name} ({len(asked)})" if asked else name
        with st.popover(label, key=f"facet_{name}", on_change="rerun") as opened:
            if opened.open:
                _draw_values(catalog, line, name, field, asked)


def _draw_values(catalog: Catalog, line: str, name: str, field: Field, asked: tuple[Value, ...]) -> None:
    try:
        counted = facet(catalog.reader(), field, condition(parse(without(line, field)), lookups(catalog)))
    except (FilterError, RunFileError) as error:
        st.text(visible(str(error)))
        return
    if not counted:
        st.markdown("No run passes the rest of the filter.")
        return
    times: int = st.session_state.get(_TIMES, 0)
    key = f"facet_{name}_{times}"
    st.dataframe(
        table(counted, asked),
        key=key,
        hide_index=True,
        width=380,
        on_select=lambda: _switch(line, field, key, [one.value for one in counted]),
        selection_mode="single-row",
        lazy=False,
        placeholder="—",
        alt=f"Values of {name}, one a row, with the runs that have them",
    )
    st.markdown(
        "Tick a row to ask for it, or no longer. " + ("The most frequent are shown." if len(counted) >= 30 else "")
    )


def table(counted: list[Counted], asked: tuple[Value, ...]) -> pd.DataFrame:
    """One row a value."""
    return pd.DataFrame({
        "asked for": ["✓" if (MISSING if one.value is None else one.value) in asked else "" for one in counted],
        "value": ["none" if one.value is None else cell(one.value) for one in counted],
        "runs": [one.runs for one in counted],
    })  # fmt: skip


def _asked(line: str, field: Field) -> tuple[Value, ...]:
    try:
        return values_asked(line, field)
    except FilterError:
        return ()


def _switch(line: str, field: Field, key: str, values: list[str | None]) -> None:
    for row in st.session_state[key]["selection"]["rows"]:
        if row < len(values):
            value = values[row]
            filter_line.set_line(switched(line, field, MISSING if value is None else value))
    st.session_state[_TIMES] = st.session_state.get(_TIMES, 0) + 1
