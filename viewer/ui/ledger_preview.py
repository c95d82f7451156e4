"""A block in a few words: what a row of the ledger says of it."""

from typing import Any

from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown

NAME = "\x1e"
"""Stands between a tool's name and its arguments."""


def block_preview(block: Block, limit: int, tool: str = "") -> str:
    """One letter for the kind, then at most `limit` characters, on one line, not yet escaped.

    `t` text, `h` thinking, `c` call of a client tool, `s` call run by the provider, `r` result, `e` result flagged
    as an error, `i` image, `d` document, `u` unknown. `tool` is the name of the call that a result answers.
    """
    match block:
        case Text(text):
            return "t" + one_line(text, limit)
        case ToolUse():
            kind = "s" if block.executed_by == "provider" else "c"
            return f"{kind}{one_line(block.name, 60)}{NAME}{brief(block.input, limit)}"
        case ToolResult():
            kind = "e" if block.is_error is True else "r"
            return f"{kind}{one_line(tool or block.name or '', 60)}{NAME}{result_brief(block.content, limit)}"
        case Thinking(text):
            return "h" + (one_line(text, limit) if text else "")
        case Image(media_type):
            return "i" + one_line(media_type or "", 40)
        case Document(media_type):
            return "d" + one_line(media_type or "", 40)
        case Unknown(kind):
            return "u" + one_line(kind, 40)


def one_line(text: str, limit: int) -> str:
    """The start of a text with its white space shrunk; `…` where it goes on."""
    looked_at = limit + 60  # white space shrinks
    start = " ".join(text[:looked_at].split())
    return start if len(text) <= looked_at and len(start) <= limit else start[:limit] + "…"


def result_brief(content: Any, limit: int) -> str:
    """A result: text as it is, the texts of a list of parts, anything else as a value."""
    if type(content) is str:
        return one_line(content, limit)
    if type(content) is list and content:
        first = content[0]
        if type(first) is dict and type(first.get("text")) is str:
            return one_line(first["text"], limit) + (f" +{len(content) - 1}" if len(content) > 1 else "")
    return "no content" if content is None else brief(content, limit)


def brief(value: Any, limit: int) -> str:
    """A value in JSON's manner, keys without quotes, cut with `…`."""
    pieces: list[str] = []
    _write(value, pieces, limit, 0)
    text = "".join(pieces)
    return text if len(text) <= limit else text[:limit] + "…"


def _write(value: Any, pieces: list[str], room: int, depth: int) -> int:
    """Append until there is no room; returns the room left."""
    if room < 0:
        return room
    kind = type(value)
    if kind is str:
        text = f'"{one_line(value, room)}"'
    elif kind is dict and depth < 6:
        return _write_all(value.items(), "{}", pieces, room, depth)
    elif kind is list and depth < 6:
        return _write_all(((None, one) for one in value), "[]", pieces, room, depth)
    elif value is None or kind is bool:
        text = {None: "null", True: "true", False: "false"}[value]
    else:
        text = "…" if kind is dict or kind is list else str(value)[:100]
    pieces.append(text)
    return room - len(text)


def _write_all(entries: Any, brackets: str, pieces: list[str], room: int, depth: int) -> int:
    pieces.append(brackets[0])
    first = True
    for key, value in entries:
        if room < 0:
            break
        before = ("" if first else ", ") + ("" if key is None else f"{one_line(str(key), 60)}: ")
        first = False
        pieces.append(before)
        room = _write(value, pieces, room - len(before), depth + 1)
    pieces.append(brackets[1])
    return room
