"""Does each result stand in the loop message that follows its call? Messages between the two are named."""

from collections.abc import Iterator

from viewer.analysis.checks.check import Check, Facts, Rule
from viewer.analysis.checks.finding import Finding, at, call_named
from viewer.model.block import ToolResult
from viewer.model.run import Run

LATE = Rule(
    "late_result", "warning", "Other messages stand between a call and its result (info where the format allows it)"
)


def find(facts: Facts) -> Iterator[Finding]:
    """One finding for each result that replies or a caller's words part from its call."""
    run = facts.run
    others: list[int] = []
    for result, call in facts.pairing.calls.items():
        if result[0] <= call[0] + 1:
            continue
        others = others or _others_before(run)
        if others[result[0]] > others[call[0] + 1]:
            between = f"[{call[0] + 1}]" if result[0] == call[0] + 2 else f"[{call[0] + 1}–{result[0] - 1}]"
            yield LATE.broken(
                (at(run, result), at(run, call)),
                f"result {call_named(run, result)} at [{result[0]}] does not follow its call at [{call[0]}]: "
                f"{between} {'stands' if result[0] == call[0] + 2 else 'stand'} between",
                None if run.alternates else "info",
            )


def _others_before(run: Run) -> list[int]:
    """For each index the number of earlier messages that hold no result and are no system message."""
    found = [0]
    for message in run.messages:
        results = any(type(block) is ToolResult for block in message.blocks)
        found.append(found[-1] + (message.role != "system" and not results))
    return found


CHECK = Check((LATE,), find)
