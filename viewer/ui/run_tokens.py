"""How big was each request: what paid for the growth, what is still being paid for, and at what price."""

import pandas as pd
import streamlit as st

from viewer.analysis.carry import CarryCost, carry_costs
from viewer.analysis.estimates import HIGH, LOW, Estimate, estimates
from viewer.analysis.prices import RunPrice, run_price
from viewer.model.run import Run
from viewer.ui import run_choice
from viewer.ui.components import kit
from viewer.ui.open_message import row_chosen, rows_open
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_head import act_for, open_for
from viewer.ui.run_head_lists import Row
from viewer.ui.tokens_chart import Events, bars, chart_data
from viewer.ui.tokens_lines import growth_rows, narrowed_rows, price_rows, sub_run_rows, total_segments
from viewer.ui.tokens_tables import carry_frame, changes_frame

_CHART, _TABLE, _CARRY, _LINES = "tokens_chart", "tokens_table", "tokens_carry", "tokens_lines"


@st.fragment
def draw(facts: RunFacts, run: Run) -> None:
    """Lines, chart, and the two tables."""
    run_choice.full_rerun_if_asked()
    growth = facts.growth
    if not growth.sizes:
        st.markdown("**No request** is stored in this run, so there is no size to show.")
        return
    version = facts.run.source.version
    price = _price(facts.key, version, facts)
    rows: list[Row] = [("prompt tokens", total_segments(growth))]
    if growth.prompt_tokens is not None:
        rows += [*growth_rows(facts), *price_rows(price)]
    rows += [*narrowed_rows(facts), *sub_run_rows(run)]
    kit.draw("lines", {"rows": rows}, key=_LINES, on_act_change=act_for(_LINES), on_open_change=open_for(_LINES))
    estimated = _draw_estimates(facts) if growth.not_recorded else ()
    if growth.prompt_tokens is None and not estimated:
        st.markdown("**No request's size is recorded** in this file. Nothing is put in its place.")
        return
    st.markdown(f"**Where did the input tokens grow?** n = {len(growth.sizes):,} requests; a click opens the reply.")
    kit.draw(
        "tokens",
        _chart_data(facts.key, version, bool(estimated), facts, run, estimated),
        key=_CHART,
        on_open_change=open_for(_CHART),
    )
    _draw_changes(facts, price, estimated)
    _draw_carry(facts)


def events(facts: RunFacts, run: Run) -> Events:
    """Requests at which the model saw less than before, or whose reply started a sub-agent's run."""
    started = {sub.parent.message_index for sub in run.sub_runs if sub.parent is not None}
    replies = {request.k: request.message_index for request in facts.run.requests}
    return {
        "narrowed": {view.request.k: view.request.message_index for view in facts.views if view.removed},
        "sub_run": {k: index for k, index in replies.items() if index in started},
    }


@st.cache_resource(show_spinner=False, max_entries=6)
def _price(key: str, version: str, _facts: RunFacts) -> RunPrice:
    return run_price(_facts.run)


@st.cache_resource(show_spinner=False, max_entries=6)
def _carry(key: str, version: str, _facts: RunFacts) -> tuple[CarryCost, ...]:
    return carry_costs(_facts.run)


@st.cache_resource(show_spinner=False, max_entries=6)
def _chart_data(
    key: str, version: str, with_estimates: bool, _facts: RunFacts, _run: Run, _estimated: tuple[Estimate, ...]
) -> bytes:
    sizes = _facts.growth.sizes
    alt = f"Tokens of {len(sizes):,} requests; the table below holds the same numbers."
    return chart_data(bars(sizes, events(_facts, _run)), alt, _estimated)


@st.cache_resource(show_spinner=False, max_entries=6)
def _changes(
    key: str, version: str, with_estimates: bool, _facts: RunFacts, _price: RunPrice, _estimated: tuple[Estimate, ...]
) -> pd.DataFrame:
    return changes_frame(_facts.growth, _price, _estimated)


@st.cache_resource(show_spinner=False, max_entries=6)
def _carried(key: str, version: str, _facts: RunFacts, _costs: tuple[CarryCost, ...]) -> pd.DataFrame:
    return carry_frame(_costs, _facts.growth)


def _draw_estimates(facts: RunFacts) -> tuple[Estimate, ...]:
    """A switch, off by default, with the method and its error beside it."""
    if not st.toggle("Estimate the sizes that are not recorded", key="tokens_estimate"):
        return ()
    found = estimates(facts.run, facts.views)
    st.markdown(
        f"Estimated for {len(found):,} of {len(facts.views):,} requests: UTF-8 bytes of what was visible, divided by "
        f"four. Recorded sizes were {LOW} to {HIGH} times such an estimate where both were known. Where the system "
        "prompt or the tool schemas are not stored, it has no upper end."
    )
    return found


def _draw_changes(facts: RunFacts, price: RunPrice, estimated: tuple[Estimate, ...]) -> None:
    st.markdown("**Which messages paid for each change?** Select a row to open the later request's reply.")
    sizes = facts.growth.sizes
    rows_open(_TABLE, [size.message_index for size in sizes])
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    counts = ("input tokens", "full rate", "cache read", "cache write", "output")
    st.dataframe(
        _changes(facts.key, facts.run.source.version, bool(estimated), facts, price, estimated),
        key=_TABLE,
        hide_index=True,
        lazy=False,
        on_select=lambda: row_chosen(_TABLE),
        selection_mode="single-row",
        column_config={
            "request": number(width="small", format="localized"),
            "reply": text(width="small"),
            "since request": text(width="small"),
            "note": text(width="large"),
            "price, $": number(width="small", format="%.5f", help="At list prices; empty: no price"),
            **{name: number(width="small", format="localized") for name in counts},
        },
        placeholder="—",
        height=min(420, 40 + 28 * len(sizes)),
        row_height=28,
        alt="Requests, one a row, with sizes and changes",
    )


def _draw_carry(facts: RunFacts) -> None:
    st.markdown(
        "**What is still being paid for?** A message is paid for again in every request that holds it. The dearest "
        "stand first; select a row to open its first message."
    )
    costs = _carry(facts.key, facts.run.source.version, facts)
    if not costs:
        st.markdown("No increase stands on messages alone, so none can be put on one.")
        return
    rows_open(_CARRY, [cost.messages[0][0] for cost in costs])
    number = st.column_config.NumberColumn
    st.dataframe(
        _carried(facts.key, facts.run.source.version, facts, costs),
        key=_CARRY,
        hide_index=True,
        lazy=False,
        on_select=lambda: row_chosen(_CARRY),
        selection_mode="single-row",
        column_config={
            "tokens once": number(format="localized", help="The increase that they alone paid for"),
            "requests": number(format="localized", help="Requests that held them, from that one on"),
            "carried": number(format="localized", help="Tokens once times requests"),
            "of all input": number(format="percent", help="Of the recorded input of the whole run"),
        },
        placeholder="—",
        height=min(420, 40 + 28 * len(costs)),
        row_height=28,
        alt="Messages by what they cost over the whole run",
    )
