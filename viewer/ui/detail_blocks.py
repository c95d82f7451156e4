"""Each block of a message in full: what it is, what belongs to it, and its content."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.message import Message
from viewer.model.position import Position
from viewer.pictures import StoredImage, stored_image
from viewer.ui import runs_like
from viewer.ui.detail_heads import call_head, result_head, sub_runs_of, thinking_head
from viewer.ui.detail_text import Opened, text_body
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_segments import button, code, quiet, strong

DRAWN_AT_ONCE = 300_000
"""Bytes up to which a picture comes with its message; larger ones when they are asked for."""


def block_payload(facts: RunFacts, message: Message, index: int, opened: Opened) -> dict[str, Any]:
    """One block for `components/detail.js`."""
    block = message.blocks[index]
    place = (message.index, index)
    position = str(Position(message.index, index))
    made: dict[str, Any] = {"position": position, "head": [], "notes": [], "bodies": [], "tools": []}
    match block:
        case Text():
            made["head"] = [strong("text")]
            if message.role == "assistant":
                made["head"].append(quiet(" written for the user"))
            made["bodies"] = [text_body(f"{index}", block.text, opened, kind="text", path=position)]
        case Thinking():
            made["head"], made["notes"] = thinking_head(facts, message, block)
            if block.text:
                made["bodies"] = [text_body(f"{index}", block.text, opened, kind="text", path=position)]
        case ToolUse():
            made["head"], made["notes"] = call_head(facts, message, block, place)
            made["bodies"] = [value_body(f"{index}", block.input, opened, position)]
            made["tools"] = [
                *(button("sub_run", key, "open the sub-agent's run") for key in sub_runs_of(facts.run, place)),
                *runs_like.call_segments(block.name),
            ]
        case ToolResult():
            made["head"], made["notes"] = result_head(facts, block, place)
            made["bodies"] = list(_contents(f"{index}", block.content, opened, position))
            if block.executed_by != "provider" and place in facts.pairing.calls:
                made["tools"] = [button("swap", index, "replace this result…")]
            if block.is_error and place in facts.pairing.calls:
                made["tools"] += runs_like.error_segments(runs_like.called_tool(facts.run, facts.pairing.calls[place]))
        case Image() | Document():
            kind = "image" if isinstance(block, Image) else "document"
            made["head"] = [strong(kind), quiet(f" {block.media_type or ''}")]
            made["bodies"] = list(_picture(f"{index}", block.raw, opened, position))
        case Unknown():
            made["head"] = [strong("unknown block"), " ", code(block.kind)]
            made["notes"] = [[quiet("A kind that this version does not know, shown as stored.")]]
            made["bodies"] = [value_body(f"{index}", block.raw, opened, position)]
    return made


def block_file(block: Block, part: int | None) -> tuple[bytes, str]:
    """What a download of a body holds, unmasked, and the end of its file's name.

    Args:
        block: the block.
        part: of a result's list of parts, from 0; None: the whole content.
    """
    match block:
        case Text(text=str(text)) | Thinking(text=str(text)):
            return _bytes(text), "txt"
        case ToolUse(input=value):
            return _value_file(value)
        case ToolResult(content=list(contents)) if part is not None and part < len(contents):
            inner = contents[part]
            if isinstance(inner, dict) and isinstance(inner.get("text"), str):
                return _bytes(inner["text"]), "txt"
            return _value_file(inner)
        case ToolResult(content=value):
            return _value_file(value)
        case Image(raw=raw) | Document(raw=raw) | Unknown(raw=raw):
            return _value_file(raw)
        case _:
            return b"", "txt"


def _value_file(value: Any) -> tuple[bytes, str]:
    return (_bytes(value), "txt") if isinstance(value, str) else (_bytes(json_text(value)), "json")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def json_text(value: Any) -> str:
    """A value as JSON, integers digit by digit; two spaces a level."""
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)


def value_body(body_id: str, value: Any, opened: Opened, position: str) -> dict[str, Any]:
    """The body of a value: text as it is, anything else as JSON."""
    if isinstance(value, str):
        return text_body(body_id, value, opened, path=position, json=value.lstrip()[:1] in ("{", "["))
    body = text_body(body_id, json_text(value), opened, path=position, json=isinstance(value, dict | list))
    if _holds_decimal(value):
        body["notes"].append("decimal numbers are as read; the raw record holds every digit")
    return body


def _holds_decimal(value: Any) -> bool:
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, float):
            return True
        if isinstance(one, dict):
            waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)
    return False


def _contents(body_id: str, content: Any, opened: Opened, position: str) -> Iterator[dict[str, Any]]:
    """The parts of a result: text alone, or a list of parts, each shown by its kind."""
    if content is None:
        return
    if not isinstance(content, list) or not any(isinstance(part, dict) and "type" in part for part in content):
        yield value_body(body_id, content, opened, position)
        return
    several = len(content) > 1
    for number, part in enumerate(content):
        part_id, path = f"{body_id}.{number}", f"{position}:[{number}]"
        if isinstance(part, dict) and isinstance(part.get("text"), str):
            body = value_body(part_id, part["text"], opened, path)
            yield {**body, "label": f"part {number}" if several else "a list of one part"}
        elif isinstance(part, dict) and "image" in str(part.get("type")):
            yield from _picture(part_id, part, opened, path)
        else:
            yield {
                **value_body(part_id, part, opened, path),
                "label": f"part {number}" if several else "a list of one part",
            }


def _picture(body_id: str, raw: Any, opened: Opened, position: str) -> Iterator[dict[str, Any]]:
    image = stored_image(raw)
    if isinstance(image, StoredImage):
        drawn = image.bytes <= DRAWN_AT_ONCE or body_id in opened.parts
        extent = f"{image.width:,} × {image.height:,} pixels · {image.bytes:,} bytes · {image.media_type}"
        yield {
            **text_body(body_id, "", opened, kind="image", label="image from the file"),
            "extent": extent,
            "media": image.media_type,
            "base64": image.base64 if drawn else None,
        }
        return
    body = value_body(body_id, raw, opened, position)
    yield {**body, "notes": [image, *body["notes"]]}


def encoded(payload: dict[str, Any]) -> bytes:
    """A payload as the components take it; all text in it is escaped already."""
    return msgspec.json.encode(payload)
