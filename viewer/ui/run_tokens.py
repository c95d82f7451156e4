"""How big was each request? A bar a request, gaps where nothing is recorded, and what paid for each increase."""

from dataclasses import dataclass
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from viewer.analysis.tokens import RequestSize, TokenGrowth, change_text
from viewer.ui import run_choice
from viewer.ui.charts import BAR_COLOUR, CONFIG
from viewer.ui.components import kit
from viewer.ui.plain import cell
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_segments import Segment, counted, quiet, status

MARKS = 500
"""Bars at most; of several requests in one bar the largest is drawn."""
_CHART, _TABLE, _REPLIES = "tokens_chart", "tokens_table", "tokens_replies"


@dataclass(frozen=True)
class Bar:
    """One mark: a request, or several next to each other."""

    first_k: int
    last_k: int
    tokens: int | None
    """The largest recorded size among them; None: none is recorded."""
    message_index: int
    """Of the reply to the largest, or to the first."""
    not_recorded: int


def bars(sizes: tuple[RequestSize, ...], most: int = MARKS) -> tuple[Bar, ...]:
    """Sizes in at most so many bars."""
    width = max(1, -(-len(sizes) // most))
    made: list[Bar] = []
    for start in range(0, len(sizes), width):
        group = sizes[start : start + width]
        largest = max(group, key=lambda size: -1 if size.prompt_tokens is None else size.prompt_tokens)
        missing = sum(1 for size in group if size.prompt_tokens is None)
        made.append(Bar(group[0].k, group[-1].k, largest.prompt_tokens, largest.message_index, missing))
    return tuple(made)


def draw(facts: RunFacts) -> None:
    """Totals, chart, and the increases as a table."""
    growth = facts.growth
    if not growth.sizes:
        st.markdown("**No request** is stored in this run, so there is no size to show.")
        return
    kit.draw("lines", {"rows": [("prompt tokens", total_segments(growth))]}, key="tokens_total")
    if growth.prompt_tokens is None:
        st.markdown("**No request's size is recorded** in this file. Nothing is put in its place.")
        return
    st.markdown(f"**Where did the input tokens grow?** n = {len(growth.sizes):,} requests; a click opens the reply.")
    drawn = bars(growth.sizes)
    st.plotly_chart(
        tokens_figure(drawn),
        key=_CHART,
        theme="streamlit",
        config=CONFIG,
        on_select=_bar_chosen,
        selection_mode="points",
        alt=f"Input tokens of {len(growth.sizes)} requests; the table below holds the same numbers.",
    )
    st.markdown("**Which messages paid for each change?** Select a row to open the later request's reply.")
    st.session_state[_REPLIES] = [size.message_index for size in growth.sizes]
    st.dataframe(
        changes_frame(growth),
        key=_TABLE,
        hide_index=True,
        lazy=False,
        on_select=_row_chosen,
        selection_mode="single-row",
        column_config={
            "request": st.column_config.NumberColumn(width="small", format="localized"),
            "reply": st.column_config.TextColumn(width="small"),
            "input tokens": st.column_config.NumberColumn(width="small", format="localized"),
            "since request": st.column_config.TextColumn(width="small"),
            "note": st.column_config.TextColumn(width="large"),
        },
        placeholder="—",
        height=min(420, 38 + 28 * len(growth.sizes)),
        row_height=28,
    )


def total_segments(growth: TokenGrowth) -> list[Segment]:
    """The sum over the run, with how many requests it lacks; cache fields apart."""
    if growth.prompt_tokens is None:
        return ["—", quiet(" not recorded")]
    least = "at least " if growth.not_recorded else ""
    line: list[Segment] = [f"{least}{growth.prompt_tokens:,} in all requests together "]
    if growth.not_recorded:
        rule = "The sum of what is recorded; a request without a recorded size is not estimated."
        line.append(status(f"{counted(growth.not_recorded, 'request')} not recorded", rule))
    else:
        line.append(status("recorded", "The sum of the sizes that the file records."))
    parts = (
        ("at the full rate", growth.recorded.input_tokens),
        ("read from the cache", growth.recorded.cache_read_input_tokens),
        ("written to the cache", growth.recorded.cache_creation_input_tokens),
        ("output", growth.recorded.output_tokens),
    )
    told = " · ".join(f"{value:,} {word}" for word, value in parts if value is not None)
    return [*line, quiet(f" · {told}")]


def tokens_figure(drawn: tuple[Bar, ...]) -> go.Figure:
    """A bar a request; one without a recorded size is a gap with a mark on the axis."""
    known = [bar for bar in drawn if bar.tokens is not None]
    gaps = [bar for bar in drawn if bar.tokens is None]
    figure = go.Figure()
    figure.add_bar(
        x=[(bar.first_k + bar.last_k) / 2 for bar in known],
        y=[bar.tokens for bar in known],
        customdata=[bar.message_index for bar in known],
        text=[f"{bar.tokens:,}" for bar in known] if len(known) <= 12 else None,
        textposition="outside",
        cliponaxis=False,
        marker={"color": BAR_COLOUR},
        hovertemplate="%{meta}: %{y:,} tokens<extra></extra>",
        meta="input",
        name="recorded",
    )
    figure.add_scatter(
        x=[(bar.first_k + bar.last_k) / 2 for bar in gaps],
        y=[0] * len(gaps),
        customdata=[bar.message_index for bar in gaps],
        mode="markers",
        cliponaxis=False,
        marker={"symbol": "x-thin", "size": 9, "line": {"width": 2, "color": BAR_COLOUR}},
        hovertemplate="request %{x}: not recorded<extra></extra>",
        name="not recorded",
    )
    binned = max(bar.last_k - bar.first_k + 1 for bar in drawn)
    title = "request" if binned == 1 else f"request; each bar the largest of {binned:,}"
    figure.update_layout(height=260, margin={"l": 8, "r": 8, "t": 28, "b": 8}, showlegend=bool(gaps), bargap=0.25)
    figure.update_layout(legend={"orientation": "h", "y": 1.2, "x": 1, "xanchor": "right"})
    figure.update_xaxes(title=title, tickformat=",d", dtick=1 if len(drawn) <= 20 and binned == 1 else None)
    figure.update_yaxes(title="input tokens", rangemode="tozero", tickformat=",d")
    return figure


def changes_frame(growth: TokenGrowth) -> pd.DataFrame:
    """A row a request: its size, and the change since the last recorded one with the messages that paid for it."""
    changes = {change.to_k: change for change in growth.changes}
    return pd.DataFrame(
        {
            "request": [size.k for size in growth.sizes],
            "reply": [f"[{size.message_index}]" for size in growth.sizes],
            "input tokens": pd.array([size.prompt_tokens for size in growth.sizes], dtype="Int64"),
            "status": [size.status for size in growth.sizes],
            "change": [change_text(changes[size.k]) if size.k in changes else "" for size in growth.sizes],
            "since request": [str(changes[size.k].from_k) if size.k in changes else "" for size in growth.sizes],
            "note": [(cell(changes[size.k].note) or "") if size.k in changes else "" for size in growth.sizes],
        }
    )


def _open(message: Any) -> None:
    if type(message) is int:
        st.session_state["view"] = "Ledger"
        run_choice.go(message)


def _bar_chosen() -> None:
    points = st.session_state[_CHART].selection.points
    if points:
        custom = points[0].get("customdata")
        _open(custom[0] if isinstance(custom, list) else custom)


def _row_chosen() -> None:
    rows = st.session_state[_TABLE].selection.rows
    replies: list[int] = st.session_state.get(_REPLIES, [])
    if rows and rows[0] < len(replies):
        _open(replies[rows[0]])
