"""The Steps page for another quantity than steps: its histogram and quantiles. A cap bounds steps only."""

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from viewer.index.filter_line.comparison import Condition
from viewer.index.filter_line.tree import RunField
from viewer.index.quantity import QUANTILES, QuantityHistogram, quantity_histogram
from viewer.index.reader import IndexReader
from viewer.ui import charts, steps_links
from viewer.ui.charts import BAR_COLOUR
from viewer.ui.steps_choices import Quantity, StepChoices
from viewer.ui.steps_figures import CUT, CUT_COLOUR, ENDED

_CHART = "steps_quantity"
_FIELDS: dict[Quantity, str] = {
    "tool calls": "calls",
    "messages": "messages",
    "input tokens": "in_tokens",
    "seconds": "seconds",
    "cost": "cost",
}
_QUESTIONS: dict[Quantity, str] = {
    "tool calls": "How many tool calls does a run ask for?",
    "messages": "How many messages does a run hold?",
    "input tokens": "How many input tokens does a run take?",
    "seconds": "How long does a run take?",
    "cost": "What does a run cost?",
}
_AXES: dict[Quantity, str] = {
    "tool calls": "client tool calls of a run",
    "messages": "messages of a run",
    "input tokens": "input tokens of a run, as recorded",
    "seconds": "seconds from the recorded start to the end",
    "cost": "US dollars, as the file states them",
}


def draw(reader: IndexReader, where: Condition, chosen: StepChoices) -> None:
    """The histogram, with what is recorded and what is not."""
    axis = _AXES[chosen.quantity]
    st.header(_QUESTIONS[chosen.quantity])
    found = quantity_histogram(reader, where, chosen.quantity)
    if found is None:
        st.markdown("**None of these runs records it.**")
        return
    st.markdown(said(found))
    if chosen.endings or chosen.rates or chosen.rate_attribute or chosen.outcomes:
        st.markdown("Endings by rule, weights and outcomes judged elsewhere are counted for *steps* only.")
    line, field = chosen.line.line, RunField(_FIELDS[chosen.quantity])
    is_whole = chosen.quantity not in ("seconds", "cost")
    st.plotly_chart(
        figure(found, axis), key=_CHART, theme="streamlit", config=charts.config(), selection_mode="points",
        on_select=lambda: steps_links.bar_chosen(_CHART, line, field, found.width - 1 if is_whole else found.width),
        alt="Runs by the chosen quantity",
    )  # fmt: skip
    charts.draw_image_choice()
    st.dataframe(
        pd.DataFrame({"share of runs": [f"{100 * p:g} %" for p in QUANTILES], axis: found.quantiles}),
        key="steps_quantity_quantiles", hide_index=True, lazy=False,
    )  # fmt: skip
    with st.expander("The chart as a table", key="steps_quantity_table", on_change="rerun") as opened:
        if opened.open:
            st.dataframe(table(found), key="steps_quantity_bars", hide_index=True, lazy=False)


def said(found: QuantityHistogram) -> str:
    """What the chart counts and what it leaves out."""
    words = f"n = {found.n:,} runs, {found.width:,g} a bar, most {found.longest:,g}"
    if found.cut:
        words += f"; {found.cut:,} cut or open, so that theirs are lower bounds"
    if found.without:
        words += f"; {found.without:,} do not record it"
    return words + ". A click on a bar opens its runs."


def figure(found: QuantityHistogram, axis: str) -> go.Figure:
    """Bars of runs that ended, and of those that were cut."""
    made = go.Figure()
    for name, colour, counts in (
        (ENDED, BAR_COLOUR, [bar.ended for bar in found.bars]),
        (CUT, CUT_COLOUR, [bar.cut for bar in found.bars]),
    ):
        if any(counts):
            made.add_bar(
                name=name, x=[bar.first + found.width / 2 for bar in found.bars], y=counts,
                width=[found.width * 0.9] * len(found.bars), customdata=[bar.first for bar in found.bars],
                marker={"color": colour}, hovertemplate="from %{customdata:,} on: %{y:,} runs<extra></extra>",
            )  # fmt: skip
    made.update_layout(
        height=380, barmode="stack", bargap=0, margin={"l": 8, "r": 8, "t": 26, "b": 8},
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.01, "x": 0},
    )  # fmt: skip
    made.update_xaxes(title=axis, rangemode="tozero")
    made.update_yaxes(title="runs", tickformat=",d")
    return made


def table(found: QuantityHistogram) -> pd.DataFrame:
    """The table behind the chart."""
    return pd.DataFrame(
        {
            "from": [bar.first for bar in found.bars],
            "below": [bar.first + found.width for bar in found.bars],
            "ended": [bar.ended for bar in found.bars],
            "cut or open": [bar.cut for bar in found.bars],
        }
    )
