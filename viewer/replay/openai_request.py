"""Messages of a run as the OpenAI Chat Completions API takes them."""

from typing import Any

from viewer.model.block import Text, ToolResult, ToolUse
from viewer.model.message import Message
from viewer.replay.built import Losses
from viewer.replay.openai_parts import PartForm, as_json_text, content_part


def system_messages(stored: Any, losses: Losses) -> list[dict[str, Any]]:
    """The system prompt as leading messages: one for each text, or one of text parts."""
    if isinstance(stored, str):
        return [{"role": "system", "content": stored}]
    parts = stored if isinstance(stored, list) else [stored]
    if all(isinstance(part, str) for part in parts):
        return [{"role": "system", "content": part} for part in parts]
    made = [
        {"type": "text", "text": part if isinstance(part, str) else part["text"]}
        for part in parts
        if isinstance(part, str) or (isinstance(part, dict) and isinstance(part.get("text"), str))
    ]
    if len(made) < len(parts):
        losses.add("a part of the system prompt that is no text is left out")
    if any(isinstance(part, dict) and "cache_control" in part for part in parts):
        losses.add("cache marks of the system prompt are left out: this API has none")
    return [{"role": "system", "content": made}]


def messages_for(message: Message, native: bool, losses: Losses) -> list[dict[str, Any]]:
    """One message, or several: this API has a message for each tool result."""
    if message.role == "assistant":
        return _reply(message, native, losses)
    results: list[dict[str, Any]] = []
    parts: list[dict[str, Any]] = []
    for index, block in enumerate(message.blocks):
        match block:
            case ToolResult(from_text=False, executed_by="client" | "unknown"):
                if parts:
                    losses.add("words before a tool result move behind it, where this API has them", message.index)
                results.append(_result(block, native, losses, message.index, index))
            case _:
                part = content_part(block, _FORM, native, losses, message.index, index)
                if part is not None:
                    parts.append(part)
    if parts:
        results.append({"role": message.role, "content": _content(parts)})
    if not results:
        losses.add("nothing of this message can be sent, so it is left out", message.index)
    return results


def _reply(message: Message, native: bool, losses: Losses) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = []
    calls: list[dict[str, Any]] = []
    for index, block in enumerate(message.blocks):
        match block:
            case ToolUse(call_id, name, arguments, executed_by, from_text):
                if executed_by == "provider":
                    losses.add("a tool that the provider ran is left out", message.index, index)
                elif not from_text:
                    words = arguments if isinstance(arguments, str) else as_json_text(arguments)
                    calls.append({"id": call_id, "type": "function", "function": {"name": name, "arguments": words}})
            case _:
                if calls and type(block) is Text:
                    losses.add("words after a call stand before it, where this API has them", message.index, index)
                part = content_part(block, _FORM, native, losses, message.index, index)
                if part is not None:
                    parts.append(part)
    if not parts and not calls:
        losses.add("nothing of this message can be sent, so it is left out", message.index)
        return []
    made: dict[str, Any] = {"role": "assistant", "content": _content(parts) if parts else None}
    return [{**made, "tool_calls": calls} if calls else made]


def _content(parts: list[dict[str, Any]]) -> Any:
    """A single text as the plain string that most writers of this API send."""
    return parts[0]["text"] if len(parts) == 1 and parts[0]["type"] == "text" else parts


def _result(block: ToolResult, native: bool, losses: Losses, message: int, index: int) -> dict[str, Any]:
    if block.is_error is not None:
        losses.add("the error flag is left out: this API has none", message, index)
    content = result_content(block.content, native, losses, message, index)
    return {"role": "tool", "tool_call_id": block.tool_use_id, "content": content}


def result_content(content: Any, native: bool, losses: Losses, message: int, index: int) -> Any:
    """What a tool message may hold: text, or a list of text parts, which stays a list."""
    if isinstance(content, str):
        return content
    if content is None:
        losses.add("a result without content is sent as empty text", message, index)
        return ""
    if isinstance(content, list):
        if native:
            return content
        if content and all(isinstance(part, dict) and part.get("type") == "text" for part in content):
            return [{"type": "text", "text": part.get("text")} for part in content]
    losses.add("a result that is neither text nor text parts is written as JSON text", message, index)
    return as_json_text(content)


def _media(raw: Any, native: bool) -> dict[str, Any] | None:
    match raw:
        case {"type": "image_url"}:
            return dict(raw)
        case {"type": "image", "source": {"type": "base64", "media_type": str(media_type), "data": str(encoded)}}:
            return {"type": "image_url", "image_url": {"url": f"data:{media_type};base64,{encoded}"}}
        case {"type": "image", "source": {"type": "url", "url": str(url)}}:
            return {"type": "image_url", "image_url": {"url": url}}
        case dict() if native:
            return dict(raw)
        case _:
            return None


_FORM = PartForm("text", "thinking is left out: this API takes none back", _media)
