"""Messages of the Chat Completions API, which many harnesses store as they are."""

from collections.abc import Callable
from typing import Any

from viewer.formats.base import Match, Strength
from viewer.formats.build import RunBuilder
from viewer.formats.convert import MOST, arguments, count, mapping, stop_reason, text, text_or_none, timestamp
from viewer.formats.entries import Entry, Input, Reply
from viewer.formats.shapes.system_records import system_entry
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.request import StopReason
from viewer.model.usage import Usage

PART_SIGNS = frozenset({"image_url", "input_audio"})
"""Types of content parts that tell this shape from other vendors'."""
_ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function"})


def detect_messages(messages: list[Any]) -> Match | None:
    """By the first sign in the first messages. Strength 0: only plain texts, which any vendor's list may hold."""
    strength: Strength = 0
    for message in messages[:50]:
        if type(message) is not dict or message.get("role") not in _ROLES or "parts" in message:
            return None
        if message["role"] in ("tool", "function", "developer"):
            return Match(2, f"role {message['role']}")
        if type(message.get("tool_calls")) is list or type(message.get("function_call")) is dict:
            return Match(2, "`tool_calls` of a message")
        content = message.get("content")
        if type(content) is list:
            kinds = {part.get("type") for part in content if type(part) is dict}
            if not PART_SIGNS.isdisjoint(kinds):
                return Match(2, f"content parts of type {min(PART_SIGNS.intersection(kinds))}")
            if not kinds <= {"text", "file", "refusal"}:
                return None
        elif type(content) is not str:
            return None
        if message["role"] == "system":
            strength = 1
    return Match(strength, "a system message in the list" if strength else "plain texts") if messages else None


def entry_of_message(message: dict[str, Any], builder: RunBuilder | None = None) -> Entry:
    """One message of the wire format. Leading system messages of the builder's list become request fields."""
    role = message["role"]
    if role == "assistant":
        made = _plain_blocks(message)
        if made is not None:
            return Reply(made)
        word = message.get("finish_reason")
        model = text_or_none(message.get("model"))
        return reply(message, usage(message.get("usage")), stop_reason(word), word, model)
    if role == "tool" or role == "function":
        return _result(message)
    if role == "user":
        return Input(blocks(message["content"]), "user", None, timestamp(message.get("timestamp")))
    if role == "system" or role == "developer":
        content, stamp = message["content"], timestamp(message.get("timestamp"))
        if builder is None:
            return Input(blocks(content), "system", None, stamp)
        return system_entry(builder, content, blocks(content), stamp)
    raise ValueError(f"role {role!r} is none of system, developer, user, assistant, tool, function")


def _result(message: dict[str, Any]) -> Input:
    field = message.get
    call_id = field("tool_call_id")
    if type(call_id) is not str:
        text_or_none(call_id)  # null, absent, or the older `function` role, which has none: pairs by position
    if len(message) == 3 and "content" in message and "tool_call_id" in message:
        return Input((ToolResult(call_id, message["content"]),))
    result = ToolResult(call_id, field("content"), None, text_or_none(field("name")))
    return Input((result,), "user", None, timestamp(field("timestamp")))


def reply(
    message: dict[str, Any],
    counted: Usage | None = None,
    stopped: StopReason | None = None,
    finish_reason: str | None = None,
    model: str | None = None,
) -> Reply:
    """A reply of the model: its reasoning, its words, its calls, in this order since the wire form has none."""
    made = _plain_blocks(message)
    if made is None:
        made = _blocks_of(message)
    return Reply(made, None, counted, stopped, finish_reason, model, timestamp(message.get("timestamp")))


_PLAIN = frozenset({"role", "content", "tool_calls", "reasoning_content"})
"""Most replies hold nothing else, and long runs hold many."""


def _plain_blocks(message: dict[str, Any]) -> tuple[Block, ...] | None:
    """The blocks of a reply that holds nothing else; None: it does."""
    field = message.get
    words, content, calls = field("reasoning_content"), field("content"), field("tool_calls")
    filled = ("role" in message) + (words is not None) + (content is not None) + (calls is not None)
    if len(message) != filled and not _PLAIN.issuperset(message):
        return None
    made: list[Block] = [Thinking(text(words))] if words else []
    if type(content) is not str:
        made.extend(blocks(content))
    elif content:
        made.append(Text(content))
    if calls:
        for call in calls:
            made.append(tool_use(call))
    return tuple(made)


def _blocks_of(message: dict[str, Any]) -> tuple[Block, ...]:
    made = _thinking(message)
    content = message.get("content")
    if type(content) is not str:
        made.extend(blocks(content))
    elif content:
        made.append(Text(content))
    made.extend(_further(message))
    for call in message.get("tool_calls") or ():
        made.append(tool_use(call))
    return tuple(made)


def _further(message: dict[str, Any]) -> list[Block]:
    refusal, audio, function = message.get("refusal"), message.get("audio"), message.get("function_call")
    made: list[Block] = [Text(text(refusal))] if refusal else []
    if audio:
        made.append(Unknown("audio", audio))
    if function:
        made.append(ToolUse(None, text(function["name"]), arguments(function.get("arguments"))))
    return made


def tool_use(call: dict[str, Any]) -> ToolUse:
    """An entry of `tool_calls`: a function, a custom tool with plain text, or the flat shape without `function`."""
    call_id, function = call.get("id"), call.get("function")
    if type(call_id) is not str:
        text_or_none(call_id)
    if type(function) is dict:
        name = function["name"]
        return ToolUse(call_id, name if type(name) is str else text(name), arguments(function.get("arguments")))
    custom = call.get("custom")
    if type(custom) is dict:
        return ToolUse(call_id, text(custom["name"]), custom.get("input"))
    name = function if type(function) is str else call["name"]
    return ToolUse(call_id, text(name), arguments(call.get("arguments", call.get("args"))))


def blocks(content: Any) -> tuple[Block, ...]:
    """A message's content: text, a list of parts (bare strings in it are text), or null."""
    if type(content) is str:
        return (Text(content),)
    if content is None:
        return ()
    if type(content) is not list:
        raise TypeError("content is neither text nor a list of parts")
    made: list[Block] = []
    for part in content:
        if type(part) is dict:
            kind = part.get("type")
            read = _READERS.get(kind) if type(kind) is str else None
            if read is not None:
                made.append(read(part))
            else:
                made.append(Unknown(kind if type(kind) is str else "without a type", part))
        else:
            made.append(Text(part) if type(part) is str else Unknown("not an object", part))
    return tuple(made)


def _text(part: dict[str, Any]) -> Block:
    return Text(text(part["text"]))


def _refusal(part: dict[str, Any]) -> Block:
    return Text(text(part["refusal"]))


def _image(part: dict[str, Any]) -> Block:
    address = part.get("image_url")
    if type(address) is dict:
        address = address.get("url")
    media_type = None
    if type(address) is str and address.startswith("data:"):
        media_type = address[5:].partition(",")[0].partition(";")[0] or None
    return Image(media_type, part)


def _audio(part: dict[str, Any]) -> Block:
    audio = part.get("input_audio")
    kind = audio.get("format") if type(audio) is dict else None
    return Document(f"audio/{kind}" if type(kind) is str else None, part)


def _file(part: dict[str, Any]) -> Block:
    return Document(None, part)


def _thinking_part(part: dict[str, Any]) -> Block:
    """Mistral writes parts inside, others the text itself."""
    inner = part.get("thinking")
    if type(inner) is list:
        inner = "".join(text(one["text"]) for one in inner)
    return Thinking(text_or_none(inner), text_or_none(part.get("signature")))


_READERS: dict[str, Callable[[dict[str, Any]], Block]] = {
    "text": _text,
    "refusal": _refusal,
    "image_url": _image,
    "input_audio": _audio,
    "file": _file,
    "thinking": _thinking_part,
}


def _thinking(message: dict[str, Any]) -> list[Block]:
    """Reasoning as gateways store it beside `content`; the same text under two names is shown once."""
    parts = message.get("thinking_blocks")
    if parts:
        return [
            Thinking(None, text_or_none(part.get("data")), redacted=True)
            if part["type"] == "redacted_thinking"
            else _thinking_part(part)
            for part in parts
        ]
    made: list[Block] = []
    words = message.get("reasoning_content") or message.get("reasoning")
    if type(words) is dict:
        made.append(Unknown("reasoning", words))
    elif words is not None and words != "":
        made.append(Thinking(text(words)))
    for detail in message.get("reasoning_details") or ():
        if detail.get("type") == "reasoning.encrypted":
            made.append(Thinking(None, text_or_none(detail.get("data")), redacted=True))
        elif not words:
            made.append(Thinking(text_or_none(detail.get("text", detail.get("summary")))))
    return made


def usage(raw: Any) -> Usage | None:
    """Token counts. `prompt_tokens` includes what was read from and written to the cache, so both are taken off it."""
    if raw is None:
        return None
    field = mapping(raw).get
    prompt, completion, details = field("prompt_tokens"), field("completion_tokens"), field("prompt_tokens_details")
    # Most counts are whole numbers, and long runs hold many.
    prompt = prompt if type(prompt) is int and prompt < MOST else count(prompt)
    completion = completion if type(completion) is int and completion < MOST else count(completion)
    if type(details) is dict:
        read = details.get("cached_tokens")
        written = details.get("cache_write_tokens", details.get("cache_creation_tokens"))
        read = read if type(read) is int and read < MOST else count(read)
        written = None if written is None else count(written)
    else:
        read = written = None
    if read is None:
        read = count(field("prompt_cache_hit_tokens", field("cached_tokens")))
    inside = (read or 0) + (written or 0)
    # A writer that counts more cache than prompt leaves the cache out of the prompt.
    fresh = prompt - inside if prompt is not None and inside <= prompt else prompt
    return Usage(fresh, read, written, completion)
