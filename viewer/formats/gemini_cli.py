"""Gemini CLI: a session as one document {"sessionId", "projectHash", "messages"} or as lines, and its stream-json."""

from collections.abc import Iterator
from typing import Any

import msgspec

from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.branches import branch
from viewer.formats.build import EntryOf, RunBuilder
from viewer.formats.entries import Entry, Reply
from viewer.formats.gemini_cli_documents import chat_key, is_output, runs_of
from viewer.formats.gemini_cli_messages import Messages
from viewer.formats.gemini_cli_replay import Replay, Slot
from viewer.formats.gemini_cli_stream import Stream
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.request import Context
from viewer.model.run import Branch, Ending, Run
from viewer.model.source import RecordArray

NAME = "gemini_cli"
_EVENTS = frozenset({"init", "message", "tool_use", "tool_result", "error", "result"})


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim sessions by their ids, lines and events by what only this program writes."""
    if isinstance(decoded, JsonDocument):
        value = decoded.value
        if "sessionId" in value and "projectHash" in value and type(value.get("messages")) is list:
            return Match(3, "`sessionId`, `projectHash` and `messages`")
        if ("authType" in value or "clientHistory" in value) and chat_key(value) is not None:
            return Match(3, "contents of a saved chat")
        return Match(3, "`stats` of `models` beside a response") if is_output(value) else None
    for value in list(decoded.values(20)):
        if type(value) is not dict:
            continue
        if "sessionId" in value and "projectHash" in value:
            return Match(3, "a line with `sessionId` and `projectHash`")
        if value.get("type") == "gemini" and "id" in value and ("content" in value or "parts" in value):
            return Match(3, "a message of type gemini")
        if _is_event(value) and ("tool_name" in value or (value["type"] == "init" and "session_id" in value)):
            return Match(3, f"a stream-json event {value['type']}")
    return None


def _is_event(value: Any) -> bool:
    return type(value) is dict and value.get("type") in _EVENTS and "timestamp" in value and "id" not in value


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run a session."""
    if isinstance(decoded, JsonDocument) and "messages" not in decoded.value:
        yield from runs_of(decoded, NAME)
    elif isinstance(decoded, JsonDocument):
        messages = Messages()
        builder = RunBuilder()
        builder.map(decoded.records("messages"), lambda record: messages.entry(record.value))
        array = RecordArray("messages", 1, len(decoded.value["messages"]))
        yield _finish(builder, array, {key: one for key, one in decoded.value.items() if key != "messages"})
    elif any(_is_event(value) for value in list(decoded.values(20))):
        yield _read_stream(decoded)
    else:
        yield _read_session(decoded)


def _read_stream(decoded: JsonRecords) -> Run:
    builder = RunBuilder(one_result_per_record=True)
    stream = Stream(builder)
    builder.map(decoded.records, stream.entry)
    stream.flush()
    return builder.finish(
        run_id=str(stream.attributes.get("session_id") or ""),
        format=NAME,
        records=(RecordArray("", 1, len(decoded.records)),),
        attributes=stream.attributes,
        ending=stream.ending(),
        exit_status=stream.exit_status(),
        stated=stream.stated,
    )


def _read_session(decoded: JsonRecords) -> Run:
    replay = Replay(_new_entry_of)
    for record in decoded.records:
        replay.take(record)
    builder, entry_of = RunBuilder(), _new_entry_of()
    ends = [-1]
    for slot in replay.slots:
        builder.map([slot.record], _seeing(entry_of, slot))
        ends.append(len(builder.messages) - 1)
    branches = _branches(builder, replay, ends)
    for number, entry in replay.beside:
        builder.add(entry, number)
    _drop_asides_of_messages(builder, branches)
    return _finish(builder, RecordArray("", 1, len(decoded.records)), replay.head, branches)


def _new_entry_of() -> EntryOf:
    messages = Messages()
    return lambda record: messages.entry(record.value)


def _seeing(entry_of: EntryOf, slot: Slot) -> EntryOf:
    """Replies after a rewritten list do not see all that stands before them."""
    if slot.unknown is None:
        return entry_of
    context = Context((), "unknown", reason=slot.unknown)

    def seeing(record: Record) -> Entry | tuple[Entry, ...]:
        made = entry_of(record)
        if type(made) is not tuple:
            return made
        return tuple(msgspec.structs.replace(one, context=context) if type(one) is Reply else one for one in made)

    return seeing


def _branches(builder: RunBuilder, replay: Replay, ends: list[int]) -> tuple[Branch, ...]:
    found = [
        branch(builder, ends[left.after], [slot.record for slot in left.slots], _new_entry_of(), left.why)
        for left in replay.left
    ]
    return tuple(one for one in found if one is not None)


def _drop_asides_of_messages(builder: RunBuilder, branches: tuple[Branch, ...]) -> None:
    """A record that stores several messages, some of them again elsewhere, is the messages that it still gives."""
    messages = [*builder.messages, *(message for one in branches for message in one.messages)]
    given = {number for message in messages for number in message.records}
    given.update(problem.record for problem in builder.problems)
    builder.set_aside = [aside for aside in builder.set_aside if aside.record not in given]


def _finish(builder: RunBuilder, array: RecordArray, head: dict[str, Any], branches: tuple[Branch, ...] = ()) -> Run:
    return builder.finish(
        run_id=str(head.get("sessionId") or ""),
        format=NAME,
        records=(array,),
        attributes=head,
        ending=_ending(builder),
        branches=branches,
    )


def _ending(builder: RunBuilder) -> Ending:
    """By an error note after the last message, else by how the list stops."""
    last = max((number for message in builder.messages[-1:] for number in message.records), default=0)
    if any(aside.kind == "error" and aside.record > last for aside in builder.set_aside):
        return Ending("censored", "an error note stands after the last message", "crash")
    return ending_by_messages(builder)


FORMAT = Format(
    NAME,
    "Gemini CLI",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"projectHash", "type", "authType", "clientHistory", "stats"}),
    line_signs=frozenset({"projectHash", "type=gemini", *(f"type={kind}" for kind in _EVENTS)}),
    ending="by a stream's `result` event or an error note after a session's last message, else by how the list stops",
    usage="`input` less `cached`, plus `tool`; `output` plus `thoughts`; a stream states the run's total only",
    one_result_per_record=True,
    cap_unit="run",
)
