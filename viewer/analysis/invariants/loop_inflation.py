"""Invariant 1: no more calls and requests than the case allows."""

from collections.abc import Iterator

from viewer.analysis.checks.finding import FindingPosition
from viewer.analysis.invariants.facts import PathFacts
from viewer.analysis.invariants.result import CheckResult, Invariant


def _find(facts: PathFacts, this: Invariant) -> Iterator[CheckResult]:
    policy = facts.policy
    if policy.max_calls is None and (policy.max_requests is None or policy.strict):
        yield this.not_evaluated("neither max_calls nor max_requests is declared")
        return
    if policy.max_calls is not None and len(facts.calls) > policy.max_calls:
        yield this.broken(
            facts.calls[policy.max_calls :], f"{len(facts.calls)} tool calls, {policy.max_calls} are allowed"
        )
    requests = facts.run.requests
    if not policy.strict and policy.max_requests is not None and len(requests) > policy.max_requests:
        beyond = tuple(FindingPosition(request.message_index) for request in requests[policy.max_requests :])
        yield this.broken_at(beyond, f"{len(requests)} requests, {policy.max_requests} are allowed")


INVARIANT = Invariant("too_many_calls", "error", "More tool calls or requests than the case allows", _find, 1)
