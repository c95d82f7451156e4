"""Tidying: rows without a run go once nobody can be writing them, small files become few."""

import time
from pathlib import Path

from deltalake import DeltaTable, write_deltalake
from stored_runs import COUNTS, write_runs

from viewer import load
from viewer.index.batch import Batch
from viewer.index.extract import extract_all
from viewer.index.store import Store
from viewer.index.tidy import drop_rows, left_behind, tidy, vacuum

HOUR = 3600


def _half_written(tmp_path: Path) -> Store:
    """An index with a run, and the rows of two that their writer never finished."""
    sources = list(load.sources([write_runs(tmp_path / "runs", 3)]))
    store = Store(str(tmp_path / "index"))
    store.write(Batch([extract_all(sources[:1])]))
    torn = Batch([extract_all(sources[1:])]).tables()
    write_deltalake(f"{store.folder}/requests", torn.requests, mode="append")
    write_deltalake(f"{store.folder}/calls", torn.calls, mode="append")
    return store


def test_rows_of_a_writer_at_work_stay(tmp_path: Path) -> None:
    store = _half_written(tmp_path)
    assert left_behind(store) == []
    assert store.reader().rows(COUNTS) == [(1, 1, 0)]


def test_rows_that_a_dead_writer_left_go(tmp_path: Path) -> None:
    store = _half_written(tmp_path)
    left = left_behind(store, time.time() + HOUR)
    assert len(left) == 2
    drop_rows(store, left)
    assert store.reader().rows("SELECT count(*) FROM stored_requests") == [(1,)]
    assert left_behind(store, time.time() + HOUR) == []


def test_many_small_files_become_one(tmp_path: Path) -> None:
    sources = list(load.sources([write_runs(tmp_path / "runs", 17)]))
    store = Store(str(tmp_path / "index"))
    for source in sources:
        store.write(Batch([extract_all([source])]))
    before = store.reader().rows(COUNTS)
    tidy(store)
    assert len(DeltaTable(f"{store.folder}/runs").file_uris()) == 1
    assert store.reader().rows(COUNTS) == before


def test_files_that_no_longer_count_are_deleted_after_their_time(tmp_path: Path) -> None:
    sources = list(load.sources([write_runs(tmp_path / "runs", 3)]))
    store = Store(str(tmp_path / "index"))
    store.write(Batch([extract_all(sources)]))
    store.remove_rows([row for (row,) in store.reader().rows("SELECT run_row FROM runs LIMIT 1")])
    assert vacuum(store, 1) == []
    assert len(vacuum(store, 0)) == 1
    assert store.reader().rows("SELECT count(*) FROM runs") == [(2,)]
