"""Messages of a Goose session: parts of text, thinking, requests of tools and their responses."""

from typing import Any

from viewer.formats.convert import count, listing, mapping, number_or_none, stop_reason, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Compacted, Entry, Input, Reply
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.message import Who
from viewer.model.usage import Usage

_NOTES = frozenset({"systemNotification", "toolConfirmationRequest", "actionRequired"})
"""Types of parts that are for the user only."""
_SUMMARY = "from the last compaction's summary on"


class Messages:
    """Maps the messages of one session in order."""

    def __init__(self) -> None:
        self._hidden = False
        """Whether the message before is hidden from the agent by now."""

    def entry(self, message: dict[str, Any]) -> Entry | tuple[Entry, ...]:
        """A reply, or a piece of one; words or results; or what only the user was shown."""
        role = text(message["role"]).lower()
        when = timestamp(message.get("created"))
        about = message.get("metadata")
        about = about if type(about) is dict else {}
        made = blocks(message["content"])
        was_hidden, self._hidden = self._hidden, about.get("agentVisible") is False
        if made and all(type(block) is Unknown and block.kind in _NOTES for block in made):
            return Aside("notice", "shown to the user only")
        if was_hidden and not self._hidden and about.get("userVisible") is False and role == "user":
            return Compacted(_SUMMARY, made, when)
        if role == "assistant":
            return _reply(message, about, made, when)
        if role == "user":
            return Input(made, who=None if _has_result(made) else _author(about), timestamp=when)
        raise ValueError(f"role {message['role']!r} is neither user nor assistant")


def _reply(message: dict[str, Any], about: dict[str, Any], made: tuple[Block, ...], when: str | None) -> Reply:
    """Calls of one reply may be stored one by one, each followed by its response, under the id of the reply."""
    used = about.get("usage")
    inferred = about.get("inference")
    model = inferred.get("resolvedModel") if type(inferred) is dict else None
    word = "length" if about.get("outputTokenLimitReached") is True else None
    milliseconds = number_or_none(used.get("elapsedMs")) if type(used) is dict else None
    return Reply(
        made,
        text_or_none(message.get("id")) or None,
        usage(used),
        stop_reason(word),
        word,
        text_or_none(model),
        when,
        None if milliseconds is None else milliseconds / 1000,
    )


def _author(about: dict[str, Any]) -> Who:
    return "loop" if about.get("userVisible") is False else "caller"


def _has_result(made: tuple[Block, ...]) -> bool:
    return any(type(block) is ToolResult for block in made)


def blocks(content: Any) -> tuple[Block, ...]:
    """A message's parts."""
    return tuple([_part(mapping(part)) for part in listing(content)])


def _part(part: dict[str, Any]) -> Block:
    match part.get("type"):
        case "text":
            return Text(text(part["text"]))
        case "thinking":
            return Thinking(text_or_none(part.get("thinking")), text_or_none(part.get("signature")))
        case "redactedThinking" | "redacted_thinking":
            return Thinking(None, text_or_none(part.get("data")), redacted=True)
        case "toolRequest" | "tool_request" | "frontendToolRequest":
            return _request(part)
        case "toolResponse" | "tool_response" | "tool_result":
            return _response(part)
        case "image":
            media_type = part.get("mimeType")
            return Image(media_type if type(media_type) is str else None, part)
        case "document":
            media_type = part.get("mimeType")
            return Document(media_type if type(media_type) is str else None, part)
        case kind:
            return Unknown(str(kind), part)


def _request(part: dict[str, Any]) -> Block:
    """A call, or in its place why it could not be read as one."""
    told = part.get("toolCall", part.get("tool_call"))
    call = _value(told)
    if type(call) is not dict or "name" not in call:
        return Unknown("tool request that is no call", part)
    return ToolUse(text_or_none(part.get("id")), text(call["name"]), call.get("arguments"))


def _response(part: dict[str, Any]) -> Block:
    """What came back: content with an error flag, a bare list of content, or an error in its place."""
    told = part.get("toolResult", part.get("tool_result"))
    call_id = text_or_none(part.get("id"))
    if type(told) is dict and (told.get("status") == "error" or "Err" in told):
        return ToolResult(call_id, told.get("error", told.get("Err")), True)
    value = _value(told)
    flag = None
    if type(value) is dict:
        flag = value.get("isError", value.get("is_error"))
        rest = {key: one for key, one in value.items() if key not in ("isError", "is_error") and one is not None}
        value = rest["content"] if list(rest) == ["content"] else rest
    return ToolResult(call_id, value, flag if type(flag) is bool else None)


def _value(told: Any) -> Any:
    """What stands inside {"status": "success", "value"} or {"Ok"}."""
    if type(told) is not dict:
        return told
    return told.get("value", told.get("Ok", told))


def usage(raw: Any) -> Usage | None:
    """Token counts: `inputTokens` includes what was read from and written to the cache."""
    if type(raw) is not dict:
        return None
    whole, read, written = (count(raw.get(f"{kind}Tokens")) for kind in ("input", "cacheRead", "cacheWrite"))
    inside = (read or 0) + (written or 0)
    fresh = whole - inside if whole is not None and inside <= whole else whole
    return Usage(fresh, read, written, count(raw.get("outputTokens")))
