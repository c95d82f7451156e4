"""Pydantic AI: what `all_messages_json()` gives, [{"kind": "request" | "response", "parts": [{"part_kind"}]}]."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import (
    arguments,
    as_text,
    count,
    listing,
    mapping,
    stop_reason,
    text,
    text_or_none,
    timestamp,
)
from viewer.formats.entries import Aside, Entry, Fields, Input, Reply
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.message import Who
from viewer.model.request import recorded
from viewer.model.run import Ending, Run
from viewer.model.source import RecordArray
from viewer.model.usage import Usage

NAME = "pydantic_ai"
_FLAGS = {"success": False, "failed": True, "retried": True}
"""Outcomes that have an error flag at the providers; a denied or interrupted call is sent as an ordinary result."""
_COMPACTED = "from the last compaction part on"


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim lists and lines of messages with `kind` and parts with `part_kind`."""
    if isinstance(decoded, JsonRecords):
        messages = list(decoded.values(20))
    else:
        messages = decoded.value["messages"] if isinstance(decoded.value, dict) else decoded.value
    for message in messages[:20]:
        if type(message) is dict and message.get("kind") in ("request", "response"):
            parts = message.get("parts")
            if type(parts) is list and any(type(part) is dict and "part_kind" in part for part in parts):
                return Match(3, "`kind` and parts with `part_kind`")
    return None


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run: each request and response is a record."""
    builder = RunBuilder()
    messages = _Messages(builder)
    if isinstance(decoded, JsonRecords):
        records, path = decoded.records, ""
    else:
        path = "messages" if isinstance(decoded.value, dict) else ""
        records = list(decoded.records(*([path] if path else [])))
    builder.map(records, messages.entry)
    yield builder.finish(
        run_id=str(messages.attributes.get("run_id") or ""),
        format=NAME,
        records=(RecordArray(path, 1, len(records)),),
        attributes=messages.attributes,
        ending=_ending(builder, messages.state),
    )


def _ending(builder: RunBuilder, state: Any) -> Ending:
    """By the `state` of the last message, else by how the list stops."""
    if state == "interrupted":
        return Ending("censored", "the last message has `state` interrupted", "abort")
    return ending_by_messages(builder)


class _Messages:
    """Maps the messages of one list in order."""

    def __init__(self, builder: RunBuilder) -> None:
        self.attributes: dict[str, Any] = {}
        self.state: Any = None
        self._builder = builder
        self._system: list[str] = []
        self._instructions: str | None = None

    def entry(self, record: Record) -> Entry | tuple[Entry, ...]:
        """What one message is."""
        message = mapping(record.value)
        kind, parts = message["kind"], listing(message["parts"])
        if kind == "response":
            made: Entry | tuple[Entry, ...] = _reply(message, parts)
        elif kind == "request":
            made = self._request(message, parts)
        else:
            raise ValueError(f"kind {kind!r} is neither request nor response")
        field = message.get
        self.state = field("state")
        run_id, conversation_id = field("run_id"), field("conversation_id")
        if run_id is not None:
            self.attributes["run_id"] = run_id
        if conversation_id is not None:
            self.attributes["conversation_id"] = conversation_id
        return made

    def _request(self, message: dict[str, Any], parts: list[Any]) -> Entry | tuple[Entry, ...]:
        blocks: list[Block] = []
        system: list[str] = []
        framework = True
        for part in parts:
            kind = mapping(part).get("part_kind")
            if kind == "system-prompt":
                system.append(text(part["content"]))
            else:
                framework = framework and kind == "retry-feedback"
                _add_request_blocks(blocks, part, kind)
        instructions = text_or_none(message.get("instructions"))
        leading = not self._builder.messages
        when = timestamp(message.get("timestamp")) or _first_time(parts)
        if system or instructions != self._instructions:
            self._system.extend(system)
            self._instructions = instructions
            told = [*self._system, *([instructions] if instructions else [])]
            field = recorded(told[0] if len(told) == 1 else told) if told else None
            if leading and system and not blocks:
                return Fields(system=field)
            self._builder.fields(system=field)
        later = () if leading else tuple([Input((Text(one),), "system", timestamp=when) for one in system])
        if not blocks:
            return later or Aside("empty request", "it holds no part")
        who: Who | None = "loop" if framework else None
        asked = Input(tuple(blocks), who=who, timestamp=when)
        return (*later, asked) if later else asked


def _first_time(parts: list[Any]) -> str | None:
    for part in parts:
        if part.get("timestamp"):
            return timestamp(part["timestamp"])
    return None


def _add_request_blocks(blocks: list[Block], part: dict[str, Any], kind: Any) -> None:
    if kind == "tool-return":
        blocks.append(_result(part, _FLAGS.get(str(part.get("outcome")))))
    elif kind == "user-prompt":
        content = part["content"]
        if type(content) is str:
            blocks.append(Text(content))
        else:
            blocks.extend([_content(one) for one in listing(content)])
    elif kind == "retry-prompt" and part.get("tool_name") is not None:
        blocks.append(_result(part, True))
    elif kind in ("retry-prompt", "retry-feedback"):
        blocks.append(Text(as_text(part["content"])))
    else:
        blocks.append(Unknown(str(kind), part))


def _result(part: dict[str, Any], flag: bool | None) -> ToolResult:
    return ToolResult(text_or_none(part.get("tool_call_id")), part["content"], flag, text_or_none(part["tool_name"]))


def _content(one: Any) -> Block:
    """A piece of a user prompt, or a file of a response."""
    if type(one) is str:
        return Text(one)
    kind, media_type = mapping(one).get("kind"), one.get("media_type")
    media_type = media_type if type(media_type) is str else None
    if kind == "text-content":
        return Text(text(one["content"]))
    if kind == "image-url" or (kind == "binary" and str(media_type).startswith("image/")):
        return Image(media_type, one)
    if kind in ("binary", "document-url", "audio-url", "video-url", "uploaded-file"):
        return Document(media_type, one)
    return Unknown(str(kind), one)


def _reply(message: dict[str, Any], parts: list[Any]) -> Reply:
    made = tuple([_response_block(mapping(part)) for part in parts])
    word = text_or_none(message.get("finish_reason"))
    compacts = any(type(block) is Unknown and block.kind == "compaction" for block in made)
    return Reply(
        made,
        None,
        usage(message.get("usage")),
        "tool_use" if word == "tool_call" else stop_reason(word),
        word,
        text_or_none(message.get("model_name")),
        timestamp(message.get("timestamp")),
        compacts=_COMPACTED if compacts else None,
    )


def _response_block(part: dict[str, Any]) -> Block:
    kind = part.get("part_kind")
    if kind == "text":
        return Text(text(part["content"]))
    if kind == "tool-call":
        return ToolUse(text_or_none(part.get("tool_call_id")), text(part["tool_name"]), arguments(part.get("args")))
    if kind == "thinking":
        return Thinking(text_or_none(part.get("content")) or None, text_or_none(part.get("signature")))
    if kind == "builtin-tool-call":
        call_id = text_or_none(part.get("tool_call_id"))
        return ToolUse(call_id, text(part["tool_name"]), arguments(part.get("args")), "provider")
    if kind == "builtin-tool-return":
        call_id, flag = text_or_none(part.get("tool_call_id")), _FLAGS.get(str(part.get("outcome")))
        return ToolResult(call_id, part.get("content"), flag, text_or_none(part.get("tool_name")), "provider")
    if kind == "file":
        return _content(part["content"])
    return Unknown(str(kind), part)


def usage(raw: Any) -> Usage | None:
    """Token counts: `input_tokens` (once `request_tokens`) includes cache reads and writes."""
    if raw is None:
        return None
    field = mapping(raw).get
    whole, read, written = (
        count(field("input_tokens", field("request_tokens"))),
        count(field("cache_read_tokens")),
        count(field("cache_write_tokens")),
    )
    full_rate = None if whole is None else whole - (read or 0) - (written or 0)
    return Usage(full_rate, read, written, count(field("output_tokens", field("response_tokens"))))


FORMAT = Format(
    NAME,
    "Pydantic AI messages",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"kind"}),
    ending="by `state` interrupted of the last message, else by how the list stops: no verdict is stored",
    usage="`input_tokens` less `cache_read_tokens` and `cache_write_tokens`; output as it is",
)
