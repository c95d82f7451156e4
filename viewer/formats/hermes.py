"""Hermes Agent: a session {"session_id", "model", "platform", "messages"}, exports, transcript lines, or its store."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.decode.store import Store
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments, mapping, number_or_none, whole_or_none
from viewer.formats.entries import Aside, Entry, Fields
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.heads import Head, NoHead, heads, run_without_head
from viewer.formats.shapes.openai_messages import entry_of_message
from viewer.formats.shapes.store_sessions import StoredSession, stored_sessions, without_empty
from viewer.model.position import json_path
from viewer.model.request import recorded
from viewer.model.run import CutBy, Ending, Run, Stated
from viewer.model.source import RecordArray
from viewer.model.usage import Usage

NAME = "hermes"
_SIGNS = ("platform", "session_start", "last_updated", "message_count", "source", "end_reason")
_OWN_HEAD = {"session_id", "platform", "session_start", "message_count"}
_META = "session_meta"
_COUNTS = ("input_tokens", "cache_read_tokens", "cache_write_tokens", "output_tokens")
_CUTS: dict[str, CutBy] = {"interrupted": "abort", "max_iterations": "steps", "error": "crash"}
_FIELDS = ("role", "content", "tool_call_id", "tool_calls", "name", "timestamp", "finish_reason", "reasoning",
           "reasoning_content", "reasoning_details")  # fmt: skip
_COLUMNS = {"name": "tool_name"}
_LISTS = ("tool_calls", "reasoning_details")
_TAKEN_BACK = Aside("taken back", "`active` is 0: the conversation was rewound to before it")
_JSON_CONTENT = "\x00json:"
"""How the store marks content that is a list of parts."""
_HEAD = frozenset({"messages", "tools", "system_prompt"})


def detect(decoded: JsonDocument | JsonRecords | Store) -> Match | None:
    """Claim sessions by their ids beside what only this program writes, lines by their first role."""
    if isinstance(decoded, Store):
        is_own = decoded.has("messages", "session_id", "role", "tool_calls")
        is_own = is_own and decoded.has("sessions", "id", "source", "end_reason")
        return Match(3, "tables `sessions` with `end_reason` and `messages` with `tool_calls`") if is_own else None
    if isinstance(decoded, JsonRecords):
        for value in list(decoded.values(20)):
            if type(value) is dict and (value.get("role") == _META or _is_session(value)):
                return Match(3, "a line of role session_meta" if value.get("role") == _META else "a session a line")
        return None
    value = decoded.value[0] if isinstance(decoded.value, list) and decoded.value else decoded.value
    if not _is_session(value):
        return None
    # Its messages and tools are those of Chat Completions, so that the whole of its head has to outweigh them.
    return Match(4 if value.keys() >= _OWN_HEAD else 3, "`messages` beside `session_id` and `platform` or times")


def _is_session(value: Any) -> bool:
    if type(value) is not dict or type(value.get("messages")) is not list:
        return False
    if "session_id" in value:
        return any(sign in value for sign in _SIGNS)
    return "id" in value and "source" in value and ("started_at" in value or "end_reason" in value)


def read(decoded: JsonDocument | JsonRecords | Store) -> Iterator[Run]:
    """One run a session."""
    if isinstance(decoded, Store):
        yield from map(_stored, stored_sessions(decoded, "sessions", "messages"))
        return
    if isinstance(decoded, JsonRecords) and not any(_is_session(value) for value in list(decoded.values(20))):
        yield _transcript(decoded)
        return
    for found in heads(decoded):
        if isinstance(found, NoHead):
            yield run_without_head(found, NAME)
        else:
            yield _session(found)


def _transcript(decoded: JsonRecords) -> Run:
    builder = RunBuilder(one_result_per_record=True)
    head: dict[str, Any] = {}
    builder.map(decoded.records, lambda record: _line(record, builder, head))
    return _finished(builder, head, RecordArray("", 1, len(decoded.records)))


def _line(record: Record, builder: RunBuilder, head: dict[str, Any]) -> Entry:
    line = mapping(record.value)
    if line.get("role") != _META:
        return entry_of_message(line, builder)
    head.update({key: value for key, value in line.items() if key not in ("role", "tools")})
    if type(line.get("tools")) is list:
        return Fields(tools=recorded(line["tools"]))
    return Aside(_META, "what the session is, not a message")


def _session(found: Head) -> Run:
    builder = RunBuilder(one_result_per_record=True)
    head = found.value
    builder.fields(
        system=recorded(head["system_prompt"]) if head.get("system_prompt") else None,
        tools=recorded(head["tools"]) if head.get("tools") else None,
    )
    messages = head.get("messages")
    path = (*found.path, "messages")
    if type(messages) is list:
        builder.map(found.document.records(*path), lambda record: entry_of_message(mapping(record.value), builder))
    return _finished(builder, head, RecordArray(json_path(path), 1, len(messages) if type(messages) is list else 0))


def _stored(session: StoredSession) -> Run:
    builder = RunBuilder(one_result_per_record=True)
    prompt = session.head.get("system_prompt")
    builder.fields(system=recorded(prompt) if prompt else None)
    builder.map(session.records, lambda record: _row(mapping(record.value), builder))
    head = {column: arguments(value) if column == "model_config" else value for column, value in session.head.items()}
    if not any(map(head.get, _COUNTS)):
        head = {column: value for column, value in head.items() if column not in _COUNTS}  # 0 where nothing is counted
    return _finished(builder, head, session.array, session.notes)


def _row(row: dict[str, Any], builder: RunBuilder) -> Entry:
    """A row's message; one that is no longer active was taken back, unless a compaction took it off the list."""
    return (
        _TAKEN_BACK if row.get("active") == 0 and not row.get("compacted") else entry_of_message(_of_row(row), builder)
    )


def _of_row(row: dict[str, Any]) -> dict[str, Any]:
    """A message of the store as the exports write it: its lists are JSON text, empty columns are left out."""
    message = without_empty({column: row.get(_COLUMNS.get(column, column)) for column in _FIELDS})
    message |= {column: arguments(message[column]) for column in _LISTS if column in message}
    content = message.setdefault("content", None)
    if type(content) is str and content.startswith(_JSON_CONTENT):
        message["content"] = arguments(content[len(_JSON_CONTENT) :])
    return message


def _finished(builder: RunBuilder, head: dict[str, Any], array: RecordArray, notes: tuple[str, ...] = ()) -> Run:
    model, reason = head.get("model"), head.get("end_reason")
    return builder.finish(
        run_id=str(head.get("session_id") or head.get("id") or ""),
        format=NAME,
        records=(array,),
        models=builder.models() or ((model,) if type(model) is str else ()),
        attributes={key: value for key, value in head.items() if key not in _HEAD},
        exit_status=reason if type(reason) is str else None,
        ending=_ending(builder, reason),
        stated=_stated(head),
        notes=notes,
    )


def _ending(builder: RunBuilder, reason: Any) -> Ending:
    """By the session's `end_reason` where it broke off, else by how the list stops."""
    if type(reason) is str and reason in _CUTS:
        return Ending("censored", f"`end_reason` is {reason}", _CUTS[reason])
    return ending_by_messages(builder)


def _stated(head: dict[str, Any]) -> tuple[Stated, ...]:
    """Totals of the session: `input_tokens` excludes the cache, whatever the provider counts."""
    figures = {name: whole_or_none(head.get(name)) for name in _COUNTS}
    cost = number_or_none(head.get("actual_cost_usd", head.get("estimated_cost_usd")))
    if cost is None and all(value is None for value in figures.values()):
        return ()
    return (Stated("run", "totals of the session", Usage(*figures.values()), cost),)


FORMAT = Format(
    NAME,
    "Hermes Agent",
    takes=(JsonDocument, JsonRecords, Store),
    detect=detect,
    read=read,
    ending="by `end_reason` where the session broke off, else by how the list stops",
    usage="none a reply; totals of the session are stated: input excludes cache",
    line_signs=frozenset({"role", "messages"}),
    one_result_per_record=True,
    from_documentation=True,
)
