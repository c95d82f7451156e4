"""Reads what the SDKs of Anthropic and OpenAI return (objects or dictionaries) as blocks of our own format."""

import contextlib
import json
from dataclasses import dataclass, field
from typing import Any

_STOP_REASONS = {
    "end_turn": "end_turn",
    "stop": "end_turn",
    "completed": "end_turn",
    "tool_use": "tool_use",
    "tool_calls": "tool_use",
    "function_call": "tool_use",
    "max_tokens": "max_tokens",
    "length": "max_tokens",
    "max_output_tokens": "max_tokens",
    "model_context_window_exceeded": "max_tokens",
    "stop_sequence": "stop_sequence",
    "refusal": "refusal",
    "content_filter": "refusal",
    "pause_turn": "pause_turn",
}


@dataclass(frozen=True)
class Reply:
    """One reply of a model, in the words of our format."""

    blocks: list[dict[str, Any]] = field(default_factory=list)
    stop_reason: str | None = None
    model: str | None = None
    usage: dict[str, int | None] | None = None


def as_dictionary(value: Any) -> dict[str, Any]:
    """An SDK's object (pydantic) or a dictionary, as a dictionary.

    Raises:
        TypeError: it is neither.
    """
    if isinstance(value, dict):
        return value
    dump = getattr(value, "model_dump", None)
    if dump is None:
        raise TypeError(f"a reply is a dictionary or an SDK's object, not {type(value).__name__}")
    made: dict[str, Any] = dump(mode="json", exclude_none=True)
    return made


def canonical_stop_reason(word: str | None) -> str | None:
    """The word of our format; `unknown` for a word without a meaning here, None where there is none."""
    return None if word is None else _STOP_REASONS.get(word, "unknown")


def read_reply(value: Any) -> Reply:
    """An Anthropic Message, an OpenAI ChatCompletion, or an OpenAI Response.

    Raises:
        TypeError: it is none of these.
    """
    stored = as_dictionary(value)
    if isinstance(stored.get("choices"), list):
        return _chat(stored)
    if isinstance(stored.get("output"), list):
        return _response(stored)
    if isinstance(stored.get("content"), list):
        return _anthropic(stored)
    raise TypeError("a reply has `content` (Anthropic), `choices` (OpenAI Chat) or `output` (OpenAI Responses)")


def _anthropic(stored: dict[str, Any]) -> Reply:
    usage = stored.get("usage") or {}
    return Reply(
        [block(part) for part in stored["content"]],
        stored.get("stop_reason"),
        stored.get("model"),
        {
            name: usage.get(name)
            for name in (
                "input_tokens",
                "cache_read_input_tokens",
                "cache_creation_input_tokens",
                "output_tokens",
            )
        }
        if usage
        else None,
    )


def block(part: Any) -> dict[str, Any]:
    """One Anthropic content block."""
    if isinstance(part, str):
        return {"type": "text", "text": part}
    match part.get("type"):
        case "text":
            return {"type": "text", "text": part["text"]}
        case "thinking":
            return {"type": "thinking", "text": part.get("thinking"), "signature": part.get("signature")}
        case "redacted_thinking":
            return {"type": "thinking", "text": None, "signature": part.get("data"), "redacted": True}
        case "tool_use" | "server_tool_use" as kind:
            ran = "client" if kind == "tool_use" else "provider"
            return {
                "type": "tool_use",
                "id": part.get("id"),
                "name": part["name"],
                "input": part["input"],
                "executed_by": ran,
            }
        case "tool_result":
            return {
                "type": "tool_result",
                "tool_use_id": part.get("tool_use_id"),
                "content": part.get("content"),
                "is_error": part.get("is_error"),
            }
        case "image" | "document" as kind:
            return {"type": kind, "media_type": (part.get("source") or {}).get("media_type"), "raw": part}
        case kind:
            return {"type": "unknown", "kind": str(kind), "raw": part}


def _chat(stored: dict[str, Any]) -> Reply:
    choice = stored["choices"][0]
    return Reply(
        chat_blocks(choice["message"]), choice.get("finish_reason"), stored.get("model"), _openai_usage(stored)
    )


def chat_blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    """The blocks of an OpenAI chat message of the assistant or of a caller."""
    content = message.get("content")
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else list(content or [])
    made = [block(part) for part in parts if part != {"type": "text", "text": ""}]
    if message.get("refusal"):
        made.append({"type": "text", "text": message["refusal"]})
    for call in message.get("tool_calls") or []:
        function = call.get("function") or {"name": call["type"], "arguments": call.get(call["type"])}
        made.append(_call(call.get("id"), function["name"], function["arguments"]))
    return made


def _call(call_id: str | None, name: str, arguments: Any) -> dict[str, Any]:
    """Arguments come as JSON text; where they are no JSON, the text itself is kept."""
    if isinstance(arguments, str):
        with contextlib.suppress(ValueError, RecursionError):
            arguments = json.loads(arguments)
    return {"type": "tool_use", "id": call_id, "name": name, "input": arguments}


def _response(stored: dict[str, Any]) -> Reply:
    made: list[dict[str, Any]] = []
    for entry in stored["output"]:
        match entry.get("type"):
            case "message":
                for part in entry.get("content") or []:
                    text = part.get("text", part.get("refusal"))
                    made.append(
                        {"type": "unknown", "kind": str(part.get("type")), "raw": part}
                        if text is None
                        else {"type": "text", "text": text}
                    )
            case "reasoning":
                summary = "\n".join(part.get("text", "") for part in entry.get("summary") or [])
                made.append({"type": "thinking", "text": summary or None, "signature": entry.get("encrypted_content")})
            case "function_call":
                made.append(_call(entry.get("call_id"), entry["name"], entry["arguments"]))
            case kind:
                made.append({"type": "unknown", "kind": str(kind), "raw": entry})
    cut = (stored.get("incomplete_details") or {}).get("reason")
    asked = any(part["type"] == "tool_use" for part in made)
    word = cut or ("tool_calls" if asked else stored.get("status"))
    return Reply(made, word, stored.get("model"), _openai_usage(stored))


def _openai_usage(stored: dict[str, Any]) -> dict[str, int | None] | None:
    """OpenAI counts cached tokens inside the prompt; our `input_tokens` is without them."""
    usage = stored.get("usage") or {}
    whole = usage.get("prompt_tokens", usage.get("input_tokens"))
    if whole is None:
        return None
    details = usage.get("prompt_tokens_details") or usage.get("input_tokens_details") or {}
    cached = details.get("cached_tokens")
    return {
        "input_tokens": whole - (cached or 0),
        "cache_read_input_tokens": cached,
        "cache_creation_input_tokens": None,
        "output_tokens": usage.get("completion_tokens", usage.get("output_tokens")),
    }
