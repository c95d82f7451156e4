"""The texts of a block, and marks in them that something was taken out before they were stored."""

import json
from collections.abc import Iterator
from typing import Any, Literal

from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown

Mark = Literal["redacted", "truncated", "encrypted", "without text"]
_CUT = ("[truncated]", "<truncated>", "[TRUNCATED]", "[content_truncated]")
"""What writers put at the end of a text that they cut; a bare `...` may be the text's own."""
_TAKEN_OUT = "[REDACTED]"


def texts_of(block: Block) -> Iterator[str]:
    """All texts that a model could read in a block; pictures and documents have none."""
    match block:
        case Text(text=text):
            yield text
        case Thinking(text=thought):
            yield thought or ""
        case ToolUse(input=value) | ToolResult(content=value) | Unknown(raw=value):
            yield from _texts(value)
        case Image() | Document():
            return


def _texts(value: Any) -> Iterator[str]:
    waiting: list[Any] = [value]
    while waiting:
        one = waiting.pop()
        if type(one) is str:
            yield one
        elif type(one) is dict:
            waiting.extend(reversed(list(one.values())))
        elif type(one) is list:
            waiting.extend(reversed(one))


def marks_of(block: Block) -> tuple[Mark, ...]:
    """The marks, each once."""
    found: dict[Mark, None] = {}
    if type(block) is Thinking:
        if block.redacted:
            found["encrypted"] = None
        elif not block.text:
            found["without text"] = None
    if (type(block) is ToolUse or type(block) is ToolResult) and _is_preview(_value(block)):
        found["truncated"] = None
    for text in texts_of(block):
        if _TAKEN_OUT in text:
            found["redacted"] = None
        if text.endswith(_CUT):
            found["truncated"] = None
    return tuple(found)


def _value(block: ToolUse | ToolResult) -> Any:
    return block.input if type(block) is ToolUse else block.content  # type: ignore[union-attr]  # one of two


def _is_preview(value: Any) -> bool:
    """`{"truncated": true, "preview": …}` stands for a value that was too large."""
    if type(value) is str and value.startswith("{") and '"preview"' in value[:200]:
        try:
            value = json.loads(value)
        except ValueError:
            return False
    return type(value) is dict and value.get("truncated") is True and "preview" in value
