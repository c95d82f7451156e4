"""Entries of a pi session: messages of users, the model and tools; summaries; changes of model and settings."""

from collections.abc import Callable
from typing import Any

from viewer.formats.convert import count, listing, mapping, stop_reason, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Compacted, Entry, Input, Reply
from viewer.model.block import Block, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.usage import Usage

_KEPT = "from the entry that the last compaction kept first, with its summary"
ASIDES = {
    "session": "what the session is, not a message",
    "model_change": "the user chose another model",
    "thinking_level_change": "the user chose another thinking level",
    "custom": "state of an extension; no request held it",
    "label": "a bookmark of the user",
    "session_info": "a name for the session",
    "context_transform": "a change of what later requests hold, which this program does not replay",
    "ephemeral": "held by one request only and not kept in the list",
    "leaf": "the user went back to an earlier entry",
}
"""Types of lines that hold no message, and why."""
_ECHOES = {
    "delivery-mirror": Aside("delivery mirror", "repeats what was delivered to a channel; no model was asked"),
    "gateway-injected": Aside("gateway", "the gateway's words in the model's place; no model was asked"),
}


def entry(value: Any, kept_record: Callable[[dict[str, Any]], int | None]) -> Entry:
    """What one line of a session, or one message, is.

    Args:
        value: the line.
        kept_record: the number of the record that a compaction kept first; None: it kept none.
    """
    kind = mapping(value).get("type")
    if kind == "message":
        return _message(mapping(value["message"]), value.get("timestamp"))
    if kind is None:
        return _message(value, None)
    if kind in ASIDES:
        return Aside(kind, ASIDES[kind])
    if kind == "compaction":
        return Compacted(
            _KEPT, (Text(text(value["summary"])),), timestamp(value.get("timestamp")), kept=kept_record(value)
        )
    if kind == "reset":
        return Compacted("from the last reset on", kept=kept_record(value))
    if kind == "branch_summary":
        return Input((Text(text(value["summary"])),), who="loop", timestamp=timestamp(value.get("timestamp")))
    if kind == "custom_message":
        return Input(blocks(value["content"]), who="loop", timestamp=timestamp(value.get("timestamp")))
    raise ValueError(f"entries of type {kind!r} are not known")


def is_echo(message: dict[str, Any]) -> bool:
    """Whether a message stands in the model's place though none was asked."""
    model = message.get("model")
    return message.get("provider") == "openclaw" and type(model) is str and model in _ECHOES


def _message(message: dict[str, Any], stored_at: Any) -> Entry:
    when = timestamp(stored_at) or timestamp(message.get("timestamp"))
    match message["role"]:
        case "assistant":
            return _ECHOES[message["model"]] if is_echo(message) else _reply(message, when)
        case "toolResult":
            flag = message.get("isError")
            result = ToolResult(
                text_or_none(message.get("toolCallId")),
                message.get("content"),
                flag if type(flag) is bool else None,
                text_or_none(message.get("toolName")),
            )
            return Input((result,), timestamp=when)
        case "user":
            attached = [_part(one) for one in listing(message.get("attachments") or [])]
            return Input((*blocks(message["content"]), *attached), timestamp=when)
        case "bashExecution":
            if message.get("excludeFromContext") is True:
                return Aside("bashExecution", "a command of the user that no request held")
            return Input((Unknown("bashExecution", message),), who="caller", timestamp=when)
        case "custom" | "hookMessage":
            return Input(blocks(message["content"]), who="loop", timestamp=when)
        case "branchSummary" | "compactionSummary":
            return Input((Text(text(message["summary"])),), who="loop", timestamp=when)
        case role:
            raise ValueError(f"role {role!r} is not known")


def _reply(message: dict[str, Any], when: str | None) -> Reply:
    made = blocks(message["content"])
    trouble = message.get("errorMessage")
    if trouble is not None:
        made = (*made, Unknown("error message", trouble))
    word = text_or_none(message.get("stopReason"))
    return Reply(
        made,
        None,
        usage(message.get("usage")),
        stop_reason(word),
        word,
        text_or_none(message.get("model")),
        when,
    )


def blocks(content: Any) -> tuple[Block, ...]:
    """A message's content: text, or a list of parts."""
    if type(content) is str:
        return (Text(content),)
    return tuple([_part(part) for part in listing(content)])


def _part(part: Any) -> Block:
    kind = mapping(part).get("type")
    if kind == "text":
        return Text(text(part["text"]))
    if kind == "toolCall":
        return ToolUse(text_or_none(part.get("id")), text(part["name"]), part.get("arguments"))
    if kind == "thinking":
        redacted = part.get("redacted") is True
        return Thinking(text_or_none(part.get("thinking")), text_or_none(part.get("thinkingSignature")), redacted)
    if kind == "image":
        media_type = part.get("mimeType")
        return Image(media_type if type(media_type) is str else None, part)
    return Unknown(str(kind), part)


def usage(raw: Any) -> Usage | None:
    """Token counts as they are: `input` excludes cache reads and writes."""
    if raw is None:
        return None
    field = mapping(raw).get
    return Usage(count(field("input")), count(field("cacheRead")), count(field("cacheWrite")), count(field("output")))
