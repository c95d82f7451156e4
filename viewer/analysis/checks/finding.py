"""A finding: a well-read run breaks a rule, here. The JSON shape is that of `show --json`."""

from typing import Literal

import msgspec

from viewer.analysis.pairing import Place
from viewer.model.block import ToolResult, ToolUse
from viewer.model.run import Run

Severity = Literal["error", "warning", "info"]
"""error: no API takes such a list, or evidence is missing. warning: look here. info: legal, and worth knowing."""
ID_SHOWN = 60
"""Characters of an id that a sentence quotes; the position holds the whole id."""


class FindingPosition(msgspec.Struct, frozen=True, gc=False):
    """A message, or a block of it; some runs have so many that a dataclass would take noticeably longer."""

    message_index: int
    block: int | None = None
    tool_use_id: str | None = None


class Finding(msgspec.Struct, frozen=True):
    """One broken rule. `text` may quote ids and names of the file, so it is shown as text only."""

    code: str
    severity: Severity
    positions: tuple[FindingPosition, ...]
    text: str
    """The sentence that a reviewer would quote."""


def at(run: Run, place: Place) -> FindingPosition:
    """The position of a block, with its call id where it has one."""
    block = run.messages[place[0]].blocks[place[1]]
    call_id = None
    if type(block) is ToolResult:
        call_id = block.tool_use_id
    elif type(block) is ToolUse:
        call_id = block.id
    return FindingPosition(place[0], place[1], call_id)


def call_named(run: Run, place: Place) -> str:
    """How sentences name a call or a result: by its id, else by its tool and place."""
    block = run.messages[place[0]].blocks[place[1]]
    match block:
        case ToolUse(id=str(call_id)) | ToolResult(tool_use_id=str(call_id)) if call_id:
            return call_id if len(call_id) <= ID_SHOWN else f"{call_id[:ID_SHOWN]}…"
        case ToolUse(name=name):
            return f"{name[:ID_SHOWN]} at [{place[0]}].{place[1]}, which has no id,"
        case _:
            return f"at [{place[0]}].{place[1]}, which names no call,"


def listed(words: list[str], most: int = 4) -> str:
    """`a`, `a and b`, `a, b and 7 more`."""
    if len(words) > most:
        words = [*words[: most - 1], f"{len(words) - most + 1:,} more"]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
