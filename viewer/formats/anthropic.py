"""Anthropic Messages: a list of {"role", "content"}, a request body, a response, both, or lines of any of these."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from viewer.decode.document import BadRecord, JsonDocument, JsonRecords, Record, as_records
from viewer.decode.scan import Key
from viewer.formats.base import Format, Growing, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import as_text, stop_reason, text, timestamp
from viewer.formats.entries import Aside, Entry, Input, Reply
from viewer.formats.shapes.anthropic_blocks import SIGNS, blocks, compaction_rule, usage
from viewer.formats.shapes.calls import Call, Conversations, Wire
from viewer.formats.shapes.head import ending_by_messages, head_facts, run_id_of
from viewer.formats.shapes.heads import Head, heads, run_without_head
from viewer.formats.shapes.message_rows import row_id_key
from viewer.model.position import json_path
from viewer.model.request import recorded
from viewer.model.run import Run
from viewer.model.source import RecordArray

NAME = "anthropic_messages"
_PARAMETERS = (
    "max_tokens", "temperature", "top_p", "top_k", "stop_sequences", "tool_choice", "thinking", "stream",
    "metadata", "service_tier", "container", "mcp_servers", "context_management", "betas", "output_config",
)  # fmt: skip
_NO_REPLY = ("error", "errored", "expired", "canceled")
"""Types of what stands in the place of a response."""


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim lists, bodies and lines whose content blocks or fields are the Messages API's."""
    if isinstance(decoded, JsonRecords):
        for value in list(decoded.values(20)):
            match = _detect_value(value)
            if match is not None and isinstance(value, dict):
                return match
        return None
    if isinstance(decoded.value, list):
        return _detect_messages(decoded.value)
    return _detect_value(decoded.value)


def _detect_value(value: Any) -> Match | None:
    if not isinstance(value, dict):
        return None
    value = _of_batch(value) or value
    if value.get("type") == "message" and value.get("role") == "assistant" and "stop_reason" in value:
        return Match(3, '`type` is "message" with `stop_reason`: a response')
    call = Call.of(value)
    if call is not None:
        return _detect_value(call.request) or (_detect_value(call.response) if call.response else None)
    messages = value.get("messages")
    if isinstance(messages, list):
        tools = value.get("tools")
        if isinstance(tools, list) and any(isinstance(tool, dict) and "input_schema" in tool for tool in tools):
            return Match(3, "`messages` beside `tools` with `input_schema`")
        match = _detect_messages(messages)
        if match is not None and match.strength == 1 and "system" in value:
            return Match(2, "`messages` beside `system`")
        return match
    return _detect_messages([value]) if "role" in value else None


def _detect_messages(messages: list[Any]) -> Match | None:
    """By the first sign in the first messages; plain user and assistant texts would also do."""
    if not messages:
        return None
    for message in messages[:50]:
        if not isinstance(message, dict) or message.get("role") not in ("user", "assistant", "system"):
            return None
        if "tool_calls" in message:
            return None
        content = message.get("content")
        if isinstance(content, list):
            for part in content:
                if isinstance(part, dict) and part.get("type") in SIGNS:
                    return Match(2, f"content blocks of type {part['type']}")
        elif not isinstance(content, str):
            return None
    if any(message["role"] == "system" for message in messages[:50]):
        return None
    return Match(1, "user and assistant messages only, system prompt not among them")


def _of_batch(value: Any) -> dict[str, Any] | None:
    """What a line of a batch holds: a request's body, a response, or why there is none; None: it is no such line."""
    if type(value) is not dict or "custom_id" not in value:
        return None
    result, body = value.get("result"), value.get("params")
    if type(result) is dict:
        return result["message"] if type(result.get("message")) is dict else result
    return body if type(body) is dict else None


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run of a list or body; of lines, one run as long as each request extends the last."""
    if isinstance(decoded, JsonRecords):
        name = row_id_key(list(decoded.values(50)))
        if name is None:
            yield from _read_lines(decoded)
        else:
            for head in heads(decoded):
                yield _read_row(head, name) if isinstance(head, Head) else run_without_head(head, NAME)
        return
    value = decoded.value
    if isinstance(value, list):
        yield _read_messages(decoded, {}, ())
    elif "messages" in value:
        yield _read_messages(decoded, value, ("messages",))
    else:
        yield from _read_lines(as_records(decoded))


def _read_row(head: Head, name: str) -> Run:
    if type(head.value.get("messages")) is not list:
        return run_without_head(head.lacking("no `messages`"), NAME)
    run = _read_messages(head.document, head.value, (*head.path, "messages"))
    own = head.value.get(name)
    return msgspec.structs.replace(run, run_id=str(own)) if type(own) in (str, int) else run


def _read_messages(document: JsonDocument, head: dict[str, Any], path: tuple[Key, ...]) -> Run:
    builder = RunBuilder()
    _add_fields(builder, head)
    builder.map(document.records(*path), _entry)
    count = len(document.value if not path else head["messages"])
    skip = ("messages", "system", "tools", *_PARAMETERS)
    return builder.finish(
        run_id=run_id_of(head),
        format=NAME,
        records=(RecordArray(json_path(path), 1, count),),
        alternates=True,
        **head_facts(head, builder, skip=skip),
    )


def _add_fields(builder: RunBuilder, body: dict[str, Any]) -> None:
    parameters = {key: body[key] for key in _PARAMETERS if key in body}
    builder.fields(
        system=recorded(body["system"]) if "system" in body else None,
        tools=recorded(body["tools"]) if "tools" in body else None,
        parameters=recorded(parameters) if parameters else None,
    )


def _entry(record: Record) -> Entry:
    """A message of the list. Some files keep usage, stop reason and model on it."""
    return entry_of_message(record.value)


def entry_of_message(message: dict[str, Any]) -> Entry:
    """One message of the wire format."""
    role = message["role"]
    made = blocks(message["content"])
    field = message.get
    moment = field("timestamp")
    if moment is not None:
        moment = timestamp(moment)
    if role == "assistant":
        word, model = field("stop_reason"), field("model")
        return Reply(
            made,
            None,
            usage(field("usage")),
            None if word is None else stop_reason(word),
            word,
            None if model is None else text(model),
            moment,
            compacts=compaction_rule(made),
        )
    if role == "user":
        return Input(made, "user", None, moment)
    if role == "system":
        return Input(made, "system")
    raise ValueError(f"role {role!r} is none of user, assistant, system")


def _read_lines(lines: JsonRecords) -> Iterator[Run]:
    growing = _Lines()
    growing.add(lines.records)
    yield from growing.runs()


def follow(decoded: JsonRecords) -> Growing | None:
    """Map lines as they come."""
    return _Lines()


class _Lines:
    """Logged calls or messages as they come."""

    def __init__(self) -> None:
        self._conversations = Conversations(_WIRE)

    def add(self, records: Sequence[Record | BadRecord]) -> bool:
        batch = {one.number: held for one in records if type(one) is Record and (held := _of_batch(one.value))}
        if batch:
            records = [Record(one.number, batch[one.number]) if one.number in batch else one for one in records]
        self._conversations.read(records, alone=batch)
        return True

    def runs(self) -> list[Run]:
        conversations = self._conversations
        return [
            conversation.builder.finish(
                run_id="" if len(conversations.all) == 1 else str(number),
                format=NAME,
                records=conversations.records(),
                alternates=True,
                ending=ending_by_messages(conversation.builder),
                models=conversation.builder.models() or tuple(conversation.models),
                notes=tuple(conversation.notes),
            )
            for number, conversation in enumerate(conversations.all, 1)
        ]


def _reply(response: dict[str, Any]) -> Reply | Aside:
    if response.get("type") in _NO_REPLY:
        return Aside("error response", as_text(response.get("error", response["type"])))
    entry = entry_of_message(response)
    if not isinstance(entry, Reply):
        raise TypeError("a response is no assistant message")
    return entry


def _identity(message: dict[str, Any]) -> Any:
    """Role and content; text is one text block, cache marks do not count."""
    content = message.get("content")
    if isinstance(content, str):
        return message.get("role"), [{"type": "text", "text": content}]
    if isinstance(content, list):
        content = [
            {key: value for key, value in part.items() if key != "cache_control"} if isinstance(part, dict) else part
            for part in content
        ]
    return message.get("role"), content


_WIRE = Wire(RunBuilder, _add_fields, entry_of_message, _reply, lambda response: response, _identity)

FORMAT = Format(
    NAME,
    "Anthropic Messages",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    ending="by `outcome` where a harness wrote one; else open while a reply or result is due, unknown otherwise",
    usage="`usage` of each reply as it is: input excludes cache reads and writes; iterations are summed",
    alternates=True,
    follow=follow,
)
