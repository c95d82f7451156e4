"""Times as charts: the wait before each message, and the calls of a log as intervals on one axis."""

import plotly.graph_objects as go

from viewer.analysis.logs import CallTiming, LogJoin
from viewer.analysis.timeline import Moment, Timeline
from viewer.ui.charts import BAR_COLOUR, plotly_text

MARKS = 500
"""Bars of a chart at most; of several messages in one bar the longest wait is drawn."""
ROWS = 60
"""Calls drawn as intervals; the slowest of many, the table holds all."""


def longest_waits(times: Timeline, most: int = MARKS) -> tuple[Moment, ...]:
    """The wait before each message; of neighbours that share a bar the longest."""
    known = [one for one in times.moments if one.gap is not None]
    width = max(1, -(-len(known) // most))
    return tuple(max(known[at : at + width], key=lambda one: one.gap or 0.0) for at in range(0, len(known), width))


def waits_figure(drawn: tuple[Moment, ...]) -> go.Figure:
    """Seconds before each message; a negative bar where time went back."""
    figure = go.Figure()
    figure.add_bar(
        x=[one.message_index for one in drawn],
        y=[one.gap for one in drawn],
        customdata=[one.message_index for one in drawn],
        marker={"color": BAR_COLOUR},
        hovertemplate="[%{x}]: %{y:,.2f} s after the message before<extra></extra>",
    )
    figure.update_layout(height=220, margin={"l": 8, "r": 8, "t": 8, "b": 8}, showlegend=False, bargap=0.2)
    figure.update_xaxes(title="message", tickformat=",d")
    figure.update_yaxes(title="seconds", tickformat=",")
    return figure


def slowest_calls(joined: LogJoin, most: int = ROWS) -> tuple[CallTiming, ...]:
    """Calls with a start and an end, in the order of the list; of many the slowest."""
    timed = [call for call in joined.calls if call.seconds is not None]
    kept = sorted(timed, key=lambda call: -(call.seconds or 0.0))[:most]
    return tuple(sorted(kept, key=lambda call: (call.message_index, call.block)))


def intervals_figure(drawn: tuple[CallTiming, ...]) -> go.Figure:
    """A row a call, an interval an attempt."""
    origin = min(call.start for call in drawn if call.start)
    attempts = [(call, line) for call in drawn for line in call.lines if line.start and line.end]
    names = {id(call): f"[{call.message_index}].{call.block} {plotly_text(call.tool)}" for call in drawn}
    figure = go.Figure()
    figure.add_bar(
        orientation="h",
        y=[names[id(call)] for call, _ in attempts],
        base=[(line.start - origin).total_seconds() for _, line in attempts if line.start],
        x=[(line.end - line.start).total_seconds() for _, line in attempts if line.start and line.end],
        customdata=[call.message_index for call, _ in attempts],
        marker={"color": BAR_COLOUR, "line": {"color": BAR_COLOUR, "width": 1}},
        hovertemplate="%{y}: %{x:,.3f} s from %{base:,.3f} s on<extra></extra>",
    )
    figure.update_layout(height=70 + 22 * len(drawn), margin={"l": 8, "r": 8, "t": 8, "b": 8}, showlegend=False)
    figure.update_layout(barmode="overlay", bargap=0.3)
    figure.update_yaxes(autorange="reversed", title="call")
    figure.update_xaxes(title="seconds since the first call began", tickformat=",", rangemode="tozero")
    return figure
