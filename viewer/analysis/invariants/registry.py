"""All invariants, and what they say of a run under a policy."""

from viewer.analysis.invariants import (
    duplicate_calls,
    loop_inflation,
    read_before_write,
    required_tools,
    stop_reasons,
    swallowed_errors,
    tool_classes,
    write_limits,
)
from viewer.analysis.invariants.facts import PathFacts
from viewer.analysis.invariants.result import CheckResult, Invariant, passed
from viewer.analysis.pairing import Pairing, pair
from viewer.analysis.policy import NO_POLICY, Policy
from viewer.model.run import Run

INVARIANTS: tuple[Invariant, ...] = (
    loop_inflation.INVARIANT,
    required_tools.INVARIANT,
    duplicate_calls.INVARIANT,
    write_limits.INVARIANT,
    read_before_write.INVARIANT,
    swallowed_errors.INVARIANT,
    stop_reasons.INVARIANT,
    duplicate_calls.NEAR,
    write_limits.TWICE,
    stop_reasons.PAUSED,
    stop_reasons.NO_ANSWER,
    stop_reasons.CAP,
    tool_classes.UNEXPECTED,
    tool_classes.UNCLASSIFIED,
)


def invariant_results(run: Run, policy: Policy = NO_POLICY, pairing: Pairing | None = None) -> tuple[CheckResult, ...]:
    """One result or more for each invariant; a strict policy asks the seven published ones only."""
    facts = PathFacts(run, policy, pair(run.messages) if pairing is None else pairing)
    found: list[CheckResult] = []
    for invariant in INVARIANTS:
        if policy.strict and invariant.number is None:
            continue
        results = tuple(invariant.find(facts, invariant))
        found += results or (passed(invariant.code, invariant.severity),)
    return tuple(found)
