"""The store: what is committed is whole, also when others write at the same time."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest
from deltalake import DeltaTable
from stored_runs import COUNTS, write_run, write_runs

from viewer import load
from viewer.index.batch import Batch
from viewer.index.extract import extract_all, source_id
from viewer.index.reader import IndexVersionError
from viewer.index.store import Store
from viewer.model.source import Source


def _batch(sources: list[Source]) -> Batch:
    return Batch([extract_all(sources)])


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    sources = list(load.sources([write_runs(tmp_path / "runs", 5)]))
    store = Store(str(tmp_path / "index"))
    assert store.write(_batch(sources)) == []
    assert store.reader().rows(COUNTS) == [(5, 15, 10)]


def test_two_writers_of_one_source_leave_it_once(tmp_path: Path) -> None:
    sources = list(load.sources([write_runs(tmp_path / "runs", 4)]))
    first, second = Store(str(tmp_path / "index")), Store(str(tmp_path / "index"))
    assert first.write(_batch(sources[:3])) == []
    left = second.write(_batch(sources))  # it has not heard of the first one's commit
    assert len(left) == 3
    assert second.reader().rows(COUNTS) == [(4, 10, 6)]
    assert second.reader().rows("SELECT count(*) FROM stored_requests") == [(16,)]


def test_a_changed_source_is_replaced_in_one_commit(tmp_path: Path) -> None:
    sources = list(load.sources([write_runs(tmp_path / "runs", 3)]))
    store = Store(str(tmp_path / "index"))
    store.write(_batch(sources))
    before = store.reader().version.runs
    write_run(tmp_path / "runs/run-000.json", 7)
    gone = store.write(_batch(sources[:1]), [source_id(sources[0])])
    assert len(gone) == 1
    assert store.reader().rows(COUNTS) == [(3, 13, 10)]
    assert store.reader().version.runs == before + 1


def test_two_writers_that_replace_one_source_leave_it_once(tmp_path: Path) -> None:
    sources = list(load.sources([write_runs(tmp_path / "runs", 3)]))
    first, second = Store(str(tmp_path / "index")), Store(str(tmp_path / "index"))
    first.write(_batch(sources))
    places = [source_id(source) for source in sources]
    assert len(first.write(_batch(sources), places)) == 3
    assert len(second.write(_batch(sources), places)) == 3
    assert second.reader().rows(COUNTS) == [(3, 6, 3)]


def test_sources_and_single_runs_can_be_taken_out(tmp_path: Path) -> None:
    sources = list(load.sources([write_runs(tmp_path / "runs", 3)]))
    store = Store(str(tmp_path / "index"))
    store.write(_batch(sources))
    assert len(store.remove([source_id(sources[0])])) == 1
    assert store.reader().rows("SELECT count(*) FROM runs") == [(2,)]
    store.remove_rows([row for (row,) in store.reader().rows("SELECT run_row FROM runs LIMIT 1")])
    assert store.reader().rows("SELECT count(*) FROM runs") == [(1,)]
    assert store.remove([]) == []


def test_no_text_of_a_run_stands_in_the_log(tmp_path: Path) -> None:
    write_run(tmp_path / "runs/a.json", 3, "very_secret_tool")
    store = Store(str(tmp_path / "index"))
    store.write(_batch(list(load.sources([tmp_path / "runs"]))))
    logs = [path.read_text(encoding="utf-8") for path in (tmp_path / "index").rglob("_delta_log/*.json")]
    assert len(logs) == 6
    assert not any("very_secret_tool" in log for log in logs)


def test_tables_of_another_version_are_refused(tmp_path: Path) -> None:
    Store(str(tmp_path))
    DeltaTable(str(tmp_path / "runs")).alter.set_table_description("trajectory-viewer runs, table version 99")
    with pytest.raises(IndexVersionError, match="--rebuild"):
        Store(str(tmp_path))


def test_calls_stand_by_tool_so_that_whole_blocks_of_others_are_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "runs"
    for number, tool in enumerate(("zip", "apply", "merge", "apply")):
        write_run(folder / f"run-{number}.json", 3, tool)
    Store(str(tmp_path / "index")).write(_batch(list(load.sources([folder]))))
    tools = pq.read_table(next((tmp_path / "index" / "calls").glob("*.parquet"))).column("tool").to_pylist()
    assert len(set(tools)) == 3
    assert tools == sorted(tools)
