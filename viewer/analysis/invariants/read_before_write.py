"""Invariant 5: before it acts, the model has read: a result of a read tool was visible when it asked for the write."""

from collections.abc import Iterator

from viewer.analysis.invariants.facts import PathFacts
from viewer.analysis.invariants.result import CheckResult, Invariant, at
from viewer.analysis.invariants.write_limits import NO_WRITES


def _find(facts: PathFacts, this: Invariant) -> Iterator[CheckResult]:
    policy = facts.policy
    if not policy.write_tools or not policy.read_before_write:
        yield this.not_evaluated(NO_WRITES if policy.read_before_write else "the case does not ask for it")
    elif policy.strict:
        yield from _as_published(facts, this)
    elif not policy.read_tools:
        yield this.not_evaluated("no read tool is declared, and an unclassified tool is not taken for one")
    else:
        yield from _each_write(facts, this)


def _as_published(facts: PathFacts, this: Invariant) -> Iterator[CheckResult]:
    """Any call of another tool before the first write counts as a read."""
    for place, call in enumerate(facts.calls):
        if call.kind == "write":
            if place == 0:
                yield this.broken((call,), f"write before any read: {call.tool} at {at(call)}")
            return


def _each_write(facts: PathFacts, this: Invariant) -> Iterator[CheckResult]:
    reads = [(call, call.result) for call in facts.calls if call.kind == "read" and call.is_ok and call.result]
    for call in facts.calls:
        if call.kind != "write":
            continue
        message = call.place[0]
        saw = facts.saw(call)
        if saw.status == "unknown":
            yield this.not_evaluated(f"what the model saw at [{message}] is unknown: {saw.reason}")
            return
        if any(first <= result[0] <= last for _, result in reads for first, last in saw.ranges):
            continue
        together = [read for read, _ in reads if read.place[0] == message]
        why = "no successful result of a read tool was visible"
        if together:
            why = f"{together[0].tool} was asked for in the same message, so that its result was not visible yet"
        yield this.broken((call,), f"{call.tool} was asked for at {at(call)} when {why}")


INVARIANT = Invariant(
    "write_before_read", "error", "A write tool was asked for before any read tool's result was visible", _find, 5
)
