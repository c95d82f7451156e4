"""Compares an index with what it was made of: what a refresh does not look for."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from viewer import load
from viewer.index.extract import source_id
from viewer.index.plan import absolute, plan
from viewer.index.store import Store
from viewer.index.tidy import drop_rows, left_behind, vacuum
from viewer.index.unchanged import forget_looks


@dataclass
class Audit:
    """What is not as it should be."""

    runs: int = 0
    unreadable: int = 0
    new: list[str] = field(default_factory=list)
    """Sources under the paths that no refresh has read."""
    changed: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    """Sources in the index that are no longer there."""
    incomplete: list[str] = field(default_factory=list)
    """Runs whose requests or calls are not all there."""
    twice: list[str] = field(default_factory=list)
    """Sources that stand in the index in two versions."""
    without_run: int = 0
    """Rows that a writer which died left; no reader sees them."""
    repaired: bool = False


def audit(store: Store, paths: Sequence[str | Path] = (), repair: bool = False) -> Audit:
    """Look at every source, and at every row.

    Args:
        store: the index.
        paths: where to look for new and changed sources.
        repair: take out what is gone, incomplete or without a run, and files that never counted. New and changed
            sources are for a refresh to read.

    Raises:
        RunFileError: a path does not exist.
    """
    reader = store.reader()
    made = Audit()
    ((made.runs, made.unreadable),) = reader.rows(
        "SELECT count(*) FILTER (reason IS NULL), count(*) FILTER (reason IS NOT NULL) FROM stored_runs"
    )
    sources = [absolute(source) for source in load.sources(paths)]
    found = plan(reader, sources)
    made.new = [source.uri for source in found.new]
    made.changed = [source.uri for source in found.changed]
    listed = set(map(source_id, sources))
    held = reader.rows("SELECT DISTINCT source_id, uri FROM stored_runs ORDER BY uri")
    gone = [(place, uri) for place, uri in held if place not in listed and "://" not in uri and not os.path.exists(uri)]
    made.gone = [uri for _, uri in gone]
    broken = reader.rows(
        "SELECT source_id, uri FROM stored_runs"
        " LEFT JOIN (SELECT run_row, count(*) AS rows FROM stored_requests GROUP BY run_row) q USING (run_row)"
        " LEFT JOIN (SELECT run_row, count(*) AS rows FROM stored_calls GROUP BY run_row) c USING (run_row)"
        " WHERE coalesce(request_rows, 0) <> coalesce(q.rows, 0) OR coalesce(call_rows, 0) <> coalesce(c.rows, 0)"
        " ORDER BY uri"
    )
    made.incomplete = [uri for _, uri in broken]
    twice = reader.rows(
        "SELECT source_id, min(uri) FROM stored_runs GROUP BY source_id"
        " HAVING count(DISTINCT (version, parser)) > 1 ORDER BY 2"
    )
    made.twice = [uri for _, uri in twice]
    left = left_behind(store)
    made.without_run = len(left)
    if repair:
        bad = sorted({place for place, _ in (*gone, *broken, *twice)})
        drop_rows(store, [*left, *store.remove(bad)])
        vacuum(store, 1, untracked=True)
        forget_looks(store.folder)
        made.repaired = True
    return made
