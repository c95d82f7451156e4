"""Vercel AI SDK: UI messages [{"role", "parts": [{"type", "toolCallId"}]}], model messages, and streams of chunks."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.formats.ai_sdk_messages import entries_of, is_model_message, is_ui_message
from viewer.formats.ai_sdk_stream import KINDS, Chunks
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.listed_records import listed_records
from viewer.model.run import Run

NAME = "ai_sdk"
_FIRST = 50


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim chunks of a stream, UI messages whose parts have states or tools, model messages with their call parts."""
    values = list(decoded.values(_FIRST)) if isinstance(decoded, JsonRecords) else _list(decoded.value)[:_FIRST]
    if _is_stream(values):
        return Match(3, "chunks of a stream such as tool-input-start")
    strength: Match | None = None
    for value in values:
        if is_ui_message(value):
            return Match(3, "messages whose `parts` are those of the UI")
        if is_model_message(value):
            strength = Match(3, "content parts with `toolCallId`")
    return strength


def _list(value: Any) -> list[Any]:
    """The entries of a document: a list, or what a chat holds under `messages`."""
    held = value["messages"] if type(value) is dict else value
    if type(held) is not list:
        raise TypeError("no list of messages or chunks")
    return held


def _is_stream(values: list[Any]) -> bool:
    """Whether entries are chunks: those that open and close a step or a tool's input are no other vendor's."""
    return any(type(value) is dict and type(value.get("type")) is str and value["type"] in KINDS for value in values)


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run: each message, or each chunk, is a record."""
    listed = listed_records(decoded)
    head = listed.head
    if _is_stream([record.value for record in listed.records[:_FIRST] if isinstance(record, Record)]):
        yield Chunks().run(NAME, listed.records, listed.array)
        return
    builder = RunBuilder(one_result_per_record=True)
    builder.map(listed.records, lambda record: entries_of(record.value, builder))
    name = head.get("id", head.get("chatId"))
    yield builder.finish(
        run_id=name if type(name) is str else "",
        format=NAME,
        records=(listed.array,),
        attributes={key: value for key, value in head.items() if key not in ("messages", "id")},
        ending=ending_by_messages(builder),
    )


FORMAT = Format(
    NAME,
    "Vercel AI SDK messages and streams",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    ending="a stream: cut by an abort or error chunk, open without a finish chunk; else by how the list stops",
    usage="`usage` of a finished step, whose input includes cache reads and writes; what an application writes into "
    "metadata is not read",
    line_signs=frozenset({"role", *(f"type={kind}" for kind in KINDS)}),
    one_result_per_record=True,
    cap_unit="turn",
)
