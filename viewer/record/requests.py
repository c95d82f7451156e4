"""Reads the keywords of a request (Anthropic Messages, OpenAI Chat, OpenAI Responses) as fields and messages."""

from dataclasses import dataclass
from typing import Any

from viewer.record.replies import as_dictionary, chat_blocks


@dataclass(frozen=True)
class Sent:
    """One message of the list that was sent."""

    role: str
    who: str
    blocks: list[dict[str, Any]]


def as_sent(keywords: dict[str, Any]) -> tuple[dict[str, Any], list[Sent]]:
    """System prompt, tools and parameters; and the messages, those that open the list with instructions left out."""
    rest = dict(keywords)
    listed = rest.pop("messages", rest.pop("input", None))
    tools, system = rest.pop("tools", None), rest.pop("system", rest.pop("instructions", None))
    listed = [{"role": "user", "content": listed}] if isinstance(listed, str) else listed or []
    entries = [as_dictionary(entry) for entry in listed]
    if system is None and entries and entries[0].get("role") in ("system", "developer"):
        system = entries[0]["content"]
    sent = [_sent(entry) for entry in entries]
    fields = {"system": _plain(system), "tools": _plain(tools), "parameters": {k: _plain(v) for k, v in rest.items()}}
    return fields, [one for number, one in enumerate(sent) if number or one.role != "system"]


def _sent(entry: dict[str, Any]) -> Sent:
    role, kind = entry.get("role"), entry.get("type")
    if kind == "function_call_output":
        return Sent("user", "loop", [_result(entry.get("call_id"), entry.get("output"))])
    if role == "tool":
        return Sent("user", "loop", [_result(entry.get("tool_call_id"), entry.get("content"))])
    if role == "assistant" or kind in ("function_call", "reasoning"):
        return Sent("assistant", "model", chat_blocks({**entry, "content": _parts(entry)}))
    blocks = chat_blocks({"content": _parts(entry)})
    results = [part for part in blocks if part["type"] == "tool_result"]
    if role in ("system", "developer"):
        return Sent("system", "caller", blocks)
    return Sent("user", "loop" if results else "caller", blocks)


def _parts(entry: dict[str, Any]) -> Any:
    content = entry.get("content")
    return [_plain(part) for part in content] if isinstance(content, list) else content


def _result(call_id: str | None, content: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": call_id, "content": _plain(content), "is_error": None}


def _plain(value: Any) -> Any:
    """SDK objects inside a request as dictionaries."""
    if isinstance(value, list):
        return [_plain(entry) for entry in value]
    return as_dictionary(value) if hasattr(value, "model_dump") else value
