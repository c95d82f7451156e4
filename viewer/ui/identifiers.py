"""The words by which `?find=ID` finds a run: its id, its attributes, the ids of its calls."""

from collections.abc import Iterator
from typing import Any

from viewer.model.block import ToolResult, ToolUse
from viewer.model.run import Run

LONGEST = 200
"""Characters: what is longer is a text, not an identifier."""


def identifiers(run: Run) -> frozenset[str]:
    """All identifiers that the file gives this run and its calls."""
    found = {run.run_id, *scalars(run.attributes)}
    for messages in (run.messages, *(branch.messages for branch in run.branches)):
        for message in messages:
            for block in message.blocks:
                if type(block) is ToolUse:
                    found.add(block.id or "")
                elif type(block) is ToolResult:
                    found.add(block.tool_use_id or "")
    return frozenset(one for one in found if 0 < len(one) <= LONGEST)


def scalars(value: Any, depth: int = 0) -> Iterator[str]:
    """Texts and numbers of an attribute, down to three levels of lists and objects."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, bool) or value is None or depth > 3:
        return
    elif isinstance(value, int | float):
        if -(10**LONGEST) < value < 10**LONGEST:  # Python refuses to write integers of thousands of digits
            yield str(value)
    elif isinstance(value, dict):
        for one in value.values():
            yield from scalars(one, depth + 1)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from scalars(one, depth + 1)
