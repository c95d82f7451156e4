"""Keeps an index small: rows without a run go, many small files become few, files that no longer count are deleted."""

import time
from collections.abc import Sequence
from contextlib import suppress

from deltalake import DeltaTable
from deltalake.exceptions import CommitFailedError

from viewer.index.reader import StorageOptions, delta_table
from viewer.index.store import PROPERTIES, RUNS_PROPERTIES, Store
from viewer.index.tables import TABLES

_SMALL_FILES = 16
"""So many small files of a table are made one."""
_SMALL_BYTES = 32 * 1024 * 1024
_KEEP_HOURS = 1
"""Files that no longer count stay so long for those who still read them."""
_UNTRACKED_HOURS = 24
"""Files of a writer that died: no commit takes so long."""
_UNFINISHED_SECONDS = 15 * 60
"""Rows without a run that are younger may be those of a writer at work."""
_AT_ONCE = 2_000


def tidy(store: Store, without_run: Sequence[int] = ()) -> None:
    """After a refresh: what is cheap to keep tidy.

    Args:
        without_run: the `run_row` of rows whose runs this writer itself replaced or did not write.
    """
    drop_rows(store, sorted({*without_run, *left_behind(store)}))
    for name in TABLES:
        table = delta_table(store.folder, name, store.options)
        if _small_files(table) >= _SMALL_FILES:
            with suppress(CommitFailedError):  # another writer compacted it, or deleted from it
                table.optimize.compact(writer_properties=RUNS_PROPERTIES if name == "runs" else PROPERTIES)
            table.create_checkpoint()
            table.vacuum(_KEEP_HOURS, dry_run=False, enforce_retention_duration=False)


def left_behind(store: Store, now: float | None = None) -> list[int]:
    """The `run_row` of rows without a run which a writer that died left; seconds of `now` as `time.time` gives them."""
    reader = store.reader()
    sums = reader.rows(
        "SELECT (SELECT coalesce(sum(request_rows), 0) + coalesce(sum(call_rows), 0) FROM stored_runs),"
        " (SELECT count(*) FROM stored_requests) + (SELECT count(*) FROM stored_calls)"
    )
    if sums[0][0] == sums[0][1]:
        return []
    found: set[int] = set()
    for name in ("requests", "calls"):
        old = _written_before(store.folder, name, store.options, (time.time() if now is None else now))
        if old:
            sql = (
                "SELECT DISTINCT run_row FROM read_parquet(?, union_by_name = true)"
                " ANTI JOIN stored_runs USING (run_row)"
            )
            found.update(row for (row,) in reader.rows(sql, [old]))
    return sorted(found)


def _written_before(folder: str, name: str, options: StorageOptions | None, now: float) -> list[str]:
    table = delta_table(folder, name, options)
    actions = table.get_add_actions(flatten=True)
    latest = (now - _UNFINISHED_SECONDS) * 1000
    return [
        f"{folder}/{name}/{path}"
        for path, written in zip(
            actions.column("path").to_pylist(), actions.column("modification_time").to_pylist(), strict=True
        )
        if written < latest
    ]


def drop_rows(store: Store, run_rows: Sequence[int]) -> None:
    """Delete rows of requests and calls."""
    for start in range(0, len(run_rows), _AT_ONCE):
        condition = f"run_row IN ({', '.join(map(str, run_rows[start : start + _AT_ONCE]))})"
        for name in ("requests", "calls"):
            table = delta_table(store.folder, name, store.options)
            with suppress(CommitFailedError):  # another writer may be doing the same; else a later refresh does it
                table.delete(condition, writer_properties=PROPERTIES)


def vacuum(store: Store, keep_hours: int, untracked: bool = False) -> list[str]:
    """Delete files that no longer count; their names.

    Args:
        keep_hours: how long they stay after they stopped counting.
        untracked: also those that never counted, of writers that died a day ago or more.
    """
    deleted: list[str] = []
    for name in TABLES:
        table = delta_table(store.folder, name, store.options)
        deleted += table.vacuum(keep_hours, dry_run=False, enforce_retention_duration=False)
        if untracked:
            deleted += table.vacuum(_UNTRACKED_HOURS, dry_run=False, enforce_retention_duration=False, full=True)
    return deleted


def _small_files(table: DeltaTable) -> int:
    sizes = table.get_add_actions(flatten=True).column("size_bytes").to_pylist()
    return sum(size < _SMALL_BYTES for size in sizes)
