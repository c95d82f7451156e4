"""What the token counts of a run add up to, in lines: totals, growth and its residual, price, sub-runs, compaction."""

from collections import Counter

from viewer.analysis.attribution import Attribution, attribution
from viewer.analysis.prices import RunPrice
from viewer.analysis.tokens import TokenGrowth, token_growth
from viewer.counted import counted
from viewer.model.hashes import run_key
from viewer.model.run import Run
from viewer.ui.detail_facts import change_segments
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import Segment, button, code, link, prose, quiet, spans, status, strong

NAMED = 12
"""Sub-runs and requests told one by one; the rest is counted."""
LARGEST = 4
"""Changes behind the residual that are told above the chart."""
_GROWTH_RULE = "The last recorded size less the first; attributed and residual add up to it exactly."
_ZERO_RULE = (
    "No request is empty: the reply failed or was stopped before anything was counted. No size is compared with it."
)
_RESIDUAL_RULE = (
    "Changes that no message alone explains: less was sent, request fields or the model changed, "
    "or what a request held is unknown. They are named below and put on no message."
)


def total_segments(growth: TokenGrowth) -> list[Segment]:
    """The sum over the run, with how many requests it lacks; cache fields apart."""
    if growth.prompt_tokens is None:
        return ["—", quiet(" not recorded")]
    least = "at least " if growth.not_recorded else ""
    line: list[Segment] = [f"{least}{growth.prompt_tokens:,} in all requests together "]
    if growth.not_recorded:
        rule = "The sum of what is recorded; a request without a recorded size is not estimated."
        line.append(status(f"{counted(growth.not_recorded, 'request')} not recorded", rule))
    else:
        line.append(status("recorded", "The sum of the sizes that the file records."))
    if growth.recorded_as_zero:
        line += [" · ", status(f"{counted(growth.recorded_as_zero, 'request')} recorded as 0", _ZERO_RULE)]
    parts = (
        ("at the full rate", growth.recorded.input_tokens),
        ("read from the cache", growth.recorded.cache_read_input_tokens),
        ("written to the cache", growth.recorded.cache_creation_input_tokens),
        ("output", growth.recorded.output_tokens),
    )
    told = " · ".join(f"{value:,} {word}" for word, value in parts if value is not None)
    return [*line, quiet(f" · {told}")]


def growth_rows(facts: RunFacts) -> list[Row]:
    """Recorded growth = attributed + residual, and the largest changes behind the residual."""
    found = attribution(facts.growth)
    if found.growth is None:
        return [("growth", [quiet("fewer than two sizes are recorded, so nothing grew that could be told")])]
    rows: list[Row] = [("growth", growth_segments(found))]
    for change in found.unattributed[:LARGEST]:
        line = [f"request {change.to_k:,} ", *change_segments(change)]
        rows.append(("residual", [*line, quiet(f" {change.note}")] if change.note else line))
    if len(found.unattributed) > LARGEST:
        rows.append(
            ("", [quiet(f"and {len(found.unattributed) - LARGEST:,} smaller ones, with their notes in the table")])
        )
    return rows


def growth_segments(found: Attribution) -> list[Segment]:
    """`+1,510 = +1,510 on messages + 0 residual`."""
    line: list[Segment] = [
        strong(_signed(found.growth or 0)),
        quiet(" since the first recorded request = "),
        f"{_signed(found.attributed)} on messages, {_signed(found.residual)} residual ",
        status("derived", _GROWTH_RULE),
    ]
    if found.residual_share:
        line += [quiet(" · "), status(f"{found.residual_share:.1%} of all changes", _RESIDUAL_RULE), quiet(" residual")]
    return line


def _signed(tokens: int) -> str:
    return f"{tokens:+,}".replace("-", "−") if tokens else "0"


def price_rows(price: RunPrice) -> list[Row]:
    """The price with its list and date; what has none is counted by its reason, and is never 0."""
    line: list[Segment] = []
    if price.dollars is None:
        line.append("—")
    else:
        least = "at least " if price.without_price else ""
        line += [strong(f"{least}${price.dollars:,.4f} "), status("computed", _price_rule(price))]
    line.append(quiet(f" · genai-prices {price.list_version}, {price.at}"))
    names = Counter(one.priced_as for one in price.requests if one.priced_as)
    for name, count in names.most_common(NAMED):
        line += [quiet(" · "), code(name), quiet(f" × {count:,}")]
    rows: list[Row] = [("price", line)]
    reasons = Counter(one.reason for one in price.requests if one.reason)
    rows += [("no price", [f"{counted(count, 'request')}: ", quiet(reason)]) for reason, count in reasons.most_common()]
    return rows


def _price_rule(price: RunPrice) -> str:
    return (
        "Recorded tokens at list prices, cache reads and writes at their own rates. It is no invoice; "
        f"prices are those for: {price.at}."
    )


def narrowed_rows(facts: RunFacts) -> list[Row]:
    """Requests that no longer held what the one before held: compaction or context editing."""
    rows: list[Row] = []
    narrowed = [view for view in facts.views if view.removed]
    for view in narrowed[:NAMED]:
        line: list[Segment] = [
            link(view.request.message_index),
            quiet(f" request {view.request.k:,} no longer held "),
            *spans(view.removed),
        ]
        if view.context.rule:
            line += [quiet(" · "), *prose(view.context.rule)]
        rows.append(("held less", line))
    if len(narrowed) > NAMED:
        rows.append(("", [quiet(f"and {len(narrowed) - NAMED:,} more")]))
    return rows


def sub_run_rows(run: Run) -> list[Row]:
    """Sub-agents' requests are runs of their own, so their tokens are not in the chart."""
    rows: list[Row] = []
    for sub in run.sub_runs[:NAMED]:
        growth = token_growth(sub)
        at = sub.parent.message_index if sub.parent is not None else None
        line: list[Segment] = [link(at), " "] if at is not None else []
        line += [code(sub.label or sub.run_id), " ", *total_segments(growth), " "]
        rows.append(("sub-agent", [*line, button("sub_run", run_key(sub), "open")]))
    if len(run.sub_runs) > NAMED:
        rows.append(("", [quiet(f"and {len(run.sub_runs) - NAMED:,} more")]))
    if rows:
        rows.append(("", [quiet("a sub-agent's requests are its own run's: they are not in the chart below")]))
    return rows
