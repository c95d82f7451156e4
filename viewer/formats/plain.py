"""Plain JSON, the fallback: any list of {"role", "content"} or {"from", "value"}, wherever in a document or line."""

from collections.abc import Iterable, Iterator
from typing import Any

from viewer.decode.document import BadRecord, JsonDocument, JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments, listing, mapping, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Entry, Input, Reply
from viewer.formats.shapes.anthropic_blocks import blocks as parts
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
            yield _run(decoded.records, RecordArray("", 1, len(decoded.records)))
        else:
            yield from _runs_of_lines(decoded.records)
        return
    listed = decoded.value if type(decoded.value) is list else [decoded.value]
    places = [] if any(map(_is_pair, listed[:20])) else _places(decoded.value)
    if not places:
        yield from _runs_of_lines(list(decoded.records()) if type(decoded.value) is list else [Record(1, listed[0])])
    for keys in places:
        records = list(decoded.records(*keys))
        yield _run(records, RecordArray(json_path(keys), 1, len(records)))


def _run(records: Iterable[Record | BadRecord], array: RecordArray) -> Run:
    builder = RunBuilder(one_result_per_record=True)
    builder.map(records, lambda record: _entry(record.value, builder))
    return _finished(builder, array)


def _runs_of_lines(records: list[Record | BadRecord]) -> Iterator[Run]:
    """Each line that holds a list is a run; any other is a problem of the run before it."""
    builders: list[RunBuilder] = []
    for record in records:
        if not builders or (type(record) is Record and _held(record.value) is not None):
            builders.append(RunBuilder(one_result_per_record=True))
        builders[-1].map([record], lambda line, builder=builders[-1]: _entries(line.value, builder))  # type: ignore[misc]
    for builder in builders:
        yield _finished(builder, RecordArray("", 1, len(records)))


def _held(value: Any) -> list[Any] | None:
    """The messages of a line; some sets hold the list as text, others what was asked apart from what was answered."""
    keys = _place(value)
    if keys is None:
        texts = value.values() if type(value) is dict else ()
        found = (arguments(one) for one in texts if type(one) is str and one.startswith('[{"'))
        return next((one for one in found if _is_list(one)), None)
    messages = value
    for key in keys:
        messages = messages[key]
    return [*messages, *value["completion"]] if _is_pair(value) else listing(messages)


def _is_pair(value: Any) -> bool:
    return _place(value) == ("prompt",) and _is_list(value.get("completion"))


def _entries(value: Any, builder: RunBuilder) -> Entry | tuple[Entry, ...]:
    """The messages of a line that holds a whole run; its leading system messages are no messages of the list."""
    held = _held(value)
    if held is None:
        raise TypeError("no list of role and content")
    messages = [in_common_words(message) if is_message(message) else message for message in held]
    first = 0
    while first < len(messages) and is_message(messages[first]) and messages[first]["role"].lower() in SYSTEM:
        first += 1
    system = [message["content"] for message in messages[:first]]
    made = tuple([_entry(message, None) for message in messages[first:]])
    if system:
        builder.fields(system=recorded(system[0] if first == 1 else system))
    return made or Aside("run without messages", "its list holds system messages only")


def _finished(builder: RunBuilder, array: RecordArray) -> Run:
    return builder.finish(run_id="", format=NAME, records=(array,), ending=ending_by_messages(builder))


def _entry(message: Any, builder: RunBuilder | None) -> Entry:
    """One message, by what its role is called; leading system messages of a builder's list are request fields."""
    message = in_common_words(message)
    role = text(message["role"]).lower()
    when = timestamp(message.get("timestamp"))
    if role in TOOL:
        tagged = results(message["content"]) if type(message["content"]) is str else ()
        if tagged:
            return Input(tagged, timestamp=when)
        call_id = message.get("tool_call_id", message.get("tool_use_id"))
        flag = message.get("is_error")
        name = message.get("name")
        return Input(
            (
                ToolResult(
                    text_or_none(call_id),
                    message["content"],
                    flag if type(flag) is bool else None,
                    name if type(name) is str else None,
                ),
            ),
            timestamp=when,
        )
    if role in MODEL:
        words = message["content"]
        made = said(words) if type(words) is str else _blocks(words)
        calls = tuple(tool_use(mapping(call)) for call in listing(message.get("tool_calls") or []))
        return Reply(made + calls, timestamp=when)
    made = _blocks(message["content"])
    if role in CALLER:
        return Input(made, timestamp=when)
    if role in SYSTEM:
        if builder is None:
            return Input(made, "system", timestamp=when)
        return system_entry(builder, message["content"], made, when)
    raise ValueError(f"role {message['role']!r} is not known: neither model, user, system nor tool")


def _blocks(content: Any) -> tuple[Block, ...]:
    if content is None:
        return ()
    if type(content) is str:
        return (Text(content),)
    return parts(content) if type(content) is list else (Unknown("content that is no text", content),)


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
