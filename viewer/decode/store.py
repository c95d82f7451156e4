"""An SQLite store as its tables: read from its bytes alone, so that nothing of it is run, followed or written."""

import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from viewer.decode.document import BadRecord, Decoded, Record
from viewer.decode.unwrap import MAX_BYTES
from viewer.errors import RunFileError

SQLITE_SIGN = b"SQLite format 3\x00"
MAX_ROWS = 2_000_000
MAX_STORE_BYTES = 1024 * 1024 * 1024
"""Of all values of a table: a damaged page may be read again and again."""
MAX_VALUE_BYTES = 128 * 1024 * 1024
MAX_TABLES = 1_000
SECONDS = 60.0
"""Most that reading one table may take."""
_STEPS = 100_000
_HEAD = 100
_PAGE_BYTES, _WRITE_MODE, _PAGES = slice(16, 18), slice(18, 20), slice(28, 32)
_ROLLBACK = b"\x01\x01"
_ALLOWED = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ})
_PLAIN, _VIRTUAL = 0, "CREATE VIRTUAL"


@dataclass(frozen=True, kw_only=True)
class Store(Decoded):
    """The tables of a store. No row is read before it is asked for."""

    data: bytes = field(repr=False)
    tables: dict[str, tuple[str, ...]]
    """Columns by table, both in the store's order; views, virtual tables and computed columns are left out."""

    def has(self, table: str, *columns: str) -> bool:
        """Whether a table of that name has all these columns."""
        return table in self.tables and set(columns) <= set(self.tables[table])

    def rows(self, table: str) -> list[Record | BadRecord]:
        """The rows of a table in its own order, each an object by column; none where there is no such table.

        Text and numbers stay as they are, bytes that are text become text, other bytes {"bytes": their hex digits}.
        Where the store is damaged, the last record says so.

        Raises:
            RunFileError: beyond a limit.
        """
        columns = self.tables.get(table)
        if columns is None:
            return []
        listed = ", ".join(map(_quoted, columns))
        records: list[Record | BadRecord] = []
        size = 0
        with closing(_opened(self.data, SECONDS)) as connection:
            _only_reads(connection)
            try:
                for row in connection.execute(f"SELECT {listed} FROM {_quoted(table)}"):
                    values = list(map(_json, row))
                    size += sum(len(value) for value in row if type(value) is str or type(value) is bytes)
                    if size > MAX_STORE_BYTES or len(records) >= MAX_ROWS:
                        most = f"{MAX_ROWS:,} rows or {MAX_STORE_BYTES:,} bytes"
                        raise RunFileError(self.name, f"holds more than {most} in table {table}: split it")
                    records.append(Record(len(records) + 1, dict(zip(columns, values, strict=True))))
            except (sqlite3.Error, UnicodeError, MemoryError) as error:
                reason = f"the store is damaged in table {table} ({error}): rows from here on could not be read"
                records.append(BadRecord(len(records) + 1, reason))
        return records


def store(data: bytes, name: str) -> Store:
    """List the tables of a store.

    Raises:
        RunFileError: it is damaged, encrypted, or lists more tables than any run's store does.
    """
    data, notes = _whole(data, name)
    try:
        with closing(_opened(data, SECONDS)) as connection:
            listed = connection.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' "
                "AND upper(substr(sql, 1, 14)) <> ? LIMIT ?",
                (_VIRTUAL, MAX_TABLES + 1),
            ).fetchall()
            if len(listed) > MAX_TABLES:
                raise RunFileError(name, f"has more than {MAX_TABLES:,} tables: it is no store of runs")
            tables = {table: _columns(connection, table) for (table,) in listed if type(table) is str}
    except (sqlite3.Error, UnicodeError, MemoryError) as error:
        raise RunFileError(name, f"is a damaged SQLite store ({error}): get it again") from error
    kept = {table: columns for table, columns in tables.items() if columns}
    return Store(name=name, notes=notes, data=data, tables=kept)


def _whole(data: bytes, name: str) -> tuple[bytes, tuple[str, ...]]:
    """The bytes, with zeros where the end is missing: without them not even the pages that are there can be read."""
    declared = int.from_bytes(data[_PAGE_BYTES], "big") * int.from_bytes(data[_PAGES], "big")
    if len(data) >= declared or len(data) < _HEAD:
        return data, ()
    if declared > MAX_BYTES:
        raise RunFileError(name, f"ends at byte {len(data):,} of {declared:,}: get it again")
    note = f"the store stops at byte {len(data):,} of {declared:,}: what stood there is not in this file"
    return data.ljust(declared, b"\x00"), (note,)


def _columns(connection: sqlite3.Connection, table: str) -> tuple[str, ...]:
    """Names of the columns that are stored; computed ones would run an expression of the file."""
    found = connection.execute("SELECT name, hidden FROM pragma_table_xinfo(?)", (table,))
    return tuple(name for name, hidden in found if hidden == _PLAIN and type(name) is str)


def _opened(data: bytes, seconds: float) -> sqlite3.Connection:
    """A connection to a copy in memory: stricter than `mode=ro` and `immutable=1`, for it knows no file at all.

    A store in write-ahead mode says so in its header, which a store in memory cannot be in; what stands in its `-wal`
    file is not read.
    """
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.deserialize(data[: _WRITE_MODE.start] + _ROLLBACK + data[_WRITE_MODE.stop :])
    connection.text_factory = _text
    for pragma in ("trusted_schema = OFF", "query_only = ON", "cell_size_check = ON", "mmap_size = 0"):
        connection.execute(f"PRAGMA {pragma}")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
    end = time.monotonic() + seconds
    connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS)
    return connection


def _only_reads(connection: sqlite3.Connection) -> None:
    connection.set_authorizer(
        lambda action, *_: sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY  # no function, no pragma
    )


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _json(value: Any) -> Any:
    kind = type(value)
    if kind is bytes:
        try:
            return value.decode("utf-8")
        except UnicodeDecodeError:
            return {"bytes": value.hex()}
    if kind is float and value - value != 0:
        return str(value)  # an infinity, which JSON cannot tell
    return value


def bytes_of(value: Any) -> bytes:
    """The bytes that a value of a row was stored as.

    Raises:
        TypeError: it is neither text nor bytes.
        ValueError: its digits are none.
    """
    if type(value) is str:
        return value.encode("utf-8", "surrogateescape")
    if type(value) is dict and type(value.get("bytes")) is str:
        return bytes.fromhex(value["bytes"])
    raise TypeError("bytes or text expected")


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
