"""Do results stand first in their message? Words after them are fine."""

from collections.abc import Iterator

from viewer.analysis.checks.check import Check, Facts, Rule
from viewer.analysis.checks.finding import Finding, FindingPosition
from viewer.model.block import ToolResult

BEFORE = Rule("text_before_results", "info", "Words stand before the tool results of a message; some APIs refuse that")


def find(facts: Facts) -> Iterator[Finding]:
    """One finding for each such message."""
    for message in facts.run.messages:
        if message.role != "user" or len(message.producers) < 2:
            continue
        for index, block in enumerate(message.blocks):
            if type(block) is ToolResult:
                if index:
                    yield BEFORE.broken(
                        (FindingPosition(message.index, index, block.tool_use_id),),
                        f"in [{message.index}] other blocks stand before the first tool result (block {index}): "
                        "some APIs refuse that",
                    )
                break


CHECK = Check((BEFORE,), find)
