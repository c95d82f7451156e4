"""Messages of a run as the items that the OpenAI Responses API takes them as."""

from typing import Any

from viewer.model.block import Block, ToolResult, ToolUse, Unknown
from viewer.model.message import Message
from viewer.replay.built import Losses
from viewer.replay.openai_parts import PartForm, as_json_text, content_part

_PARTS = frozenset({"input_text", "input_image", "input_file"})
"""What the output of a call may hold beside text."""


def system_for(
    stored: Any, items: list[dict[str, Any]] | None, losses: Losses
) -> tuple[str | None, list[dict[str, Any]]]:
    """The system prompt as `instructions`, or as leading items: where it stood, else where its form fits."""
    if items is not None:
        return None, items
    if isinstance(stored, str):
        return stored, []
    parts = stored if isinstance(stored, list) else [stored]
    texts = [_words(part) for part in parts]
    known = [one for one in texts if one is not None]
    if len(known) < len(texts):
        losses.add("a part of the system prompt that is no text is left out")
    if any(isinstance(part, dict) and "cache_control" in part for part in parts):
        losses.add("cache marks of the system prompt are left out: this API has none")
    if len(known) == 1:
        return known[0], []
    return None, [{"role": "system", "content": [{"type": "input_text", "text": one} for one in known]}]


def _words(part: Any) -> str | None:
    if isinstance(part, dict):
        part = part.get("text")
    return part if isinstance(part, str) else None


def items_for(message: Message, native: bool, losses: Losses) -> list[dict[str, Any]]:
    """The items of one message, in its order: calls and results are items of their own."""
    made: list[dict[str, Any]] = []
    parts: list[dict[str, Any]] = []
    form = _REPLY_FORM if message.role == "assistant" else _INPUT_FORM
    for index, block in enumerate(message.blocks):
        item = _item(block, native, losses, message.index, index)
        if item is not None:
            _close(message.role, parts, made)
            made.append(item)
            continue
        part = content_part(block, form, native, losses, message.index, index)
        if part is not None:
            parts.append(part)
    _close(message.role, parts, made)
    if not made:
        losses.add("nothing of this message can be sent, so it is left out", message.index)
    return made


def _close(role: str, parts: list[dict[str, Any]], made: list[dict[str, Any]]) -> None:
    """The parts so far as one item: a single text as plain text, which every role takes."""
    if parts:
        plain = len(parts) == 1 and "text" in parts[0]
        made.append({"role": role, "content": parts[0]["text"] if plain else parts[:]})
        parts.clear()


def _item(block: Block, native: bool, losses: Losses, message: int, index: int) -> dict[str, Any] | None:
    match block:
        case ToolUse(call_id, name, arguments, "client" | "unknown", from_text=False):
            words = arguments if isinstance(arguments, str) else as_json_text(arguments)
            return {"type": "function_call", "call_id": call_id, "name": name, "arguments": words}
        case ToolResult(call_id, content, is_error, executed_by="client" | "unknown", from_text=False):
            if is_error is not None:
                losses.add("the error flag is left out: this API has none", message, index)
            output = result_output(content, native, losses, message, index)
            return {"type": "function_call_output", "call_id": call_id, "output": output}
        case Unknown(kind, raw) if native and isinstance(raw, dict) and raw.get("type") == kind and "id" in raw:
            return raw
        case _:
            return None


def result_output(content: Any, native: bool, losses: Losses, message: int, index: int) -> Any:
    """What the output of a call may hold: text, or a list of content parts, which stays a list."""
    if isinstance(content, str):
        return content
    if content is None:
        losses.add("a result without content is sent as empty text", message, index)
        return ""
    if isinstance(content, list):
        if native:
            return content
        parts = [_output_part(part) for part in content]
        if parts and None not in parts:
            return parts
    losses.add("a result that is neither text nor content parts is written as JSON text", message, index)
    return as_json_text(content)


def _output_part(part: Any) -> dict[str, Any] | None:
    match part:
        case {"type": "text", "text": str(text)}:
            return {"type": "input_text", "text": text}
        case {"type": str(kind)} if kind in _PARTS:
            return dict(part)
        case _:
            return _media(part, False)


def _media(raw: Any, native: bool) -> dict[str, Any] | None:
    match raw:
        case {"type": "input_image" | "input_file"}:
            return dict(raw)
        case {"type": "image", "source": {"type": "base64", "media_type": str(media_type), "data": str(encoded)}}:
            return {"type": "input_image", "image_url": f"data:{media_type};base64,{encoded}"}
        case {"type": "image", "source": {"type": "url", "url": str(url)}}:
            return {"type": "input_image", "image_url": url}
        case {"type": "image_url", "image_url": {"url": str(url)}} | {"type": "image_url", "image_url": str(url)}:
            return {"type": "input_image", "image_url": url}
        case dict() if native:
            return dict(raw)
        case _:
            return None


_THINKING = "thinking is left out: this API takes back only its own items, as they came"
_REPLY_FORM = PartForm("output_text", _THINKING, _media)
_INPUT_FORM = PartForm("input_text", _THINKING, _media)
