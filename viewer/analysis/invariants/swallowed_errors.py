"""Invariant 6: a run that ends well has made up for every call that failed."""

from collections.abc import Iterator

from viewer.analysis.invariants.facts import CallFact, PathFacts
from viewer.analysis.invariants.result import CheckResult, Invariant, places
from viewer.model.block import ToolResult


def _find(facts: PathFacts, this: Invariant) -> Iterator[CheckResult]:
    last = facts.stop_reasons[-1] if facts.stop_reasons else None
    if last is None:
        yield this.not_evaluated("no stop reason is stored for the last request")
        return
    if facts.policy.strict:
        failed = [call for call in facts.calls if _is_flagged(facts, call)]
        if failed and last == "end_turn":
            yield this.broken(failed, f"ended with end_turn despite a failed tool call, at {places(failed)}")
        return
    if last == "tool_use":
        return
    left = [call for call in facts.calls if call.outcome == "failed" and not _is_recovered(facts, call)]
    if left:
        calls = "1 failed call was" if len(left) == 1 else f"{len(left)} failed calls were"
        yield this.broken(left, f"ended with {last}, though {calls} never made good: {places(left)}")


def _is_flagged(facts: PathFacts, call: CallFact) -> bool:
    if call.result is None:
        return False
    block = facts.run.messages[call.result[0]].blocks[call.result[1]]
    return type(block) is ToolResult and block.is_error is True


def _is_recovered(facts: PathFacts, failed: CallFact) -> bool:
    same_tool = facts.policy.recovered_by == "same_tool"
    return any(
        call.is_ok
        and call.place > failed.place
        and call.tool == failed.tool
        and (same_tool or call.exact == failed.exact)
        for call in facts.calls
    )


INVARIANT = Invariant(
    "swallowed_error",
    "error",
    "The run ended as if all was well after a call that failed and was not made good",
    _find,
    6,
)
