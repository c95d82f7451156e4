"""Stores that hold many sessions in two tables: one row a session, and one a message that names its session."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from viewer.decode.document import BadRecord, Record
from viewer.decode.store import Store
from viewer.model.source import RecordArray


@dataclass(frozen=True)
class StoredSession:
    """The rows of one session."""

    id: str
    head: dict[str, Any]
    """Its own row without empty columns; empty where no row is of it."""
    records: list[Record | BadRecord]
    """Its messages in the order of the table, numbered on from those of the session before."""
    array: RecordArray
    notes: tuple[str, ...] = ()


def stored_sessions(store: Store, heads: str, messages: str) -> Iterator[StoredSession]:
    """The sessions in the order of their rows, then those that only messages name.

    Args:
        store: the store.
        heads: the table of sessions, with a column `id`.
        messages: the table of messages, with a column `session_id`.
    """
    found: dict[str, dict[str, Any]] = {}
    notes: list[str] = []
    for row in store.rows(heads):
        if isinstance(row, BadRecord):
            notes.append(row.reason)
        else:
            found.setdefault(str(row.value["id"]), without_empty(row.value))
    of_session: dict[str, list[Record | BadRecord]] = {name: [] for name in found}
    name = next(iter(of_session), "")
    for record in store.rows(messages):
        if isinstance(record, Record):
            name = str(record.value["session_id"])
        of_session.setdefault(name, []).append(record)  # where the table is damaged, after the last that was read
    if notes:
        of_session = of_session or {"": []}
    first = 1
    for name, records in of_session.items():
        numbered = [msgspec.structs.replace(record, number=number) for number, record in enumerate(records, first)]
        array = RecordArray(messages, first, len(numbered))
        yield StoredSession(name, found.get(name, {}), numbered, array, tuple(notes))
        first += len(numbered)
        notes = []


def without_empty(row: dict[str, Any]) -> dict[str, Any]:
    """A row without the columns that hold nothing."""
    return {column: value for column, value in row.items() if value is not None}
