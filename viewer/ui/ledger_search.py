"""Find in all text of a run: which messages hold the words."""

import base64
import json
from typing import Any

from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.message import Message
from viewer.model.run import Run

_BINARY = 2_000
"""A text without white space that is longer than this inside an image or document is its bytes: not searched."""


def searchable(run: Run) -> tuple[str, ...]:
    """One text a message, in one case, to look for words in."""
    return tuple(_message_text(message).casefold() for message in run.messages)


def messages_with(texts: tuple[str, ...], words: str) -> bytes:
    """One bit a message, the lowest of the first byte being message 0: set where the words stand."""
    wanted = words.casefold()
    bits = bytearray(-(-len(texts) // 8))
    if wanted:
        for index, text in enumerate(texts):
            if wanted in text:
                bits[index >> 3] |= 1 << (index & 7)
    return bytes(bits)


def hits_payload(key: str, words: str, bits: bytes) -> dict[str, Any]:
    """The hits for `components/signals.js`."""
    count = sum(byte.bit_count() for byte in bits)
    return {"run": key, "find": words, "count": count, "bits": base64.b64encode(bits).decode() if words else ""}


def _message_text(message: Message) -> str:
    if len(message.blocks) == 1:
        return _block_text(message.blocks[0])
    return "\n".join([_block_text(block) for block in message.blocks])


def _block_text(block: Block) -> str:
    match block:
        case Text(text):
            return text
        case ToolResult():
            named = f"{block.tool_use_id or ''} {block.name or ''}"
            return f"{named}\n{_value_text(block.content)}"
        case ToolUse():
            return f"{block.id or ''} {block.name}\n{_value_text(block.input)}"
        case Thinking(text):
            return text or ""
        case Image(raw=raw) | Document(raw=raw):
            return "\n".join(one for one in _strings(raw) if len(one) < _BINARY or " " in one)
        case Unknown(kind, raw):
            return f"{kind}\n{_value_text(raw)}"


def _value_text(value: Any) -> str:
    """Text as it is; else JSON, and where JSON escapes something, its texts as they are as well."""
    if type(value) is str:
        return value
    if value is None:
        return ""
    try:
        written = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    except (ValueError, RecursionError):
        return "\n".join(_strings(value))
    return f"{written}\n" + "\n".join(_strings(value)) if "\\" in written else written


def _strings(value: Any) -> list[str]:
    found: list[str] = []
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            found.append(one)
        elif isinstance(one, dict):
            found.extend(str(key) for key in one)
            waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)
        elif one is not None:
            found.append(str(one))
    return found
