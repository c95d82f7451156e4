"""Names writes that were asked for before what they need was read, and visible."""

from collections.abc import Container, Iterator
from typing import TYPE_CHECKING

from viewer.analysis.checks.check import Rule
from viewer.analysis.checks.finding import Finding, FindingPosition
from viewer.analysis.context import visible
from viewer.analysis.pairing import Pairing, pair
from viewer.analysis.policy import Policy
from viewer.model.block import ToolResult, ToolUse
from viewer.model.run import Run

if TYPE_CHECKING:  # evidence needs numpy, which takes a while to import, and the policy's own question does not
    from viewer.analysis.evidence.facts import Evidence

UNREAD_WRITE = Rule(
    "write_before_required_read",
    "error",
    "A write tool was asked for before a result that the policy requires was visible",
)


def find(facts: "Evidence") -> Iterator[Finding]:
    """One finding for each write and each tool that it lacks."""
    if facts.policy.requires:
        yield from unread_writes(facts.run, facts.policy, pair(facts.run.messages))


def unread_writes(run: Run, policy: Policy, pairing: Pairing) -> Iterator[Finding]:
    """The same, where nothing but the run and the policy is at hand."""
    if not _asks_for_any(run, policy.requires):
        return
    saw = visible(run, pairing)
    read: dict[str, list[int]] = {}
    for call, answer in pairing.answers.items():
        block = run.messages[call[0]].blocks[call[1]]
        result = run.messages[answer[0]].blocks[answer[1]]
        if type(block) is ToolUse and type(result) is ToolResult and not result.is_error:
            read.setdefault(block.name, []).append(answer[0])
    for message in run.messages:
        for number, block in enumerate(message.blocks):
            if type(block) is not ToolUse:
                continue
            for needed in policy.requires.get(block.name, ()):
                results = read.get(needed, [])
                ranges = saw[message.index].ranges
                if any(first <= index <= last for index in results for first, last in ranges):
                    continue
                later = [index for index in results if index > message.index]
                rest = f"its first result came at [{min(later)}]" if later else "the run holds no result of it"
                yield UNREAD_WRITE.broken(
                    (FindingPosition(message.index, number, block.id),),
                    f"{block.name} was asked for at [{message.index}].{number} "
                    f"when no successful result of {needed} was visible; {rest}",
                )


def _asks_for_any(run: Run, tools: Container[str]) -> bool:
    for message in run.messages:
        for block in message.blocks:
            if type(block) is ToolUse and block.name in tools:
                return True
    return False
