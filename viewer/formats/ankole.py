"""Ankole: rows of conversations with their checkpoints, turns and items of background jobs, or `ankole_chatml`."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.formats.ankole_chatml import ChatML, mechanisms_of
from viewer.formats.ankole_jobs import runs_of_items, runs_of_turns
from viewer.formats.ankole_rows import Artifacts, runs_of_rows
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import mapping
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.run import Run
from viewer.model.source import RecordArray

NAME = "ankole"
CHATML = "ankole_chatml"
_STATUSES = frozenset({"generating", "complete", "error", "retracted"})
_ITEM_KEYS = frozenset({"turn_id", "position", "item"})


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim rows by their columns, and whatever names `ankole_chatml`."""
    if isinstance(decoded, JsonRecords):
        return _detect_rows(list(decoded.values(20)))
    value = decoded.value
    if type(value) is list:
        return _detect_rows(value[:20])
    if value.get("format") == CHATML:
        return Match(4, f"`format` is {CHATML}")
    job = value.get("job")
    for turn in [*_list(value, "turns"), *_list(job, "turns")][:20]:
        header = mapping(turn).get("trajectory")
        if type(header) is dict and header.get("format") == CHATML:
            return Match(4, f"turns whose trajectory is {CHATML}")
    return _detect_rows(_list(value, "messages")[:20]) or _detect_rows(_list(value, "items")[:20])


def _detect_rows(rows: list[Any]) -> Match | None:
    for row in rows:
        if type(row) is not dict:
            continue
        if row.keys() >= _ITEM_KEYS and type(row["item"]) is dict and type(row["item"].get("type")) is str:
            return Match(3, "rows with `turn_id`, `position` and `item`")
        if "previous_message_id" in row and row.get("status") in _STATUSES and type(row.get("content")) is list:
            return Match(3, "rows with `previous_message_id`, `status` and a list `content`")
    return None


def _list(value: Any, key: str) -> list[Any]:
    found = value.get(key) if type(value) is dict else None
    return found if type(found) is list else []


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """The runs of a conversation's rows, of a job, or of one trajectory."""
    if isinstance(decoded, JsonRecords) or type(decoded.value) is list:
        records = decoded.records if isinstance(decoded, JsonRecords) else list(decoded.records())
        array = RecordArray("", 1, len(records))
        if any(type(one) is Record and type(one.value) is dict and "item" in one.value for one in records[:20]):
            yield from runs_of_items(NAME, {}, [], records, array)
        else:
            yield from runs_of_rows(NAME, {}, records, Artifacts([]), (array,))
        return
    value = mapping(decoded.value)
    own = value.get("job")
    job: dict[str, Any] = own if type(own) is dict else {}
    if value.get("format") == CHATML:
        yield _trajectory(decoded, value)
    elif type(value.get("items")) is list:
        records = list(decoded.records("items"))
        turns = _list(value, "turns") or _list(job, "turns")
        yield from runs_of_items(NAME, job, turns, records, RecordArray("items", 1, len(records)))
    elif type(value.get("turns")) is list:
        yield from runs_of_turns(NAME, job, value["turns"], decoded, ("turns",))
    elif type(job.get("turns")) is list:
        yield from runs_of_turns(NAME, job, job["turns"], decoded, ("job", "turns"))
    else:
        yield from _conversation(decoded, value)


def _conversation(document: JsonDocument, value: dict[str, Any]) -> Iterator[Run]:
    rows = list(document.records("messages"))
    arrays = [RecordArray("messages", 1, len(rows))]
    artifacts = Artifacts([])
    if type(value.get("compaction_artifacts")) is list:
        artifacts = Artifacts(list(document.records("compaction_artifacts", first=len(rows) + 1)))
        arrays.append(RecordArray("compaction_artifacts", len(rows) + 1, len(artifacts.records)))
    yield from runs_of_rows(NAME, value, rows, artifacts, tuple(arrays))


def _trajectory(document: JsonDocument, value: dict[str, Any]) -> Run:
    """A bare trajectory: one turn, or a page of several."""
    builder = RunBuilder(one_result_per_record=True)
    messages = ChatML(builder)
    known = mechanisms_of(_list(value, "messages"))
    if type(value.get("messages")) is list:
        builder.map(document.records("messages"), lambda record: messages.entries([record.value], known, None)[0])
    metadata = value.get("metadata")
    return builder.finish(
        run_id="",
        format=NAME,
        records=(RecordArray("messages", 1, len(_list(value, "messages"))),),
        attributes=dict(metadata) if type(metadata) is dict else {},
        ending=ending_by_messages(builder),
    )


FORMAT = Format(
    NAME,
    "Ankole",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"item", "previous_message_id", "turns", "job", "format"}),
    ending="of a conversation by the newest row's `status` and response; of a job by its `status`, unless its last "
    "turn failed or was interrupted; else by how the list stops",
    usage="of each response row: the input less cached tokens; a job's turns state the thread's total only",
    one_result_per_record=True,
    cap_unit="none",
    from_documentation=True,
)
