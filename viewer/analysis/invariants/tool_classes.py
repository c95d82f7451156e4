"""Which tools a run used that it should not have, or that nobody has classified."""

from collections.abc import Iterator

from viewer.analysis.invariants.facts import CallFact, PathFacts
from viewer.analysis.invariants.result import CheckResult, Invariant, places


def _find_unexpected(facts: PathFacts, this: Invariant) -> Iterator[CheckResult]:
    if not facts.policy.expect_zero_tools:
        yield this.not_evaluated("the case does not ask for silence")
    elif facts.calls:
        tools = ", ".join(sorted({call.tool for call in facts.calls}))
        yield this.broken(facts.calls, f"unexpected tool call: {tools}, where none was expected")


def _find_unclassified(facts: PathFacts, this: Invariant) -> Iterator[CheckResult]:
    if not facts.policy.write_tools and not facts.policy.read_tools:
        yield this.not_evaluated("no tool is classified")
        return
    by_tool: dict[str, list[CallFact]] = {}
    for call in facts.calls:
        if call.kind == "unclassified":
            by_tool.setdefault(call.tool, []).append(call)
    for tool, calls in by_tool.items():
        yield this.broken(calls, f"{tool} is neither read nor write, {len(calls)} calls at {places(calls)}")


UNEXPECTED = Invariant("unexpected_tool", "error", "A tool was called in a case that expects none", _find_unexpected)
UNCLASSIFIED = Invariant(
    "unclassified_tool", "info", "A tool that the policy names neither as read nor as write", _find_unclassified
)
