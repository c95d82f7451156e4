"""Messages of a run as the Anthropic Messages API takes them."""

import json
from typing import Any

from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.message import Message
from viewer.replay.built import Losses

_CONTENT_PARTS = frozenset({"text", "image", "document", "search_result", "tool_reference"})


def system_for(stored: Any, losses: Losses) -> Any:
    """The system prompt: text, or a list of text blocks."""
    if isinstance(stored, str):
        return stored
    parts = stored if isinstance(stored, list) else [stored]
    made: list[Any] = []
    for part in parts:
        if isinstance(part, str):
            made.append({"type": "text", "text": part})
        elif isinstance(part, dict) and part.get("type") == "text":
            made.append(part)
        else:
            losses.add("a part of the system prompt that is no text is left out")
    return made


def system_texts(messages: list[Message], losses: Losses) -> list[dict[str, Any]]:
    """System messages of another vendor's list, which this API has in `system` only."""
    made: list[dict[str, Any]] = []
    for message in messages:
        losses.add("a system message inside the list moves to `system`, where this API has it", message.index)
        made.extend({"type": "text", "text": block.text} for block in message.blocks if type(block) is Text)
    return made


def message_for(message: Message, native: bool, losses: Losses) -> dict[str, Any] | None:
    """One message; None where nothing of it can be sent."""
    content = []
    for index, block in enumerate(message.blocks):
        made = _block(block, native, losses, message.index, index)
        if made is not None:
            content.append(made)
    if not content:
        losses.add("nothing of this message can be sent, so it is left out", message.index)
        return None
    return {"role": message.role, "content": content}


def _block(block: Block, native: bool, losses: Losses, message: int, index: int) -> dict[str, Any] | None:
    match block:
        case Text(text):
            if text:
                return {"type": "text", "text": text}
            losses.add("empty text is left out", message, index)
        case Thinking(text, signature, redacted):
            if native and redacted and signature:
                return {"type": "redacted_thinking", "data": signature}
            if native and signature:
                return {"type": "thinking", "thinking": text or "", "signature": signature}
            losses.add("thinking is left out: only its own API takes it back, and only signed", message, index)
        case ToolUse(from_text=True):
            return None  # the words around it hold it
        case ToolUse(executed_by="provider") | ToolResult(executed_by="provider"):
            losses.add("a tool that the provider ran is left out", message, index)
        case ToolUse(call_id, name, arguments):
            return {"type": "tool_use", "id": call_id, "name": name, "input": arguments}
        case ToolResult(from_text=True, content=content):
            return {"type": "text", "text": content if isinstance(content, str) else _json(content)}
        case ToolResult(call_id, content, is_error):
            made = {"type": "tool_result", "tool_use_id": call_id}
            if content is not None:
                made["content"] = result_content(content, native, losses, message, index)
            return made if is_error is None else {**made, "is_error": is_error}
        case Image(raw=raw) | Document(raw=raw):
            part = _media(raw)
            if part is not None:
                return part
            losses.add("an attachment that this API has no form for is left out", message, index)
        case Unknown(kind, raw):
            if native and isinstance(raw, dict) and raw.get("type") == kind:
                return raw
            losses.add("a block of an unknown kind is left out", message, index)
    return None


def result_content(content: Any, native: bool, losses: Losses, message: int, index: int) -> Any:
    """What a tool_result may hold: text, or a list of content parts, which stays a list."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        if native:
            return content
        parts = [_media(part) if _kind(part) == "image_url" else part for part in content]
        if all(_kind(part) in _CONTENT_PARTS for part in parts):
            return parts
    losses.add("a result that is neither text nor content parts is written as JSON text", message, index)
    return _json(content)


def _media(raw: Any) -> dict[str, Any] | None:
    match raw:
        case {"type": "image" | "document", "source": dict()}:
            return dict(raw)
        case {"type": "image_url", "image_url": {"url": str(url)}} | {"type": "image_url", "image_url": str(url)}:
            if url.startswith("data:") and ";base64," in url:
                media_type, _, encoded = url[5:].partition(";base64,")
                return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": encoded}}
            return {"type": "image", "source": {"type": "url", "url": url}}
        case _:
            return None


def _kind(part: Any) -> Any:
    return part.get("type") if isinstance(part, dict) else None


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
