"""LangGraph's SQLite checkpoints as snapshots of a state: msgpack and JSON are read, what is pickled never is."""

from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.decode.packed import packed_value
from viewer.decode.store import Store, bytes_of
from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments, mapping
from viewer.formats.shapes.store_sessions import without_empty

STORED = "is_checkpoint"
"""Of a snapshot that was made of a checkpoint, which does not tell what comes next."""
_ERROR, _INTERRUPT = "__error__", "__interrupt__"


def is_checkpoint_store(store: Store) -> bool:
    """Whether a store has the table of checkpoints."""
    return store.has("checkpoints", "thread_id", "checkpoint_id", "type", "checkpoint")


def snapshots(store: Store) -> list[Record | BadRecord]:
    """Each checkpoint as the library shows it in a thread's history, oldest first within its thread.

    One that cannot be decoded stays as the row it is, with the reason.
    """
    tasks = _tasks(store)
    made: list[Record | BadRecord] = []
    trial = RunBuilder()
    rows = enumerate(sorted(store.rows("checkpoints"), key=_place), 1)
    numbered = [
        BadRecord(number, row.reason) if isinstance(row, BadRecord) else Record(number, without_empty(row.value))
        for number, row in rows
    ]
    trial.map(numbered, lambda record: _collect(record, tasks, made))
    made.extend(BadRecord(problem.record, problem.reason, problem.raw) for problem in trial.problems)
    return sorted(made, key=lambda record: record.number)


def _collect(
    record: Record, tasks: dict[tuple[str, str, str], list[dict[str, Any]]], made: list[Record | BadRecord]
) -> tuple[()]:
    made.append(Record(record.number, _snapshot(record.value, tasks.get(_key(record.value), []))))
    return ()


def _place(row: Record | BadRecord) -> tuple[bool, str, str, str]:
    """Ids of checkpoints rise with time."""
    if isinstance(row, BadRecord):
        return True, "", "", ""
    return False, *_key(row.value)


def _key(row: dict[str, Any]) -> tuple[str, str, str]:
    return str(row["thread_id"]), str(row.get("checkpoint_ns") or ""), str(row["checkpoint_id"])


def _tasks(store: Store) -> dict[tuple[str, str, str], list[dict[str, Any]]]:
    """What a checkpoint's tasks ended with where that was an error or a question: their writes say so."""
    found: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    if not store.has("writes", "thread_id", "checkpoint_id", "channel", "value"):
        return found
    for row in store.rows("writes"):
        if isinstance(row, BadRecord) or row.value["channel"] not in (_ERROR, _INTERRUPT):
            continue
        name = "error" if row.value["channel"] == _ERROR else "interrupts"
        found.setdefault(_key(row.value), []).append({"id": row.value.get("task_id"), name: True})
    return found


def _snapshot(row: dict[str, Any], tasks: list[dict[str, Any]]) -> dict[str, Any]:
    held = mapping(packed_value(str(row.get("type", "msgpack")), bytes_of(row["checkpoint"])))
    names = {name: row[name] for name in ("thread_id", "checkpoint_ns", "checkpoint_id") if name in row}
    return {
        "values": mapping(held["channel_values"]),
        "next": [],
        "config": {"configurable": names},
        "metadata": arguments(row.get("metadata")),
        "created_at": held.get("ts"),
        "tasks": tasks,
        STORED: True,
    }
