"""Charts of Plotly: figures from values that an analysis has already counted and binned."""

import html
from typing import Any

import plotly.graph_objects as go

from viewer.analysis.steps import StepHistogram, StepSeries
from viewer.ui.plain import one_line

CONFIG: dict[str, Any] = {"displaylogo": False, "toImageButtonOptions": {"format": "svg"}, "scrollZoom": False}
"""The image is made in the browser; nothing is sent."""
PATTERNS = ("", "/", "x", "-", "|", "+", ".", "\\")
"""Fills that tell series apart where colours do not."""


def plotly_text(text: str) -> str:
    """Text of a run inside a figure, where Plotly would read HTML tags and links."""
    return html.escape(one_line(text, 40), quote=False)


def series_name(series: StepSeries) -> str:
    """The label of a series, or how many labels it holds."""
    if len(series.labels) > 1:
        return f"{len(series.labels)} other labels"
    return "no label" if series.labels[0] is None else one_line(series.labels[0], 40)


def steps_figure(histogram: StepHistogram) -> go.Figure:
    """Runs by step count, the labels stacked."""
    figure = go.Figure()
    for number, series in enumerate(histogram.series):
        marks = [mark for mark in histogram.marks if mark.series == number]
        figure.add_bar(
            x=[(mark.first + mark.last) / 2 for mark in marks],
            y=[mark.runs for mark in marks],
            width=[histogram.width * 0.9] * len(marks),
            name=f"{plotly_text(series_name(series))} ({series.n:,})",
            marker_pattern_shape=PATTERNS[number % len(PATTERNS)],
            customdata=[steps_of(mark.first, mark.last) for mark in marks],
            hovertemplate="%{customdata} steps: %{y:,} runs<extra>%{fullData.name}</extra>",
        )
    figure.update_layout(
        barmode="stack",
        bargap=0,
        height=280,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        xaxis={"title": "steps (requests to the agent's model)", "rangemode": "tozero", "tickformat": ",d"},
        yaxis={"title": "runs", "tickformat": ",d", "rangemode": "tozero"},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        showlegend=True,
    )
    return figure


def steps_of(first: int, last: int) -> str:
    """A bin of step counts in words."""
    return f"{first:,}" if first == last else f"{first:,}–{last:,}"
