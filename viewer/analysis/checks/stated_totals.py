"""Do the file's own counts and rewards follow from what it holds? What it states stays as it is, shown beside ours."""

from collections.abc import Iterator
from typing import Any

from viewer.analysis.checks.check import Check, Facts, Rule
from viewer.analysis.checks.finding import Finding, listed
from viewer.analysis.summary import summary
from viewer.model.run import Stated

STEPS = Rule("stated_steps", "warning", "The numbers of steps that the file states or stores differ from one another")
COUNTS = Rule(
    "stated_tool_counts", "warning", "The file's own counts of calls and failed calls are not those of its messages"
)
REWARD = Rule(
    "stated_reward", "warning", "A reward's scaled value does not follow from its range; info: the aggregate is no mean"
)
_CLOSE = 1e-6
"""Shares that differ by less are the same, rounded."""


def find(facts: Facts) -> Iterator[Finding]:
    """One finding for each kind of total that does not fit."""
    totals = [stated for stated in facts.run.stated if stated.scope == "run"]
    if not totals:
        return
    yield from _steps(totals)
    yield from _counts(facts, totals)
    for stated in totals:
        yield from _reward(stated)


def _steps(totals: list[Stated]) -> Iterator[Finding]:
    told = [(stated.steps, stated.where) for stated in totals if stated.steps is not None]
    if len({steps for steps, _ in told}) > 1:
        yield STEPS.broken((), f"steps: {listed([f'{steps:,} in {where}' for steps, where in told])}")


def _counts(facts: Facts, totals: list[Stated]) -> Iterator[Finding]:
    stated = {name: (one.metrics[name], one.where) for one in totals for name in _NAMES if name in one.metrics}
    if not stated:
        return
    counted = summary(facts.run, facts.pairing)
    calls, failures = counted.tool_calls, counted.error_results
    ours = dict(zip(_NAMES, (calls, failures, failures / calls if calls else 0.0), strict=True))
    wrong = [
        f"{name} is {_number(value)} in {where}, {_number(ours[name])} by the messages"
        for name, (value, where) in stated.items()
        if not _same(value, ours[name])
    ]
    if wrong:
        yield COUNTS.broken((), "; ".join(wrong))


_NAMES = ("num_tool_calls", "num_tool_failures", "tool_error_rate")
"""Of the formats' metrics those whose meaning their names tell."""


def _reward(stated: Stated) -> Iterator[Finding]:
    components = stated.metrics.get("components", stated.metrics.get("reward_components"))
    if type(components) is not list:
        return
    parts = [part for part in components if type(part) is dict]
    for part in parts:
        low, high = _range(part)
        value, scaled = part.get("value"), part.get("scaled_value")
        if _is_number(low) and _is_number(high) and low < high and _is_number(value) and _is_number(scaled):
            expected = (value - low) / (high - low)
            if not _same(scaled, expected):
                name = str(part.get("name"))[:60]
                yield REWARD.broken(
                    (),
                    f"reward component {name!r}: scaled_value is {_number(scaled)}, {_number(expected)} by its value "
                    f"{_number(value)} in {_number(low)} to {_number(high)}",
                )
    yield from _aggregate(stated, parts)


def _aggregate(stated: Stated, parts: list[dict[str, Any]]) -> Iterator[Finding]:
    aggregate = stated.metrics.get("aggregated_value", stated.metrics.get("reward"))
    weighed = [
        (part["scaled_value"], part["weight"] if _is_number(part.get("weight")) else 1.0)
        for part in parts
        if _is_number(part.get("scaled_value"))
    ]
    weight = sum(one for _, one in weighed)
    if not _is_number(aggregate) or not weight or len(weighed) < len(parts):
        return
    mean = sum(value * one for value, one in weighed) / weight
    if not _same(aggregate, mean):
        text = f"the reward is {_number(aggregate)}; the weighted mean of its components is {_number(mean)}"
        yield REWARD.broken((), text, "info")


def _range(part: dict[str, Any]) -> tuple[Any, Any]:
    bounds = part.get("range")
    if type(bounds) is list and len(bounds) == 2:
        return bounds[0], bounds[1]
    return part.get("score_range_min"), part.get("score_range_max")


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) < 2**53


def _same(stated: Any, ours: float) -> bool:
    return _is_number(stated) and abs(stated - ours) < _CLOSE


def _number(value: Any) -> str:
    return f"{value:,.4g}" if _is_number(value) else f"no number ({type(value).__name__})"


CHECK = Check((STEPS, COUNTS, REWARD), find)
