"""The words of a message that a search finds, and the part of them around a hit."""

import re
from typing import Any

from viewer.json_lines import json_line
from viewer.masking import masked_part
from viewer.model.block import Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.message import Message
from viewer.plain import one_line

LONGEST = 1_000_000
"""Characters of a message that are searched: a result of a hundred megabytes is no reading matter."""
_AROUND = 60
_MASK_ROOM = 200


def message_text(message: Message) -> str:
    """The texts of a message's blocks; of calls the tool and its arguments."""
    pieces: list[str] = []
    for block in message.blocks:
        match block:
            case Text(text):
                pieces.append(text)
            case Thinking(text):
                pieces.append(text or "")
            case ToolUse(_, name, given):
                pieces += (name, _words(given))
            case ToolResult(_, content):
                pieces.append(_words(content))
            case Image() | Document():
                continue
            case Unknown(_, raw):
                pieces.append(_words(raw))
    return "\n".join(pieces)[:LONGEST].encode("utf-8", "replace").decode()


def _words(value: Any) -> str:
    if type(value) is str:
        return value
    if type(value) is list and all(type(part) is dict and type(part.get("text")) is str for part in value):
        return "\n".join(part["text"] for part in value)
    return "" if value is None else json_line(value).decode("utf-8", "replace")


def holds(text: str, words: str) -> bool:
    """Whether the words stand in a text beside each other, in any case, the last one perhaps going on."""
    return _found(text, words) is not None


def _found(text: str, words: str) -> re.Match[str] | None:
    pattern = r"[\W_]+".join(map(re.escape, re.findall(r"[^\W_]+", words)))
    return re.search(rf"(?<![^\W_]){pattern}", text, re.IGNORECASE) if pattern else None


def snippet(text: str, words: str) -> str:
    """One line around the first place where the words stand, credentials masked; without such a place, the start."""
    found = _found(text, words)
    start = max(0, (found.start() if found else 0) - _AROUND)
    end = min(len(text), (found.end() if found else 0) + _AROUND)
    line = one_line(masked_part(text, start, end).text, 2 * _AROUND + len(words) + _MASK_ROOM)
    return f"{'…' if start else ''}{line}{'…' if end < len(text) else ''}"
