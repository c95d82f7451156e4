"""Reads an index with DuckDB: the views `runs`, `unreadable`, `requests` and `calls`, and no other file."""

import os
import re
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import duckdb
import pyarrow as pa
from deltalake import DeltaTable
from deltalake.exceptions import TableNotFoundError

from viewer.errors import RunFileError
from viewer.index.allowed import PLACES, Allowed
from viewer.index.tables import SCHEMAS, TABLE_VERSION, version_in

StorageOptions = dict[str, str]
"""As deltalake takes them for an object store; None: those of the environment."""
_HARDENED = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "allow_persistent_secrets": "false",
}
_TRIES = 10
_UNUSABLE = re.compile(r"[\[\]^|\\%*?]")


class IndexVersionError(RunFileError):
    """The tables are of a version that this program does not know."""

    def __init__(self, folder: str, found: str) -> None:
        super().__init__(
            folder,
            f"holds {found}; this program reads table version {TABLE_VERSION}: "
            f"build it anew with `trajectory-viewer index PATH… --into {folder} --rebuild`",
        )


@dataclass(frozen=True)
class IndexVersion:
    """Which commit of each table is read."""

    runs: int
    requests: int
    calls: int


@dataclass(frozen=True)
class _Files:
    """The files of one commit of a table."""

    version: int
    uris: tuple[str, ...]
    rows: int


class IndexReader:
    """One state of an index, with a DuckDB connection that can read it and do little else.

    Rows of `requests` and `calls` without a row in `runs` are what a writer has not finished: the views leave them out.
    """

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        folder: str | None,
        options: StorageOptions | None,
        allowed: Allowed | None = None,
    ) -> None:
        self.folder = folder
        """None: made of tables in memory."""
        self.version = IndexVersion(-1, -1, -1)
        self._connection = connection
        self._options = options
        self._allowed = allowed
        self._lock = threading.Lock()

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """A connection of its own to the same views: one a thread."""
        return self._connection.cursor()

    def rows(self, sql: str, parameters: Sequence[object] | dict[str, object] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query; values from outside are parameters, never part of the text."""
        with self.cursor() as cursor:
            return cursor.execute(sql, parameters).fetchall()

    def table(self, sql: str, parameters: Sequence[object] | dict[str, object] = ()) -> pa.Table:
        """The rows of a query as an Arrow table."""
        with self.cursor() as cursor:
            return cursor.sql(sql, params=parameters).to_arrow_table()

    def refresh(self) -> bool:
        """Read what was written since; whether there was anything."""
        if self.folder is None:
            return False
        with self._lock:
            files = _consistent(self.folder, self._options)
            version = IndexVersion(**{name: one.version for name, one in files.items()})
            if version == self.version:
                return False
            with self.cursor() as cursor:
                cursor.execute("BEGIN")
                for name, one in files.items():
                    cursor.execute(f"CREATE OR REPLACE VIEW stored_{name} AS {_select(name, one.uris)}")
                if self._allowed is not None:
                    _narrow(cursor, _select("runs", files["runs"].uris), self._allowed)
                _make_views(cursor, {name: one.rows for name, one in files.items()})
                cursor.execute("COMMIT")
            self.version = version
            return True

    def close(self) -> None:
        """Give the connection back."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_index(
    folder: str | Path, options: StorageOptions | None = None, allowed: Allowed | None = None
) -> IndexReader:
    """The index in a folder or at `s3://…`, as it is now.

    Args:
        folder: where it is.
        options: of an object store.
        allowed: whose rows are there at all; None: all.

    Raises:
        RunFileError: there is none, or IndexVersionError: its tables are of another version.
    """
    place = address(folder)
    connection = duckdb.connect(config=dict(_HARDENED))
    if "://" in place:
        connection.register_filesystem(file_system(place, options))
    connection.execute(f"SET allowed_directories = [{_quoted(place + '/')}]")
    _lock_down(connection)
    reader = IndexReader(connection, place, options, allowed)
    try:
        reader.refresh()
    except RunFileError:
        reader.close()
        raise
    return reader


def index_of_tables(runs: pa.Table, requests: pa.Table, calls: pa.Table) -> IndexReader:
    """An index in memory: of uploads, or of what a test makes."""
    connection = duckdb.connect(config=dict(_HARDENED))
    tables = {"runs": runs, "requests": requests, "calls": calls}
    for name, table in tables.items():
        connection.register("given", table)
        connection.execute(f"CREATE TABLE stored_{name} AS SELECT * FROM given")
        connection.unregister("given")
    _lock_down(connection)
    _make_views(connection, {name: table.num_rows for name, table in tables.items()})
    return IndexReader(connection, None, None)


def address(folder: str | Path) -> str:
    """How an index is named everywhere: an absolute path, or the URL without a slash at its end.

    Raises:
        RunFileError: the library that writes the tables cannot work in a folder of this name (tried).
    """
    text = str(folder).rstrip("/")
    place = text if "://" in text else str(Path(text).expanduser().absolute())
    if (odd := _UNUSABLE.search(place)) is not None and os.sep == "/":
        raise RunFileError(place, f"has {odd[0]} in its name, which an index cannot have: choose another folder")
    return place


def delta_table(place: str, name: str, options: StorageOptions | None) -> DeltaTable:
    """A stored table, checked to be one that this program knows.

    Raises:
        TableNotFoundError: nothing is there.
        IndexVersionError: it is of another version.
    """
    table = DeltaTable(f"{place}/{name}", storage_options=options)
    told = table.metadata().description
    if version_in(told) != TABLE_VERSION:
        raise IndexVersionError(place, f"the table {name} of another program or version ({told or 'without a word'})")
    return table


def _consistent(place: str, options: StorageOptions | None) -> dict[str, _Files]:
    """Files of the three tables such that every run has its rows: `runs` stayed while the others were looked up."""
    for _ in range(_TRIES):
        try:
            runs = delta_table(place, "runs", options)
            found = {
                name: _files(delta_table(place, name, options), f"{place}/{name}") for name in ("requests", "calls")
            }
        except TableNotFoundError as error:
            raise RunFileError(place, "holds no index: make one with `trajectory-viewer index PATH… --into`") from error
        found["runs"] = _files(runs, f"{place}/runs")
        runs.update_incremental()
        if runs.version() == found["runs"].version:
            return found
    raise RunFileError(place, "changes faster than it can be read: try again")


def _files(table: DeltaTable, place: str) -> _Files:
    actions = table.get_add_actions(flatten=True)
    counts: Iterable[int | None] = (
        actions.column("num_records").to_pylist() if "num_records" in actions.column_names else []
    )
    uris = tuple(f"{place}/{path}" for path in actions.column("path").to_pylist())
    return _Files(table.version(), uris, sum(count or 0 for count in counts))


def _select(name: str, uris: tuple[str, ...]) -> str:
    if uris:
        named = ", ".join(_quoted(uri) for uri in uris)
        return f"SELECT * FROM read_parquet([{named}], union_by_name = true)"
    columns = ", ".join(f"CAST(NULL AS {_sql_type(field.type)}) AS {field.name}" for field in SCHEMAS[name])
    return f"SELECT {columns} WHERE false"


def _narrow(connection: duckdb.DuckDBPyConnection, select: str, allowed: Allowed) -> None:
    """Leave out what may not be read: by names first, then what links bring in from elsewhere."""
    narrowed = f"CREATE OR REPLACE VIEW stored_runs AS SELECT * FROM ({select}) WHERE "
    connection.execute(narrowed + allowed.sql())
    cursor = connection.execute(PLACES)
    places = (row for rows in iter(lambda: cursor.fetchmany(10_000), []) for row in rows)
    if denied := allowed.denied(places):
        connection.execute(narrowed + allowed.sql(denied))


def _make_views(connection: duckdb.DuckDBPyConnection, rows: dict[str, int]) -> None:
    """The views that queries name; the join is left out where every stored row has its run, which sums tell."""
    connection.execute("CREATE OR REPLACE VIEW runs AS SELECT * FROM stored_runs WHERE reason IS NULL")
    connection.execute("CREATE OR REPLACE VIEW unreadable AS SELECT * FROM stored_runs WHERE reason IS NOT NULL")
    sums = connection.execute(
        "SELECT coalesce(sum(request_rows), 0), coalesce(sum(call_rows), 0) FROM stored_runs"
    ).fetchone()
    for name, expected in zip(("requests", "calls"), sums or (0, 0), strict=True):
        finished = "" if rows[name] == expected else " SEMI JOIN stored_runs USING (run_row)"
        connection.execute(f"CREATE OR REPLACE VIEW {name} AS SELECT * FROM stored_{name}{finished}")


def _lock_down(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute("SET GLOBAL parquet_metadata_cache = true")
    connection.execute("SET GLOBAL TimeZone = 'UTC'")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def file_system(place: str, options: StorageOptions | None = None) -> Any:
    """What reads a URL: of S3 with the options of deltalake, or with those of the environment."""
    import fsspec  # only who keeps an index in an object store needs it

    return fsspec.filesystem(place.partition("://")[0], **fsspec_options(options))


def fsspec_options(options: StorageOptions | None) -> dict[str, Any]:
    """The options of deltalake as fsspec's S3 file system takes them."""
    given = {name.upper(): value for name, value in (options or {}).items()}
    client = {"region_name": given.get("AWS_REGION"), "endpoint_url": given.get("AWS_ENDPOINT_URL")}
    return {
        "key": given.get("AWS_ACCESS_KEY_ID"),
        "secret": given.get("AWS_SECRET_ACCESS_KEY"),
        "client_kwargs": {name: value for name, value in client.items() if value},
    }


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _sql_type(kind: pa.DataType) -> str:
    if pa.types.is_map(kind):
        return f"MAP({_sql_type(kind.key_type)}, {_sql_type(kind.item_type)})"
    if pa.types.is_list(kind):
        return f"{_sql_type(kind.value_type)}[]"
    return {
        pa.string(): "VARCHAR",
        pa.int32(): "INTEGER",
        pa.int64(): "BIGINT",
        pa.float64(): "DOUBLE",
        pa.bool_(): "BOOLEAN",
        pa.timestamp("us", tz="UTC"): "TIMESTAMPTZ",
    }[kind]
