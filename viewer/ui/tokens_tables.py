"""The token counts of a run as tables: a row a request, and a row for what is still being paid for."""

import pandas as pd

from viewer.analysis.carry import CarryCost
from viewer.analysis.estimates import Estimate
from viewer.analysis.prices import RunPrice
from viewer.analysis.tokens import TokenGrowth, change_text
from viewer.plain import cell
from viewer.ui.run_segments import ranges_text

_OPTIONAL = ("full rate", "cache read", "cache write", "output", "price, $")
"""Columns left out where no request has a value."""


def changes_frame(
    growth: TokenGrowth, price: RunPrice | None = None, estimated: tuple[Estimate, ...] = ()
) -> pd.DataFrame:
    """A row a request: its size, and the change since the last recorded one with the messages that paid for it."""
    changes = {change.to_k: change for change in growth.changes}
    usages = [size.usage for size in growth.sizes]

    def counts(field: str) -> "pd.Series[int]":
        return pd.Series([getattr(usage, field) if usage else None for usage in usages], dtype="Int64")

    made = {
        "request": [size.k for size in growth.sizes],
        "reply": [f"[{size.message_index}]" for size in growth.sizes],
        "input tokens": pd.array([size.prompt_tokens for size in growth.sizes], dtype="Int64"),
        "status": [size.status for size in growth.sizes],
        "change": [change_text(changes[size.k]) if size.k in changes else "" for size in growth.sizes],
        "since request": [str(changes[size.k].from_k) if size.k in changes else "" for size in growth.sizes],
        "full rate": counts("input_tokens"),
        "cache read": counts("cache_read_input_tokens"),
        "cache write": counts("cache_creation_input_tokens"),
        "output": counts("output_tokens"),
    }
    if price is not None:
        dollars = {one.k: one.dollars for one in price.requests}
        made["price, $"] = [None if (paid := dollars.get(size.k)) is None else float(paid) for size in growth.sizes]
    if estimated:
        by_k = {one.k: one for one in estimated}
        made["estimate"] = [estimate_words(by_k[size.k]) if size.k in by_k else "" for size in growth.sizes]
    made["note"] = [(cell(changes[size.k].note) or "") if size.k in changes else "" for size in growth.sizes]
    frame = pd.DataFrame(made)
    return frame.drop(columns=[name for name in _OPTIONAL if name in frame and frame[name].isna().all()])


def estimate_words(one: Estimate) -> str:
    """`about 120 (53–154)`; without an upper end where parts of the request are not stored."""
    high = f"–{one.high:,}" if one.high is not None else " or more"
    return f"about {one.tokens:,} ({one.low:,}{high})"


def carry_frame(costs: tuple[CarryCost, ...], growth: TokenGrowth) -> pd.DataFrame:
    """The dearest messages first: what they cost once, in how many requests, and in all."""
    whole = growth.prompt_tokens or 0
    return pd.DataFrame(
        {
            "messages": [ranges_text(cost.messages) for cost in costs],
            "tokens once": pd.array([cost.tokens for cost in costs], dtype="Int64"),
            "requests": pd.array([cost.requests for cost in costs], dtype="Int64"),
            "carried": pd.array([cost.carried for cost in costs], dtype="Int64"),
            "of all input": [cost.carried / whole if whole else None for cost in costs],
            "bound": ["at least" if cost.at_least else "" for cost in costs],
        }
    )
