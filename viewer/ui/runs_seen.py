"""When and where do the listed runs come up? Counts by hour and by release, and the first of them."""

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from viewer.index.filter_line.comparison import Condition
from viewer.index.query_counts import Occurrence, occurrence
from viewer.plain import cell
from viewer.ui import charts, runs_list
from viewer.ui.catalog import Catalog
from viewer.ui.runs_filter import SEEN

_HEIGHT = 190


def draw(catalog: Catalog, where: Condition, listed: str) -> None:
    """The panel, counted when it is opened.

    Args:
        catalog: whose runs.
        where: what lets them through.
        listed: their list as a query string.
    """
    with st.expander("When and in which release", key=SEEN, bind="query-params", on_change="rerun") as opened:
        if opened.open:
            _draw_counts(occurrence(catalog.reader(), where), listed)


def _draw_counts(found: Occurrence, listed: str) -> None:
    if not found.runs:
        st.markdown("No run passes the filter.")
        return
    if found.first is None or found.last is None:
        st.markdown(f"n = {found.runs:,} runs, none with a date that can be read.")
    else:
        with st.container(horizontal=True, vertical_alignment="center", key="seen_first"):
            st.markdown(said(found), width="content")
            if found.first_key is not None:
                link = runs_list.link(found.first_key, listed)
                st.page_link("pages/run.py", label="The first of them", query_params=link)
        charts.draw(time_figure(found), key="seen_chart", alt="Runs by the time at which they started")
        with st.expander("The chart as a table", key="seen_table_expander", on_change="rerun") as opened:
            if opened.open:
                st.dataframe(time_table(found), key="seen_table", hide_index=True, lazy=False, alt="Runs by time")
    if found.release_attribute is None:
        st.markdown("No run names its release: no attribute `release`, `version` or the like.")
        return
    st.text(f"By release ({cell(found.release_attribute)}), in the order in which they were first seen")
    st.dataframe(
        pd.DataFrame({
            "release": ["none" if one.value is None else cell(one.value) for one in found.releases],
            "runs": [one.runs for one in found.releases],
        }),
        key="seen_releases", hide_index=True, width=380, lazy=False, alt="Runs by release",
    )  # fmt: skip


def said(found: Occurrence) -> str:
    """What is counted, and since when."""
    undated = f", {found.undated:,} of them without a date" if found.undated else ""
    return (
        f"n = {found.runs:,} runs{undated} · first seen **{found.first:%Y-%m-%d %H:%M} UTC** · "
        f"last **{found.last:%Y-%m-%d %H:%M} UTC**"
    )


def time_table(found: Occurrence) -> pd.DataFrame:
    """One row an hour or a day that has runs."""
    shape = "%Y-%m-%d" if found.by_day else "%Y-%m-%d %H:00"
    return pd.DataFrame({
        "day" if found.by_day else "hour (UTC)": [f"{at:{shape}}" for at, _ in found.by_hour],
        "runs": [runs for _, runs in found.by_hour],
    })  # fmt: skip


def time_figure(found: Occurrence) -> go.Figure:
    """Runs by hour, or by day where there are many hours."""
    unit = "day" if found.by_day else "hour"
    figure = go.Figure(
        go.Bar(
            x=[at for at, _ in found.by_hour],
            y=[runs for _, runs in found.by_hour],
            width=(24 if found.by_day else 1) * 3_600_000 * 0.9,
            marker={"color": charts.BAR_COLOUR},
            hovertemplate="%{x}: %{y:,} runs<extra></extra>",
        )
    )
    figure.update_layout(height=_HEIGHT, margin={"l": 8, "r": 8, "t": 4, "b": 8}, showlegend=False)
    figure.update_xaxes(title=f"start, by {unit} (UTC)")
    most = max(runs for _, runs in found.by_hour)
    figure.update_yaxes(title="runs", range=[0, most * 1.05], tickvals=[0, most], tickformat=",d")
    return figure
