"""Plain JSON, the fallback: any list of {"role", "content"} or {"from", "value"}, wherever in a document or line."""

from collections.abc import Iterable, Iterator
from typing import Any

from viewer.decode.document import BadRecord, JsonDocument, JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments, listing, mapping, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Entry, Fields, Input, Reply
from viewer.formats.shapes.anthropic_blocks import blocks as parts
from viewer.formats.shapes.bedrock_messages import blocks as parts_without_type
from viewer.formats.shapes.beside_messages import Unread, without
from viewer.formats.shapes.calls import Conversations
from viewer.formats.shapes.converse_calls import WIRE
from viewer.formats.shapes.converse_calls import is_call as is_converse_call
from viewer.formats.shapes.dataset_messages import (
    CALLER,
    MODEL,
    SYSTEM,
    TOOL,
    in_common_words,
    is_message,
    results,
    said,
)
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.openai_messages import tool_use
from viewer.formats.shapes.system_records import system_entry
from viewer.model.block import Block, Text, ToolResult, Unknown
from viewer.model.position import json_path
from viewer.model.request import recorded
from viewer.model.run import Run
from viewer.model.source import RecordArray

NAME = "plain"
Keys = tuple[str | int, ...]
_AS_TEXT = Match(0, "entries that hold role and content as text")


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim, more weakly than any other format, whatever holds such a list."""
    if isinstance(decoded, JsonRecords):
        values = list(decoded.values(20))
        if _is_list(values):
            return Match(0, "lines with role and content")
        found = next((keys for value in values if (keys := _place(value)) is not None), None)
        if found is not None:
            return Match(0, f"lines whose {json_path(found)} holds role and content")
        return _AS_TEXT if any(_held(value) is not None for value in values) else None
    places = _places(decoded.value[:20] if isinstance(decoded.value, list) else decoded.value)
    if not places:
        entries = decoded.value[:20] if isinstance(decoded.value, list) else [decoded.value]
        return _AS_TEXT if any(_held(value) is not None for value in entries) else None
    return Match(0, f"role and content in the list {json_path(places[0]) or 'at the top'}")


def _is_list(value: Any) -> bool:
    """Whether one of the first entries has a role and a content."""
    return type(value) is list and any(is_message(entry) for entry in value[:20])


def _place(value: Any) -> Keys | None:
    """Keys of the first such list in an object: in one of its fields, or in a field of one of these."""
    if type(value) is not dict:
        return None
    for key, inner in value.items():
        if _is_list(inner):
            return (key,)
    for key, inner in value.items():
        if type(inner) is dict:
            found = next((deeper for deeper, one in inner.items() if _is_list(one)), None)
            if found is not None:
                return (key, found)
    return None


def _places(value: Any) -> list[Keys]:
    """Keys of the lists of all runs in a document."""
    if _is_list(value):
        return [()]
    if type(value) is list:
        return [(at, *keys) for at, one in enumerate(value) if (keys := _place(one)) is not None]
    keys = _place(value)
    return [] if keys is None else [keys]


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run a list; of lines, one run of all, or one a line where each holds a list."""
    if isinstance(decoded, JsonRecords):
        if _is_list(list(decoded.values(20))):
            yield _run(decoded.records, RecordArray("", 1, len(decoded.records)), {})
        elif any(map(is_converse_call, decoded.values(20))):
            yield from _calls(decoded.records)
        else:
            yield from _runs_of_lines(decoded.records)
        return
    listed = decoded.value if type(decoded.value) is list else [decoded.value]
    places = [] if any(map(_is_pair, listed[:20])) else _places(decoded.value)
    if not places:
        yield from _runs_of_lines(list(decoded.records()) if type(decoded.value) is list else [Record(1, listed[0])])
    notes = _unread_entries(decoded.value, places)
    for keys in places:
        records = list(decoded.records(*keys))
        beside = without(decoded.value[keys[0]], keys[1:]) if _in_entries(keys) else without(decoded.value, keys)
        yield _run(records, RecordArray(json_path(keys), 1, len(records)), beside, notes)
        notes = ()


def _calls(records: list[Record | BadRecord]) -> Iterator[Run]:
    """Calls of an API that has no format of its own: one run as long as each request extends the last."""
    conversations = Conversations(WIRE)
    conversations.read(records)
    for one in conversations.all:
        array = RecordArray("", 1, len(records))
        yield _finished(one.builder, array, {}, tuple(one.notes))


def _in_entries(keys: Keys) -> bool:
    return bool(keys) and type(keys[0]) is int


def _unread_entries(value: Any, places: list[Keys]) -> tuple[str, ...]:
    """A note on entries of a list of runs that hold none."""
    if not places or not _in_entries(places[0]) or len(places) == len(value):
        return ()
    found = {keys[0] for keys in places}
    left = [str(at + 1) for at in range(len(value)) if at not in found]
    named = ", ".join(left[:10]) + (" …" if len(left) > 10 else "")
    return (f"entries without a list of role and content, which are not read: {named}",)


def _run(
    records: Iterable[Record | BadRecord], array: RecordArray, beside: dict[str, Any], notes: tuple[str, ...] = ()
) -> Run:
    builder, unread = RunBuilder(one_result_per_record=True), Unread()
    builder.map(records, lambda record: _entry(record.value, builder, unread))
    return _finished(builder, array, beside, (*notes, *unread.notes()))


class _LineRun:
    """The run of a line that holds a list, and the lines after it that hold none."""

    def __init__(self) -> None:
        self.builder = RunBuilder(one_result_per_record=True)
        self.beside: dict[str, Any] = {}
        self.unread = Unread()

    def entries(self, record: Record) -> Entry | tuple[Entry, ...]:
        """The messages of the line; its leading system messages are no messages of the list."""
        held = _held(record.value)
        if held is None:
            raise TypeError("no list of role and content")
        messages, self.beside = held
        words = [in_common_words(message) if is_message(message) else message for message in messages]
        first = 0
        while first < len(words) and is_message(words[first]) and words[first]["role"].lower() in SYSTEM:
            self.unread.add(messages[first], Fields())
            first += 1
        system = [message["content"] for message in words[:first]]
        made = tuple([_entry(message, None, self.unread) for message in messages[first:]])
        if system:
            self.builder.fields(system=recorded(system[0] if first == 1 else system))
        return made or Aside("run without messages", "its list holds system messages only")


def _runs_of_lines(records: list[Record | BadRecord]) -> Iterator[Run]:
    """Each line that holds a list is a run; any other is a problem of the run before it."""
    runs: list[_LineRun] = []
    for record in records:
        if not runs or (type(record) is Record and _held(record.value) is not None):
            runs.append(_LineRun())
        runs[-1].builder.map([record], runs[-1].entries)
    for run in runs:
        array = RecordArray("", 1, len(records))
        yield _finished(run.builder, array, run.beside, run.unread.notes())


def _held(value: Any) -> tuple[list[Any], dict[str, Any]] | None:
    """The messages of a line and what stands beside them.

    Some sets hold the list as text, others what was asked apart from what was answered.
    """
    keys = _place(value)
    if keys is None:
        for key, one in value.items() if type(value) is dict else ():
            if type(one) is str and one.startswith('[{"'):
                found = arguments(one)
                if _is_list(found):
                    return found, without(value, (key,))
        return None
    messages = value
    for key in keys:
        messages = messages[key]
    beside = without(value, keys)
    if _is_pair(value):
        return [*messages, *value["completion"]], without(beside, ("completion",))
    return listing(messages), beside


def _is_pair(value: Any) -> bool:
    return _place(value) == ("prompt",) and _is_list(value.get("completion"))


def _finished(builder: RunBuilder, array: RecordArray, beside: dict[str, Any], notes: tuple[str, ...]) -> Run:
    ending = ending_by_messages(builder)
    return builder.finish(run_id="", format=NAME, records=(array,), ending=ending, attributes=beside, notes=notes)


def _entry(given: Any, builder: RunBuilder | None, unread: Unread) -> Entry:
    """One message, by what its role is called; leading system messages of a builder's list are request fields."""
    message = in_common_words(given)
    role = text(message["role"]).lower()
    when = timestamp(message.get("timestamp"))
    if role in TOOL:
        return unread.add(given, Input(_results(message), timestamp=when), is_result=True)
    if role in MODEL:
        words = message["content"]
        made = said(words) if type(words) is str else _blocks(words)
        calls = tuple(tool_use(mapping(call)) for call in listing(message.get("tool_calls") or []))
        return unread.add(given, Reply(made + calls, timestamp=when))
    made = _blocks(message["content"])
    if role in CALLER:
        return unread.add(given, Input(made, timestamp=when))
    if role in SYSTEM:
        if builder is None:
            return unread.add(given, Input(made, "system", timestamp=when))
        return unread.add(given, system_entry(builder, message["content"], made, when))
    raise ValueError(f"role {message['role']!r} is not known: neither model, user, system nor tool")


def _results(message: dict[str, Any]) -> tuple[Block, ...]:
    tagged = results(message["content"]) if type(message["content"]) is str else ()
    if tagged:
        return tagged
    call_id = text_or_none(message.get("tool_call_id", message.get("tool_use_id")))
    flag, name = message.get("is_error"), message.get("name")
    flag = flag if type(flag) is bool else None
    return (ToolResult(call_id, message["content"], flag, name if type(name) is str else None),)


def _blocks(content: Any) -> tuple[Block, ...]:
    if content is None:
        return ()
    if type(content) is str:
        return (Text(content),)
    if type(content) is not list:
        return (Unknown("content that is no text", content),)
    if content and all(type(part) is dict and "type" not in part for part in content):
        return parts_without_type(content)
    return parts(content)


FORMAT = Format(
    NAME,
    "Plain JSON messages",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    ending="open while a reply or result is due, unknown otherwise",
    usage="none is read: what a token count means is not known here",
    is_fallback=True,
    one_result_per_record=True,
    cap_unit="none",
)
