"""What the Steps page asks of the reader: which runs, what is counted, by what divided, which loss is accepted."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, cast

import streamlit as st

from viewer.analysis.caps.recommendation import Basis
from viewer.index.capped_rows import GROUPINGS, ending_rule, rate_rule
from viewer.index.run_rules import Rule, RuleError
from viewer.plain import visible
from viewer.ui import steps_links
from viewer.ui.filter_line import FilterLine

Quantity = Literal["steps", "tool calls", "messages", "input tokens", "seconds", "cost"]
QUANTITIES: tuple[Quantity, ...] = ("steps", "tool calls", "messages", "input tokens", "seconds", "cost")
UNITS = ("as the runs are", "turn", "run")
NOTHING, AN_ATTRIBUTE = "nothing", "an attribute"
LOSSES = {"0.1 %": 0.001, "0.5 %": 0.005, "1 %": 0.01, "2 %": 0.02, "5 %": 0.05, "10 %": 0.1}


@dataclass(frozen=True)
class StepChoices:
    """All choices of the page, which stand in its URL."""

    line: FilterLine
    quantity: Quantity
    unit: str
    """One of UNITS."""
    by: str | None
    loss: float
    cap: int | None
    """None: the recommended one, else the 95th percentile."""
    basis: Basis
    endings: tuple[Rule, ...] = ()
    rates: tuple[Rule, ...] = ()
    rate_attribute: str | None = None
    outcomes: tuple[str, bytes] | None = field(default=None, repr=False)
    """Name and content of a file of outcomes."""


def draw() -> StepChoices:
    """The controls, and what they say."""
    line = steps_links.draw_filter()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="steps_choices"):
        quantity = st.selectbox("Count", QUANTITIES, key="quantity", width=140, bind="query-params", filter_mode=None)
        unit = st.selectbox(
            "of each", UNITS, key="unit", width=150, bind="query-params", filter_mode=None,
            disabled=quantity != "steps", help="A cap bounds a turn: the requests between two inputs from outside",
        )  # fmt: skip
        by = st.selectbox(
            "Group by", (NOTHING, *GROUPINGS, AN_ATTRIBUTE), key="by", width=140, bind="query-params", filter_mode=None
        )
        attribute = ""
        if by == AN_ATTRIBUTE:
            attribute = st.text_input("Attribute", key="attribute", width=140, max_chars=200, bind="query-params") or ""
        loss = st.selectbox(
            "Accepted loss", tuple(LOSSES), index=2, key="loss", width=120, bind="query-params", filter_mode=None,
            help="The share of successes that a cap may cut",
        )  # fmt: skip
        cap = st.number_input(
            "Cap (0: automatic)", min_value=0, max_value=100_000, value=0, step=1, key="cap", width=150,
            bind="query-params", help="The line in the chart. 0: the recommended cap, else the 95th percentile",
        )  # fmt: skip
        with st.popover("Endings, weights, outcomes", key="steps_counting"):
            counting = _draw_counting()
    return StepChoices(
        line, quantity, unit, _by(by, attribute.strip()), LOSSES[loss], int(cap) or None, *counting
    )  # fmt: skip


def _by(by: str, attribute: str) -> str | None:
    if by == AN_ATTRIBUTE:
        return f"attribute.{attribute}" if attribute else None
    return None if by == NOTHING else by


def _draw_counting() -> tuple[Basis, tuple[Rule, ...], tuple[Rule, ...], str | None, tuple[str, bytes] | None]:
    basis = st.radio(
        "The promise rests on", ("worst case", "observed"), key="basis", bind="query-params", horizontal=True,
        help="Worst case: every cut or open run would have succeeded beyond the cap. Observed: they are left out.",
    )  # fmt: skip
    endings = _rules(
        "Endings by rule, one a line", "endings", "exit=Submitted:success", ending_rule,
        "FIELD=VALUE:ENDING. Fields: exit, outcome, ending, cut_by, label, model, format, task, attribute.NAME. "
        "Endings: success, failure, unknown, censored, open. The first that fits holds.",
    )  # fmt: skip
    rates = _rules(
        "Share of such runs that was stored, one a line", "rates", "outcome=success:0.05", rate_rule,
        "FIELD=VALUE:SHARE, where only some of the runs were stored. Every share and quantile is then weighted.",
    )  # fmt: skip
    attribute = st.text_input(
        "Attribute that holds this share", key="rate", max_chars=200, bind="query-params",
        placeholder="sampling_rate and the like are found",
    )  # fmt: skip
    given = st.file_uploader(
        "Outcomes judged elsewhere", key="steps_outcomes", max_upload_size=50,
        help="CSV or JSON lines with run, task or an attribute, and outcome; or a report of SWE-bench",
    )  # fmt: skip
    outcomes = None if given is None else (given.name, given.getvalue())
    return cast(Basis, basis), endings, rates, (attribute or "").strip() or None, outcomes


def _rules(label: str, key: str, example: str, read: Callable[[str], Rule], told: str) -> tuple[Rule, ...]:
    """The rules of a field; those that cannot be read are named and left out."""
    text = st.text_area(
        label, key=key, height=80, max_chars=2_000, placeholder=example, help=told, bind="query-params"
    )  # fmt: skip
    made = []
    for line in (text or "").splitlines():
        if line.strip():
            try:
                made.append(read(line.strip()))
            except RuleError as error:
                st.text(visible(str(error)))
    return tuple(made)
