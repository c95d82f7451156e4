"""Requests, contents and responses of the Gemini API, however a log wraps them."""

from typing import Any

from viewer.formats.build import RunBuilder
from viewer.formats.convert import mapping, text_or_none, timestamp
from viewer.formats.entries import Aside, Entry, Input, Reply
from viewer.formats.shapes.calls import Wire
from viewer.formats.shapes.gemini_parts import blocks, either, stop_of, usage
from viewer.formats.shapes.gemini_stream import is_response
from viewer.model.block import Unknown
from viewer.model.request import Context, recorded

PARAMETERS = (
    "generationConfig", "generation_config", "toolConfig", "tool_config", "safetySettings", "safety_settings",
    "cachedContent", "cached_content", "labels",
)  # fmt: skip
ROLES = frozenset({"user", "model", "function", "tool", "system"})
_NO_REQUEST = Context((), "unknown", reason="the request that led to this response is not in this file")


def call_of(value: Any) -> Any:
    """A logged call as `{"request", "response"}`, or as the request or response alone; all else as it is."""
    if type(value) is not dict:
        return value
    response = value.get("response")
    if "contents" in value:
        if "candidates" in value:
            return {"request": value, "response": value}
        return {"request": value, "response": response} if type(response) is dict else value
    if type(response) is dict and "request" not in value and is_response(response):
        return response
    return value


def is_call(value: Any) -> bool:
    """Whether the value is part of a log of calls, not a content of a list."""
    return type(value) is dict and ("contents" in value or "request" in value or call_of(value) is not value)


def add_fields(builder: RunBuilder, body: dict[str, Any]) -> None:
    """System instruction, tools and parameters; Python logs keep all of them in `config`."""
    config = body.get("config")
    config = config if type(config) is dict else {}
    system = either(body, "systemInstruction", "system_instruction") or either(
        config, "systemInstruction", "system_instruction"
    )
    tools = body.get("tools") or config.get("tools")
    skip = ("systemInstruction", "system_instruction", "tools")
    parameters = {key: body[key] for key in PARAMETERS if body.get(key) is not None}
    parameters |= {key: value for key, value in config.items() if key not in skip and value is not None}
    builder.fields(
        system=None if system is None else recorded(_plain(system)),
        tools=recorded(tools) if type(tools) is list else None,
        parameters=recorded(parameters) if parameters else None,
    )


def _plain(system: Any) -> Any:
    """A system instruction of one text part is that text."""
    parts = system.get("parts") if type(system) is dict else None
    if type(parts) is list and len(parts) == 1 and type(parts[0]) is dict and type(parts[0].get("text")) is str:
        return parts[0]["text"]
    return system


def entry_of_content(content: Any) -> Entry:
    """One content of the list."""
    role = mapping(content).get("role", "user")
    made = blocks(content.get("parts"))
    if role == "model":
        return Reply(made)
    if role == "system":
        return Input(made, "system")
    if role in ROLES or role is None:
        return Input(made)
    raise ValueError(f"role {role!r} is none of user, model, function")


def _reply(response: dict[str, Any]) -> Reply | Aside:
    if not is_response(response):
        error = response.get("error")
        if error is None:
            raise TypeError("neither a response nor a content")
        return Aside("error response", str(error.get("message", error) if type(error) is dict else error))
    candidates = response.get("candidates") or [{}]
    first = candidates[0]
    made = blocks((first.get("content") or {}).get("parts"))
    reason, word = stop_of(either(first, "finishReason", "finish_reason"), made)
    blocked = (either(response, "promptFeedback", "prompt_feedback") or {}).get("blockReason")
    if blocked is not None:
        reason, word = "refusal", text_or_none(blocked)
    return Reply(
        made + tuple(Unknown("a further candidate", candidate) for candidate in candidates[1:]),
        None,
        usage(either(response, "usageMetadata", "usage_metadata")),
        reason,
        word,
        text_or_none(either(response, "modelVersion", "model_version")),
        timestamp(either(response, "createTime", "create_time")),
        context=_NO_REQUEST,
    )


def _content_of(response: dict[str, Any]) -> dict[str, Any]:
    candidates = response.get("candidates") or [{}]
    return mapping(candidates[0].get("content") or {"role": "model", "parts": []})


def _identity(content: dict[str, Any]) -> Any:
    """Role and parts; signatures and thoughts, which clients may leave out, do not count."""
    parts = content.get("parts")
    if type(parts) is list:
        parts = [
            {key: value for key, value in part.items() if value is not None and not key.startswith("thought")}
            if type(part) is dict
            else part
            for part in parts
            if type(part) is not dict or part.get("thought") is not True
        ]
    return content.get("role") or "user", parts


WIRE = Wire(
    lambda: RunBuilder(one_result_per_record=True),
    add_fields,
    entry_of_content,
    _reply,
    _content_of,
    _identity,
    messages_key="contents",
    content_key="parts",
)
"""For `Conversations`."""
