"""How long are the listed runs? Their step counts as a histogram, with its table."""

import pandas as pd
import streamlit as st

from viewer.analysis.steps import StepHistogram, step_histogram
from viewer.index.filter_line.comparison import Condition
from viewer.index.query_counts import StepCounts, step_counts
from viewer.index.reader import IndexReader
from viewer.plain import cell
from viewer.ui import charts


def draw(reader: IndexReader, where: Condition) -> None:
    """The histogram of the runs that pass, without the runs of sub-agents."""
    counted = step_counts(reader, where)
    histogram = step_histogram(counted.runs, charts.MOST_BARS)
    st.header("How many steps do the listed runs take?")
    st.markdown(said(histogram, counted))
    if not histogram.n:
        return
    charts.draw(charts.steps_figure(histogram), key="steps_chart", alt="Runs by number of steps, a band a label")
    charts.draw_image_choice()
    with st.expander("The chart as a table", key="steps_expander", on_change="rerun") as opened:
        if opened.open:
            st.dataframe(table(histogram), key="steps_table", hide_index=True, lazy=False, alt="Runs by steps")


def said(histogram: StepHistogram, counted: StepCounts) -> str:
    """What the chart counts and what it leaves out."""
    words = f"n = {histogram.n:,} runs, {histogram.width:,} {'step' if histogram.width == 1 else 'steps'} a bar"
    if counted.censored:
        words += f"; {counted.censored:,} censored, so that their steps are lower bounds"
    if histogram.never_started:
        words += f"; {histogram.never_started:,} without a request left out"
    if counted.sub_runs:
        words += f"; {counted.sub_runs:,} runs of sub-agents left out"
    return words


def table(histogram: StepHistogram) -> pd.DataFrame:
    """One row a mark of the chart."""
    return pd.DataFrame(
        {
            "steps": [charts.steps_of(mark.first, mark.last) for mark in histogram.marks],
            "label": [cell(charts.series_name(histogram.series[mark.series])) for mark in histogram.marks],
            "runs": [mark.runs for mark in histogram.marks],
        }
    )
