"""The Fleet page: tools, findings, days and totals over all runs that pass; every figure leads to its runs."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from viewer.errors import RunFileError
from viewer.index import fleet
from viewer.index.filter_line.comparison import Condition
from viewer.index.filter_line.edited import narrowed
from viewer.index.filter_line.error import FilterError
from viewer.index.filter_line.tree import CallField, Comparison, FindingField, Node
from viewer.index.reader import IndexReader
from viewer.plain import visible
from viewer.ui import charts, fleet_tables, runs_list, runs_table, steps_links, trouble
from viewer.ui.catalog import Catalog
from viewer.ui.runs_filter import RunFilter

_WANTED, _DAYS = "_steps_open", "fleet_days"


def draw(catalog: Catalog) -> None:
    """The filter line, then every view."""
    steps_links.open_if_asked()
    line = steps_links.draw_filter().line
    if catalog.progress().state == "reading":
        trouble.draw_waiting(catalog, until=lambda: False)
    try:
        where = runs_list.where(catalog, RunFilter(line))
        reader = catalog.reader()
        found = fleet.totals(reader, where)
        if not found.runs:
            if catalog.progress().state != "reading":
                st.markdown(steps_links.nothing(line))
            return
        left, right = st.columns([2, 1], gap="medium")
        with left:
            _draw_days(reader, where, line, found.without_date)
        with right:
            _draw_totals(found)
        _draw_tools(reader, where, line, found.tool_calls)
        _draw_findings(reader, where, line, found.runs)
        _draw_growth(reader, where)
    except (FilterError, RunFileError) as error:
        st.markdown("**These runs cannot be counted.**")
        st.text(visible(str(error)))


def _draw_days(reader: IndexReader, where: Condition, line: str, without_date: int) -> None:
    st.header("How many runs started on which day?")
    days = fleet.days(reader, where)
    if not days:
        st.markdown("**No run records when it started**, or none as a date that can be read.")
        return
    n = sum(one.runs for one in days)
    st.markdown(f"n = {n:,} runs; {without_date:,} record no date. A click on a bar opens its runs.")
    st.plotly_chart(
        fleet_tables.days_figure(days), key=_DAYS, theme="streamlit", config=charts.config(), selection_mode="points",
        on_select=lambda: _day_chosen(line), alt="Runs by the day on which they started",
    )  # fmt: skip
    charts.draw_image_choice()
    with st.expander("The chart as a table", key="fleet_days_table", on_change="rerun") as opened:
        if opened.open:
            st.dataframe(fleet_tables.days_frame(days), key="fleet_days_rows", hide_index=True, lazy=False)


def _day_chosen(line: str) -> None:
    chosen: Any = st.session_state.get(_DAYS)
    for point in (chosen or {}).get("selection", {}).get("points", ()):
        day = point.get("customdata")
        day = day[0] if isinstance(day, list) else day
        if isinstance(day, str):
            st.session_state[_WANTED] = f"({line}) and started = {day}" if line.strip() else f"started = {day}"
            return


def _draw_totals(found: fleet.Totals) -> None:
    st.header("What do they add up to?")
    st.markdown("Sums of what is recorded; least bounds where some do not.")
    st.dataframe(
        fleet_tables.totals_frame(found), key="fleet_totals", hide_index=True, lazy=False,
        row_height=runs_table.ROW_HEIGHT, alt="Totals",
    )  # fmt: skip


def _draw_tools(reader: IndexReader, where: Condition, line: str, client_calls: int) -> None:
    st.header("Which tools are called, how do they go, what do they cost?")
    found = fleet.tools(reader, where)
    if not found:
        st.markdown("**No tool was called** in these runs.")
        return
    calls = sum(one.calls for one in found)
    others = f", {calls - client_calls:,} of them run by the provider" if calls > client_calls else ""
    st.markdown(
        f"n = {calls:,} calls of {len(found):,} tools{others}. The error rate is of the results that carry a flag. "
        "Tick a row to open its runs."
    )
    with st.container(horizontal=True):
        only_errors = st.toggle("Open only runs with errors of it", key="fleet_errors")
        downstream = st.toggle(
            "Count tokens downstream", key="fleet_downstream",
            help="Tokens of a result times the later requests of its run: at most what presenting it again cost",
        )  # fmt: skip
    frame = fleet_tables.tools_frame(found, fleet.carried(reader, where) if downstream else None)
    _rows_open(
        frame, "fleet_tools", line, [_tool(one.tool, only_errors) for one in found], "Tools, one a row", ("error rate",)
    )


def _tool(name: str, only_errors: bool) -> tuple[Node, ...]:
    named = Comparison(CallField("tool"), "=", (name,))
    return (named, Comparison(CallField("error"), "=", (True,))) if only_errors else (named,)


def _draw_findings(reader: IndexReader, where: Condition, line: str, runs: int) -> None:
    st.header("Which rules do they break?")
    found = fleet.findings(reader, where)
    if not found:
        st.markdown("**No finding** in these runs.")
        return
    st.markdown(f"n = {runs:,} runs. Tick a row to open its runs.")
    wanted: list[tuple[Node, ...]] = [(Comparison(FindingField(), "=", (code,)),) for code, _ in found]
    _rows_open(
        fleet_tables.findings_frame(found, runs), "fleet_findings", line, wanted, "Findings, one a row", ("of all",)
    )


def _draw_growth(reader: IndexReader, where: Condition) -> None:
    with st.expander("Whose prompts grow fastest?", key="fleet_growth", on_change="rerun") as opened:
        if not opened.open:
            return
        found = fleet.fastest_growth(reader, where)
        if not found:
            st.markdown("**No run records the sizes of two requests**, or none grew.")
            return
        st.markdown(f"The first {len(found):,} runs. Tick a row to open it.")
        chosen = st.dataframe(
            fleet_tables.growth_frame(found), key="fleet_growth_rows", hide_index=True, lazy=False, placeholder="—",
            on_select="rerun", selection_mode="single-row", row_height=runs_table.ROW_HEIGHT,
            alt="Runs whose prompts grow fastest, one a row",
        )  # fmt: skip
        for row in chosen["selection"]["rows"][:1]:
            st.switch_page("pages/run.py", query_params=runs_list.link(found[row].key, ""))


def _rows_open(
    frame: pd.DataFrame, key: str, line: str, wanted: Sequence[tuple[Node, ...]], alt: str, shares: tuple[str, ...]
) -> None:
    """A table whose rows open the runs that meet their conditions."""
    number = st.column_config.NumberColumn
    chosen = st.dataframe(
        frame, key=key, hide_index=True, lazy=False, placeholder="—", on_select="rerun", selection_mode="single-row",
        row_height=runs_table.ROW_HEIGHT, height=runs_table.height(min(len(frame), 14)),
        column_config={
            name: number(name, format="percent" if name in shares else "localized")
            for name in frame.columns
            if frame[name].dtype.kind in "iuf"
        },
        alt=alt,
    )  # fmt: skip
    for row in chosen["selection"]["rows"][:1]:
        if row < len(wanted):
            for node in wanted[row]:
                line = narrowed(line, node)
            st.switch_page("pages/runs.py", query_params=steps_links.query(line))
