"""Did A come before B? Two things of the run, answered with their positions."""

import streamlit as st

from viewer.analysis.ordering import Occurrences, Order, order
from viewer.ui.components import kit
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_head import act_for, open_for
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import Segment, link, quiet, shown, spaced, strong

_KEY = "order_answer"
_NAMED = 12
"""Places named of one thing; the rest is counted."""


def draw(facts: RunFacts) -> None:
    """Two fields and the answer."""
    st.markdown("**Did A come before B?** A tool's name (its results), a position like `[2]`, or a value.")
    left, right = st.columns(2)
    first = left.text_input("A", key="order_first", placeholder="lookup_policy")
    second = right.text_input("B", key="order_second", placeholder="issue_refund")
    if first and second:
        rows = order_rows(order(facts.run, first, second, facts.provenance.haystack))
        kit.draw("lines", {"rows": rows}, key=_KEY, on_act_change=act_for(_KEY), on_open_change=open_for(_KEY))


def order_rows(found: Order) -> list[Row]:
    """The answer, then where each of the two stands."""
    words = {True: "yes", False: "no", None: "not told"}[found.before]
    rows: list[Row] = [("answer", [strong(words), " ", quiet(found.sentence)])]
    rows += [(name, _places(one)) for name, one in (("A", found.first), ("B", found.second))]
    return rows


def _places(one: Occurrences) -> list[Segment]:
    line: list[Segment] = [shown(one.what), quiet(" nowhere" if not one.indexes else " at ")]
    line += spaced([link(index) for index in one.indexes[:_NAMED]])
    if len(one.indexes) > _NAMED:
        line.append(quiet(f" and {len(one.indexes) - _NAMED:,} more"))
    return line
