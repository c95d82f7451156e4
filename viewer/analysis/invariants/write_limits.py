"""Invariant 4: no more acts on the world than the case allows, and none of them twice."""

from collections.abc import Iterator

from viewer.analysis.invariants.facts import CallFact, PathFacts
from viewer.analysis.invariants.result import CheckResult, Invariant, places

NO_WRITES = "no write tool is declared"


def _find(facts: PathFacts, this: Invariant) -> Iterator[CheckResult]:
    policy = facts.policy
    if not policy.write_tools or (policy.max_writes is None and not policy.max_writes_by_tool):
        yield this.not_evaluated("no limit is declared" if policy.write_tools else NO_WRITES)
        return
    writes = [call for call in facts.calls if call.kind == "write"]
    done = writes if policy.strict else [call for call in writes if call.is_ok]
    if policy.max_writes is not None and len(done) > policy.max_writes:
        yield this.broken(
            writes,
            f"{len(writes)} write calls, {len(done)} with success, {policy.max_writes} allowed: {places(writes)}",
        )
    if policy.strict:
        return
    for tool, most in policy.max_writes_by_tool.items():
        of_tool = [call for call in done if call.tool == tool]
        if len(of_tool) > most:
            yield this.broken(of_tool, f"{tool} succeeded {len(of_tool)} times, {most} allowed: {places(of_tool)}")


def _find_twice(facts: PathFacts, this: Invariant) -> Iterator[CheckResult]:
    if not facts.policy.write_tools:
        yield this.not_evaluated(NO_WRITES)
        return
    groups: dict[tuple[str, str], list[CallFact]] = {}
    for call in facts.calls:
        if call.kind == "write" and call.is_ok:
            groups.setdefault((call.tool, call.exact), []).append(call)
    for (tool, _), calls in groups.items():
        if len(calls) > 1:
            yield this.broken(calls, f"{tool} succeeded {len(calls)} times with the same arguments, at {places(calls)}")


INVARIANT = Invariant("too_many_writes", "error", "More write calls than the case allows", _find, 4)
TWICE = Invariant(
    "duplicated_side_effect", "error", "A write tool succeeded more than once with the same arguments", _find_twice
)
