"""Strands and Bedrock Converse: [{"role", "content": [{"text"} | {"toolUse"} | {"toolResult"}]}], bodies, folders."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import mapping, text_or_none
from viewer.formats.entries import Aside, Entry, Reply
from viewer.formats.shapes.bedrock_messages import SIGNS, blocks, entry_of_message, seconds, stop_of, usage
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.listed_records import listed_records
from viewer.formats.strands_session import companions, heads, is_agent, run_of_session
from viewer.model.request import recorded
from viewer.model.run import Run
from viewer.model.source import RecordArray

NAME = "strands"
_FIRST = 50
_PARAMETERS = ("inferenceConfig", "additionalModelRequestFields", "guardrailConfig", "performanceConfig")
_OWN = frozenset({"toolConfig", "inferenceConfig", "modelId"})
_FIELDS = frozenset({"messages", "system", "toolConfig", "modelId", *_PARAMETERS})


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim messages whose parts are told by their only key, as Bedrock writes them, in lists, bodies and lines."""
    weak: Match | None = None
    if isinstance(decoded, JsonDocument) and is_agent(decoded.value):
        return Match(3, "`agent_id` beside `conversation_manager_state`")
    if isinstance(decoded, JsonRecords):
        messages = list(decoded.values(_FIRST))
        own = False
    else:
        messages = decoded.value["messages"] if isinstance(decoded.value, dict) else decoded.value
        own = isinstance(decoded.value, dict) and not _OWN.isdisjoint(decoded.value)
    for message in messages[:_FIRST]:
        inner = _message(message)
        parts = inner.get("content") if inner is not None else None
        for part in parts if type(parts) is list else ():
            if type(part) is not dict or "type" in part:
                return None
            found = SIGNS.intersection(part)
            if found:
                return Match(3, f"content parts with `{min(found)}`")
            if part.keys() == {"text"}:
                weak = Match(3 if own else 2, "content parts of `text` alone")
    return weak


def _message(value: Any) -> dict[str, Any] | None:
    """A message, out of the file that Strands' session manager keeps it in; None: it is none."""
    if type(value) is not dict:
        return None
    inner = value.get("message")
    if type(inner) is dict and "message_id" in value:
        return {**inner, "created_at": value.get("created_at")}
    return value if "role" in value else None


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run: each message is a record; a response that stands beside the list is one too."""
    if isinstance(decoded, JsonDocument) and is_agent(decoded.value):
        yield run_of_session(decoded, NAME)
        return
    builder = RunBuilder()
    listed = listed_records(decoded)
    head = listed.head
    if head:
        _add_fields(builder, head)
    builder.map(listed.records, _entry)
    arrays = [listed.array]
    _add_response(builder, head, arrays)
    yield builder.finish(
        run_id="",
        format=NAME,
        records=tuple(arrays),
        attributes={key: value for key, value in head.items() if key not in _FIELDS and key not in ("output", "usage")},
        ending=ending_by_messages(builder),
    )


def _entry(record: Record) -> Entry:
    message = _message(record.value)
    if message is None:
        raise TypeError("no message with `role` and `content`")
    return entry_of_message(message)


def _add_fields(builder: RunBuilder, body: dict[str, Any]) -> None:
    system, tools = body.get("system"), body.get("toolConfig")
    if type(system) is list and len(system) == 1 and type(system[0]) is dict and system[0].keys() == {"text"}:
        system = system[0]["text"]
    listed = tools.get("tools") if type(tools) is dict else None
    given = {key: body[key] for key in _PARAMETERS if body.get(key) is not None}
    if type(tools) is dict and tools.get("toolChoice") is not None:
        given["toolChoice"] = tools["toolChoice"]
    builder.fields(
        system=None if system is None else recorded(system),
        tools=None if listed is None else recorded(listed),
        parameters=recorded(given) if given else None,
    )


def _add_response(builder: RunBuilder, head: dict[str, Any], arrays: list[RecordArray]) -> None:
    """The reply to a body that is stored with it, under `output` as Bedrock answers."""
    output = head.get("output")
    if type(output) is not dict:
        return
    number = arrays[0].count + 1
    arrays.append(RecordArray("output", number, 1))
    builder.map([Record(number, output)], lambda record: _reply(record.value, head))


def _reply(output: dict[str, Any], head: dict[str, Any]) -> Entry:
    message = output.get("message")
    if message is None:
        return Aside("response", "it holds no message")
    word = text_or_none(head.get("stopReason"))
    return Reply(
        blocks(mapping(message)["content"]),
        None,
        usage(head.get("usage")),
        stop_of(word),
        word,
        text_or_none(head.get("modelId")),
        seconds=seconds(head.get("metrics")),
    )


FORMAT = Format(
    NAME,
    "Strands Agents and Bedrock Converse messages",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    ending="open while a reply or result is due, unknown otherwise: no verdict is stored",
    usage="`inputTokens` as it is, beside cache reads and writes; they are taken off it where `totalTokens` is the sum "
    "of input and output alone, since the writer then counts them inside",
    line_signs=frozenset({"role", "message_id"}),
    alternates=True,
    companions=companions,
    heads=heads,
)
