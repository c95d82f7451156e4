"""Goose: session lines (a head, then messages {"role", "created", "content"}), an export, or the store of sessions."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import BadRecord, JsonDocument, JsonRecords, Record
from viewer.decode.store import Store
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments, mapping, whole_or_none
from viewer.formats.entries import Aside, Entry
from viewer.formats.goose_messages import Messages
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.store_sessions import stored_sessions, without_empty
from viewer.model.run import Run, Stated
from viewer.model.source import RecordArray
from viewer.model.usage import Usage

NAME = "goose"
_TOTALS = ("total_tokens", "input_tokens", "output_tokens", "accumulated_total_tokens", "accumulated_input_tokens",
           "accumulated_output_tokens")  # fmt: skip
_HEAD = Aside("session", "what the session is, not a message")


def detect(decoded: JsonDocument | JsonRecords | Store) -> Match | None:
    """Claim heads with a working folder and counts, exports, and messages with the parts that only this program has."""
    if isinstance(decoded, Store):
        is_own = decoded.has("messages", "session_id", "content_json") and decoded.has("sessions", "id", "working_dir")
        return Match(3, "table `messages` with `content_json`") if is_own else None
    if isinstance(decoded, JsonDocument):
        value = decoded.value
        if type(value) is dict and type(value.get("conversation")) is list and "working_dir" in value:
            return Match(3, "`conversation` beside `working_dir`")
        return None
    for value in list(decoded.values(20)):
        if type(value) is not dict:
            continue
        if "working_dir" in value and ("message_count" in value or "description" in value):
            return Match(3, "a head with `working_dir`")
        content = value.get("content")
        for part in content[:20] if "role" in value and type(content) is list else ():
            if type(part) is dict and part.get("type") in ("toolRequest", "toolResponse"):
                return Match(3, f"content of type {part['type']}")
    return None


def read(decoded: JsonDocument | JsonRecords | Store) -> Iterator[Run]:
    """One run a session."""
    if isinstance(decoded, Store):
        for session in stored_sessions(decoded, "sessions", "messages"):
            head = {column: _parsed(column, value) for column, value in session.head.items()}
            yield _run(session.id, head, session.records, session.array, session.notes)
        return
    if isinstance(decoded, JsonDocument):
        head = {key: value for key, value in decoded.value.items() if key != "conversation"}
        records: list[Record | BadRecord] = list(decoded.records("conversation"))
        array = RecordArray("conversation", 1, len(records))
    else:
        first = next(decoded.values(1), None)
        head = first if type(first) is dict and "role" not in first else {}
        records, array = decoded.records, RecordArray("", 1, len(decoded.records))
    yield _run(str(head.get("id") or ""), head, records, array)


def _parsed(column: str, value: Any) -> Any:
    return arguments(value) if column.endswith("_json") or column == "extension_data" else value


def _run(
    run_id: str,
    head: dict[str, Any],
    records: list[Record | BadRecord],
    array: RecordArray,
    notes: tuple[str, ...] = (),
) -> Run:
    messages = Messages()
    builder = RunBuilder()
    builder.map(records, lambda record: _entry(record, messages))
    model = _model(head)
    return builder.finish(
        run_id=run_id,
        format=NAME,
        records=(array,),
        models=builder.models() or ((model,) if model is not None else ()),
        attributes=head,
        ending=ending_by_messages(builder),
        stated=_stated(head),
        notes=notes,
    )


def _entry(record: Record, messages: Messages) -> Entry | tuple[Entry, ...]:
    value = mapping(record.value)
    if "role" not in value and "working_dir" in value:
        return _HEAD
    return messages.entry(_of_row(value) if "content_json" in value else value)


def _of_row(row: dict[str, Any]) -> dict[str, Any]:
    """A message of the store as the lines and exports write it."""
    about = {"created": row.get("created_timestamp"), "metadata": arguments(row.get("metadata_json"))}
    message = {"id": row.get("message_id"), "role": row["role"], "content": arguments(row["content_json"])}
    return without_empty(message | about)


def _model(head: dict[str, Any]) -> str | None:
    config = head.get("model_config", head.get("model_config_json"))
    found = config.get("model_name") if type(config) is dict else None
    return found if type(found) is str else None


def _stated(head: dict[str, Any]) -> tuple[Stated, ...]:
    """Totals of the session. What was sent holds the cache, of which they do not tell, so that it stays as it is."""
    figures = {name: whole_or_none(head.get(name)) for name in _TOTALS if name in head}
    if all(value is None for value in figures.values()):
        return ()
    written = figures.get("accumulated_output_tokens")
    return (Stated("run", "token counts of the session", Usage(output_tokens=written), metrics=figures),)


FORMAT = Format(
    NAME,
    "Goose",
    takes=(JsonDocument, JsonRecords, Store),
    detect=detect,
    read=read,
    signs=frozenset({"working_dir", "content"}),
    line_signs=frozenset({"working_dir", "role"}),
    ending="open while a reply or result is due, unknown otherwise: the file holds no verdict",
    usage="`metadata.usage` of a reply, where newer versions store it: input less the cache; totals are stated",
    from_documentation=True,
)
