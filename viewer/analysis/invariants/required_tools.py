"""Invariant 2: the tools that the case requires were called, with success and in their order."""

import itertools
from collections.abc import Iterator

from viewer.analysis.invariants.facts import CallFact, PathFacts
from viewer.analysis.invariants.result import CheckResult, Invariant, at


def _find(facts: PathFacts, this: Invariant) -> Iterator[CheckResult]:
    policy = facts.policy
    if not policy.required and (not policy.required_order or policy.strict):
        yield this.not_evaluated("no tool is required")
        return
    any_attempt = policy.strict or policy.required_means == "attempted"
    first: dict[str, CallFact] = {}
    for call in facts.calls:
        if call.is_ok or any_attempt:
            first.setdefault(call.tool, call)
    for tool in policy.required:
        if tool in first:
            continue
        tries = [call for call in facts.calls if call.tool == tool]
        text = f"required tool {tool} was never called"
        if tries:
            text = f"required tool {tool} was called {len(tries)} times, never with success"
        yield this.broken(tries, text)
    if policy.strict:
        return
    present = [first[tool] for tool in policy.required_order if tool in first]
    for before, after in itertools.pairwise(present):
        if after.place < before.place:
            yield this.broken(
                (after, before), f"{after.tool} came at {at(after)}, before {before.tool} at {at(before)}"
            )


INVARIANT = Invariant(
    "required_tool_missing",
    "error",
    "A required tool was not called with success, or not in the required order",
    _find,
    2,
)
