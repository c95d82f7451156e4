"""LangChain messages: `lc` constructors, {"type", "data"}, or flat {"type": "human" | "ai" | "tool" | "system"}."""

from typing import Any

from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments, count, listing, mapping, stop_reason, text, text_or_none
from viewer.formats.entries import Aside, Entry, Input, Reply
from viewer.formats.shapes import anthropic_blocks, openai_messages
from viewer.formats.shapes.system_records import system_entry
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.usage import Usage

_KINDS = {
    "HumanMessage": "human",
    "AIMessage": "ai",
    "SystemMessage": "system",
    "ToolMessage": "tool",
    "FunctionMessage": "function",
    "ChatMessage": "chat",
    "RemoveMessage": "remove",
}
KINDS = frozenset(_KINDS.values())
LINE_SIGNS = frozenset(
    f"type={kind}" for kind in ("constructor", *KINDS, *_KINDS, *(f"{name}Chunk" for name in _KINDS))
)
"""Of lines that hold messages one of these tells it (`signs.py`)."""
_OF_ROLE = {"user": "human", "assistant": "ai", "developer": "system"}
_FLAGS = {"error": True, "success": False}
_CALLS = frozenset({"tool_use", "tool_call", "function_call", "invalid_tool_call"})
"""Types of content parts that `tool_calls` repeats."""


def unwrapped(value: Any) -> tuple[str, dict[str, Any]] | None:
    """Kind and fields of a message in any of the three forms; None: it is no message."""
    if type(value) is not dict:
        return None
    kind = value.get("type")
    if kind == "constructor" and type(value.get("id")) is list and type(value.get("kwargs")) is dict:
        name = value["id"][-1] if value["id"] else None
        found = _kind(name) if type(name) is str else None
        return None if found is None else (found, value["kwargs"])
    if type(kind) is not str:
        return None
    found = kind if kind in KINDS else _kind(kind)
    if found is None:
        return None
    data = value.get("data")
    return (found, data) if type(data) is dict and "content" not in value else (found, value)


def _kind(name: str) -> str | None:
    return _KINDS.get(name.removesuffix("Chunk"))


def entry_of_message(value: Any, builder: RunBuilder | None = None) -> Entry:
    """One message. Leading system messages of the builder's list become request fields."""
    found = unwrapped(value)
    if found is None:
        raise TypeError("no message of LangChain's")
    kind, fields = found
    if kind == "chat":
        role = text(fields["role"])
        kind = _OF_ROLE.get(role, role)
    if kind == "ai":
        return _reply(fields)
    if kind == "tool" or kind == "function":
        return Input((_result(fields),))
    if kind == "human":
        return Input(blocks(fields["content"]))
    if kind == "system":
        made = blocks(fields["content"])
        return Input(made, "system") if builder is None else system_entry(builder, fields["content"], made)
    if kind == "remove":
        return Aside("remove", f"takes message {fields.get('id')} off the list")
    raise ValueError(f"messages of kind {kind!r} are not known")


def _result(fields: dict[str, Any]) -> ToolResult:
    name = fields.get("name")
    return ToolResult(
        text_or_none(fields.get("tool_call_id")),
        fields["content"],
        _FLAGS.get(str(fields.get("status"))),
        name if type(name) is str else None,
    )


def _reply(fields: dict[str, Any]) -> Reply:
    extra = mapping(fields.get("additional_kwargs") or {})
    calls = _calls(fields, extra)
    made: list[Block] = []
    thought = extra.get("reasoning_content")
    if type(thought) is str and thought:
        made.append(Thinking(thought))
    made.extend(blocks(fields.get("content"), calls))
    made.extend(calls.values())
    told = mapping(fields.get("response_metadata") or {})
    word = _first(told, "finish_reason", "stop_reason", "stopReason", "done_reason")
    model = _first(told, "model_name", "model", "model_id", "model_version")
    return Reply(tuple(made), None, _usage(fields, told), stop_reason(word), word, model)


def _first(values: dict[str, Any], *keys: str) -> str | None:
    return next((values[key] for key in keys if type(values.get(key)) is str and values[key]), None)


def _calls(fields: dict[str, Any], extra: dict[str, Any]) -> dict[Any, ToolUse]:
    """Calls in order, by id where they have one. `additional_kwargs` repeats them as the vendor wrote them."""
    found: dict[Any, ToolUse] = {}
    for call in listing(fields.get("tool_calls") or []):
        use = ToolUse(text_or_none(mapping(call).get("id")), text(call["name"]), call.get("args"))
        found[use.id or len(found)] = use
    for call in listing(fields.get("invalid_tool_calls") or []):
        # Its arguments are text that is no JSON; the loop answers it all the same.
        use = ToolUse(text_or_none(mapping(call).get("id")), str(call.get("name") or ""), call.get("args"))
        found[use.id or len(found)] = use
    if not found:
        vendor = [openai_messages.tool_use(mapping(call)) for call in listing(extra.get("tool_calls") or [])]
        found = {use.id or at: use for at, use in enumerate(vendor)}
    function = extra.get("function_call")
    if not found and type(function) is dict:
        found[0] = ToolUse(None, text(function["name"]), arguments(function.get("arguments")))
    return found


def blocks(content: Any, calls: dict[Any, ToolUse] | None = None) -> tuple[Block, ...]:
    """A message's content; a part that repeats one of the calls stands for it, and takes it out of `calls`."""
    if content is None:
        return ()
    if type(content) is str:
        return (Text(content),) if content or calls is None else ()
    made: list[Block] = []
    for part in listing(content):
        if calls and type(part) is dict and part.get("type") in _CALLS:
            call_id = part.get("call_id") if part.get("type") == "function_call" else part.get("id")
            if type(call_id) is str and call_id in calls:
                made.append(calls.pop(call_id))
                continue
        made.append(_part(part))
    return tuple(made)


def _part(part: Any) -> Block:
    """A part in LangChain's own words, else as Anthropic or OpenAI write it."""
    if type(part) is not dict:
        return Text(part) if type(part) is str else Unknown("not an object", part)
    match part.get("type"):
        case "reasoning" if type(part.get("reasoning")) is str:
            return Thinking(part["reasoning"])
        case "tool_call":
            return ToolUse(text_or_none(part.get("id")), text(part["name"]), part.get("args"))
        case "server_tool_call":
            return ToolUse(text_or_none(part.get("id")), text(part["name"]), part.get("args"), "provider")
        case "server_tool_result":
            flag = _FLAGS.get(str(part.get("status")))
            return ToolResult(text_or_none(part.get("tool_call_id")), part.get("output"), flag, executed_by="provider")
        case "image" if "source" not in part:
            media_type = part.get("mime_type")
            return Image(media_type if type(media_type) is str else None, part)
        case "file" | "audio" | "video" if "mime_type" in part:
            return Document(str(part["mime_type"]), part)
        case "image_url":
            return Image(None, part)
        case _:
            return anthropic_blocks.blocks([part])[0]


def _usage(fields: dict[str, Any], told: dict[str, Any]) -> Usage | None:
    """`usage_metadata`, whose input is the sum of all kinds; else what the vendor's response said."""
    own = fields.get("usage_metadata")
    if own is not None:
        return usage(own)
    if type(told.get("token_usage")) is dict:
        return openai_messages.usage(told["token_usage"])
    if type(told.get("usage")) is dict and "input_tokens" in told["usage"]:
        return anthropic_blocks.usage(told["usage"])
    return None


def usage(raw: Any) -> Usage:
    """Token counts of `usage_metadata`: `input_tokens` includes cache reads and writes."""
    whole = count(mapping(raw).get("input_tokens"))
    details = mapping(raw.get("input_token_details") or {})
    read, written = count(details.get("cache_read")), count(details.get("cache_creation"))
    full_rate = None if whole is None else whole - (read or 0) - (written or 0)
    return Usage(full_rate, read, written, count(raw.get("output_tokens")))
