"""A block as a content part of an OpenAI API; what neither of the two APIs takes is listed as a loss."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.replay.built import Losses


@dataclass(frozen=True)
class PartForm:
    """In what the APIs differ."""

    text_type: str
    thinking: str
    """The loss that thinking is."""
    media: Callable[[Any, bool], dict[str, Any] | None]
    """A picture or document in the API's own form; None: it has none for it."""


def content_part(
    block: Block, form: PartForm, native: bool, losses: Losses, message: int, index: int
) -> dict[str, Any] | None:
    """The part, or None where the block is left out."""
    match block:
        case Text(text):
            return {"type": form.text_type, "text": text}
        case ToolResult(from_text=True, content=content):
            return {"type": form.text_type, "text": content if isinstance(content, str) else as_json_text(content)}
        case ToolUse(from_text=True):
            return None  # the words around it hold it
        case Thinking():
            losses.add(form.thinking, message, index)
        case ToolUse() | ToolResult():
            losses.add("a tool that the provider ran is left out", message, index)
        case Image(raw=raw) | Document(raw=raw):
            part = form.media(raw, native)
            if part is not None:
                return part
            losses.add("an attachment that this API has no form for is left out", message, index)
        case Unknown():
            losses.add("a block of an unknown kind is left out", message, index)
    return None


def as_json_text(value: Any) -> str:
    """JSON as a model reads it best: every character as it is."""
    return json.dumps(value, ensure_ascii=False)
