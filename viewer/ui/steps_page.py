"""The Steps page: how many requests runs take, what a cap would cut and save, and the sentence to paste."""

import streamlit as st

from viewer.analysis.caps.cells import Counts
from viewer.analysis.caps.recommendation import percent
from viewer.analysis.caps.table import CapTable
from viewer.counted import counted
from viewer.errors import RunFileError
from viewer.index.filter_line.error import FilterError
from viewer.index.step_groups import MOST_SINGLE
from viewer.plain import visible
from viewer.ui import charts, runs_list, session, steps_choices, steps_links, steps_more, steps_quantity, trouble
from viewer.ui.catalog import Catalog
from viewer.ui.runs_filter import RunFilter
from viewer.ui.steps_answer import StepAnswer, answer
from viewer.ui.steps_choices import StepChoices
from viewer.ui.steps_figures import histogram, main_figure
from viewer.ui.steps_tables import histogram_frame, noted, quantiles_frame

_CHART = "steps_main"
_FALLBACKS = ("p95", "p90", "p50")
"""Quantiles that stand in for a recommended cap; the first that is reached."""
CUMULATIVE = ". Where some were cut or are open, the share lies between the two lines: their steps are lower bounds."


def chosen_catalog() -> Catalog:
    """The runs under the paths, or, where some were uploaded in this session and are asked for, those."""
    *uploaded, given = session.catalogs()
    if uploaded and st.toggle("The runs uploaded in this session", key="steps_uploaded"):
        return uploaded[0]
    return given


def draw(catalog: Catalog) -> None:
    """Choices, the histogram with its cap, groups, and the tables behind."""
    steps_links.open_if_asked()
    chosen = steps_choices.draw()
    if catalog.progress().state == "reading":
        trouble.draw_waiting(catalog, until=lambda: False)
    try:
        where = runs_list.where(catalog, RunFilter(chosen.line.line))
        if chosen.quantity != "steps":
            steps_quantity.draw(catalog.reader(), where, chosen)
            return
        with st.spinner("Counting", show_time=True):
            found = answer(catalog.reader(), where, chosen)
    except (FilterError, RunFileError) as error:
        st.markdown("**These runs cannot be counted.**")
        st.text(visible(str(error)))
        return
    if found.without_outcomes:
        st.markdown(
            f"**The outcomes judged elsewhere are not counted**: they are joined to {MOST_SINGLE:,} runs at most, and "
            f"{found.runs:,} pass. Narrow the filter."
        )
    if found.joined is not None:
        steps_more.draw_joined(found.joined)
    if found.whole is None or not found.whole[1].n:
        if catalog.progress().state != "reading":
            _draw_nothing(found, chosen.line.line)
        return
    group, table = found.whole
    cap = cap_shown(chosen, table)
    left, right = st.columns([3, 1.15], gap="medium")
    with left:
        _draw_chart(chosen, found, group.counts, table, cap)
    with right:
        _draw_side(table, group.never_started, cap, is_typed=chosen.cap is not None)
    steps_more.draw(catalog, chosen, found, cap)


def cap_shown(chosen: StepChoices, table: CapTable) -> int | None:
    """The cap of the line: the one typed, else the recommended one, else p95, p90 or p50, where it is reached."""
    if chosen.cap is not None:
        return chosen.cap
    reached = (table.quantiles[name].value for name in _FALLBACKS)
    return table.recommended.cap or next((value for value in reached if value is not None), None)


def _draw_nothing(found: StepAnswer, line: str) -> None:
    if not found.runs:
        st.markdown(steps_links.nothing(line))
    else:
        st.markdown("**None of these runs holds a request** of its own, so that there is nothing to count.")


def _draw_chart(chosen: StepChoices, found: StepAnswer, counts: Counts, table: CapTable, cap: int | None) -> None:
    what = "does the longest turn of a run" if found.unit == "turn" else "does a run"
    made = histogram(counts)
    st.header(f"How many requests {what} take?")
    with st.container(horizontal=True, vertical_alignment="center", key="steps_chart_choices"):
        cumulative = st.toggle(
            "Cumulative", key="ecdf", bind="query-params",
            help="The share of runs that take at most so many requests (ECDF), in place of bars",
        )  # fmt: skip
        charts.draw_image_choice()
    bars = f"{counted(made.width, 'request')} a bar. A click on a bar opens its runs."
    st.markdown(f"n = {table.n:,} runs" + (CUMULATIVE if cumulative else f", {bars}"))
    field, line = steps_links.field_of(found.unit), chosen.line.line
    st.plotly_chart(
        main_figure(made, table, cap, counts if cumulative else None),
        key=_CHART, theme="streamlit", config=charts.config(), selection_mode="points",
        on_select=lambda: steps_links.bar_chosen(_CHART, line, field, made.width - 1),
        alt="Runs by number of requests; below, the share of successes that each cap cuts, and what it saves",
    )  # fmt: skip
    with st.expander("The chart as a table", key="steps_chart_table", on_change="rerun") as opened:
        if opened.open:
            st.dataframe(histogram_frame(made, "runs that"), key="steps_bars", hide_index=True, lazy=False)


def _draw_side(table: CapTable, never_started: int, cap: int | None, *, is_typed: bool) -> None:
    st.markdown(said(table, never_started))
    st.markdown(f"Requests of a {'turn' if table.unit == 'turn' else 'run'}, and their 95 % limits")
    st.dataframe(
        quantiles_frame(table), key="steps_quantiles", hide_index=True, lazy=False, alt="Quantiles of requests"
    )
    st.markdown("To paste" if table.recommended.cap is not None else "Why there is no cap")
    st.code(table.recommended.sentence, language=None, wrap_lines=True)
    if cap is not None and cap <= len(table.caps):
        st.markdown(cap_price(table, cap, is_typed=is_typed))
    st.markdown(noted(table.notes))


def said(table: CapTable, never_started: int) -> str:
    """How many runs are counted, and how."""
    words = [f"**{table.n:,}** runs"]
    words += [f"of **{table.tasks:,}** tasks"] if table.tasks is not None else []
    words.append(f"· **{table.censored:,}** censored · **{table.open:,}** open")
    words += [f"· {never_started:,} never started, counted apart"] if never_started else []
    words += [f"· weighted: they carry as much as {table.n_effective:,.0f}"] if table.weighted else []
    return " ".join(words)


def cap_price(table: CapTable, cap: int, *, is_typed: bool) -> str:
    """What the cap shown cuts and saves, and why it is this one."""
    one = table.caps[cap - 1]
    least = "at least " if table.censored or table.open else ""
    shown = "" if is_typed or table.recommended.cap is not None else f" ({_quantile_of(table, cap)} of the runs seen)"
    words = f"A cap of **{cap:,}**{shown} cuts **{one.runs_cut:,}** of {table.n:,} runs"
    if one.bounds is not None and one.interval is not None:
        words += (
            f" and {percent(one.bounds[0])} to {percent(one.bounds[1])} of successes "
            f"(95 %: {percent(one.interval[0])} to {percent(one.interval[1])})"
        )
    words += f"; it saves {least}{one.steps_saved:,} requests"
    if one.input_tokens_saved is not None:
        words += f" and {least}{one.input_tokens_saved:,} input tokens"
    return words + "."


def _quantile_of(table: CapTable, cap: int) -> str:
    name = next(name for name in _FALLBACKS if table.quantiles[name].value == cap)
    return f"the {name.removeprefix('p')}th percentile"
