"""Cursor: agent transcripts, lines {"role", "message": {"content"}}, events of `stream-json`, or its store."""

from collections.abc import Iterator

from viewer.decode.document import JsonRecords, Record
from viewer.decode.store import Store
from viewer.formats.base import Format, Growing, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import mapping, text, text_or_none, timestamp
from viewer.formats.cursor_store import TABLE, runs_of_store
from viewer.formats.cursor_stream import Stream, is_event
from viewer.formats.entries import Entry, Input, Reply
from viewer.formats.shapes.anthropic_blocks import blocks
from viewer.formats.shapes.growing import GrowingRun, grown
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.block import ToolResult, ToolUse
from viewer.model.run import Run
from viewer.model.source import RecordArray

NAME = "cursor"
_ROLES = ("user", "assistant")


def detect(decoded: JsonRecords | Store) -> Match | None:
    """Claim lines whose role stands beside a message of content only, streams by their calls, stores by their table."""
    if isinstance(decoded, Store):
        return Match(3, f"table `{TABLE}`") if decoded.has(TABLE, "key", "value") else None
    values = [value for value in list(decoded.values(50)) if type(value) is dict]
    if any(is_event(value) for value in values):
        return Match(3, "an event tool_call with `call_id`")
    for value in values:
        message = value.get("message")
        if value.get("role") in _ROLES and type(message) is dict and "content" in message and "role" not in message:
            return Match(3, "`role` beside a `message` of `content`")
    return None


def read(decoded: JsonRecords | Store) -> Iterator[Run]:
    """One run a file; of the store one a conversation."""
    if isinstance(decoded, Store):
        yield from runs_of_store(decoded, NAME)
        return
    array = (RecordArray("", 1, len(decoded.records)),)
    builder = RunBuilder(one_result_per_record=True)
    if any(is_event(value) for value in list(decoded.values(50)) if type(value) is dict):
        stream = Stream(builder)
        builder.map(decoded.records, stream.entry)
        yield builder.finish(run_id=stream.session, format=NAME, records=array, **stream.facts())
        return
    yield grown(_transcript(), decoded.records)


def follow(decoded: JsonRecords) -> Growing | None:
    """Map the lines of a transcript as they come; streams are read whole."""
    return None if any(is_event(value) for value in list(decoded.values(50)) if type(value) is dict) else _transcript()


def _transcript() -> GrowingRun:
    builder = RunBuilder(one_result_per_record=True)

    def finish(count: int) -> Run:
        array = (RecordArray("", 1, count),)
        ending = ending_by_messages(builder)
        return builder.finish(run_id="", format=NAME, records=array, ending=ending, notes=_notes(builder))

    return GrowingRun(builder, _entry, finish)


def _entry(record: Record) -> Entry:
    line = mapping(record.value)
    role, made = text(line["role"]), blocks(mapping(line["message"])["content"])
    when = timestamp(line.get("timestamp"))
    if role == "assistant":
        return Reply(made, model=text_or_none(line.get("model")), timestamp=when)
    if role == "user":
        return Input(made, timestamp=when)
    raise ValueError(f"role {role!r} is neither user nor assistant")


def _notes(builder: RunBuilder) -> tuple[str, ...]:
    kinds = {type(block) for message in builder.messages for block in message.blocks}
    if ToolUse in kinds and ToolResult not in kinds:
        return ("no tool result stands in this file: the transcript does not keep them",)
    return ()


FORMAT = Format(
    NAME,
    "Cursor",
    takes=(JsonRecords, Store),
    detect=detect,
    read=read,
    signs=frozenset({"call_id", "message"}),
    line_signs=frozenset({"call_id", "role"}),
    ending="by a stream's `result` event or a stored conversation's `status`; else open while a reply or result is due",
    usage="none is recorded a reply; a stream's `usage` is stated: what it includes is not documented",
    one_result_per_record=True,
    follow=follow,
    from_documentation=True,
)
