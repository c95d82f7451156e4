"""Charts of Plotly: figures from values that an analysis has already counted and binned."""

import html
from typing import Any

import plotly.graph_objects as go
import streamlit as st
from plotly.subplots import make_subplots

from viewer.analysis.steps import StepHistogram, StepSeries
from viewer.plain import one_line

CONFIG: dict[str, Any] = {"displaylogo": False, "toImageButtonOptions": {"format": "svg"}, "scrollZoom": False}
"""The image is made in the browser; nothing is sent."""
_PNG = "chart_png"
BAR_COLOUR = "#3b82c4"
"""4.0:1 or more against both themes."""
MOST_BARS = 120
"""Narrower bins than these make of a long tail a comb of hairlines."""
_SERIES_HEIGHT, _AXIS_HEIGHT = 56, 60
"""Pixels."""
_SHORTEST_AXIS = 20
"""Steps: a few short runs make no chart of blocks."""


def draw(figure: go.Figure, key: str, alt: str) -> None:
    """A figure in the colours of the page."""
    st.plotly_chart(figure, key=key, theme="streamlit", config=config(), alt=alt)


def config() -> dict[str, Any]:
    """What Plotly is told of a chart, with the kind of image that the reader wants."""
    if not st.session_state.get(_PNG):
        return CONFIG
    return {**CONFIG, "toImageButtonOptions": {"format": "png", "scale": 2}}


def draw_image_choice() -> None:
    """What kind of image the charts of a page are saved as; once a page, and kept for the session."""
    st.toggle(
        "Charts as PNG", key=_PNG, persist_state="session",
        help="What the camera in a chart's corner saves: a PNG of twice the size; otherwise an SVG",
    )  # fmt: skip


def plotly_text(text: str) -> str:
    """Text of a run inside a figure, where Plotly would read HTML tags and links."""
    return html.escape(one_line(text, 40), quote=False)


def series_name(series: StepSeries) -> str:
    """The label of a series, or how many labels it holds."""
    if len(series.labels) > 1:
        return f"{len(series.labels)} other labels"
    return "no label" if series.labels[0] is None else one_line(series.labels[0], 40)


def steps_figure(histogram: StepHistogram) -> go.Figure:
    """Runs by step count: one band a label, all on the same axes, so that no colour has to tell them apart."""
    bands = len(histogram.series)
    figure = make_subplots(rows=bands, shared_xaxes=True, shared_yaxes="all", vertical_spacing=0.2 / bands)
    most = max(mark.runs for mark in histogram.marks)
    for number, series in enumerate(histogram.series):
        marks = [mark for mark in histogram.marks if mark.series == number]
        figure.add_bar(
            row=number + 1,
            col=1,
            x=[(mark.first + mark.last) / 2 for mark in marks],
            y=[mark.runs for mark in marks],
            width=[histogram.width * 0.9] * len(marks),
            marker={"color": BAR_COLOUR, "line": {"color": BAR_COLOUR, "width": 1}},
            customdata=[steps_of(mark.first, mark.last) for mark in marks],
            hovertemplate="%{customdata} steps: %{y:,} runs<extra></extra>",
        )
        name = f"{plotly_text(series_name(series))} · n = {series.n:,}"
        place = {"xref": "x domain", "yref": "y domain", "x": 1, "y": 1, "xanchor": "right", "yanchor": "top"}
        figure.add_annotation(row=number + 1, col=1, text=name, showarrow=False, **place)
    figure.update_layout(
        height=_SERIES_HEIGHT * bands + _AXIS_HEIGHT,
        margin={"l": 8, "r": 8, "t": 4, "b": 8},
        showlegend=False,
        bargap=0,
    )
    last = max(histogram.longest or 0, _SHORTEST_AXIS)
    figure.update_xaxes(range=[0, last + 0.5 * histogram.width + 0.5], tickformat=",d")
    figure.update_xaxes(title="steps (requests to the agent's model)", row=bands, col=1)
    figure.update_yaxes(range=[0, most * 1.05], tickvals=[most], tickformat=",d")
    figure.update_yaxes(title="runs", row=bands, col=1)
    return figure


def steps_of(first: int, last: int) -> str:
    """A bin of step counts in words."""
    return f"{first:,}" if first == last else f"{first:,}–{last:,}"
