"""The reader: three views of what is committed, torn writes left out, and no way to anything else."""

from pathlib import Path

import duckdb
import pytest
from conftest import SAMPLES
from deltalake import DeltaTable, write_deltalake

from viewer import load
from viewer.errors import RunFileError
from viewer.index.extract import Extracted, extract_all
from viewer.index.reader import IndexVersionError, index_of_tables, open_index
from viewer.index.tables import SCHEMAS, TABLES, description

COUNTS = "SELECT (SELECT count(*) FROM runs), (SELECT count(*) FROM requests), (SELECT count(*) FROM calls)"


@pytest.fixture(scope="module")
def made() -> Extracted:
    return extract_all(list(load.sources([SAMPLES / "refund", SAMPLES / "wrong_account"])))


def _empty(folder: Path) -> Path:
    for name in TABLES:
        DeltaTable.create(str(folder / name), schema=SCHEMAS[name], name=name, description=description(name))
    return folder


def _sizes(made: Extracted) -> tuple[int, int, int]:
    return made.runs.num_rows, made.requests.num_rows, made.calls.num_rows


def test_an_empty_index_has_the_views_without_rows(tmp_path: Path) -> None:
    with open_index(_empty(tmp_path)) as index:
        assert index.rows(COUNTS) == [(0, 0, 0)]
        assert index.table("SELECT * FROM calls").schema.names == SCHEMAS["calls"].names


def test_a_write_without_its_runs_is_invisible(tmp_path: Path, made: Extracted) -> None:
    _empty(tmp_path)
    with open_index(tmp_path) as index:
        write_deltalake(tmp_path / "requests", made.requests, mode="append")
        write_deltalake(tmp_path / "calls", made.calls, mode="append")
        assert index.refresh()
        assert index.rows(COUNTS) == [(0, 0, 0)]
        write_deltalake(tmp_path / "runs", made.runs, mode="append")
        assert index.rows(COUNTS) == [(0, 0, 0)], "what is open stays as it is until it is refreshed"
        assert index.refresh()
        assert index.rows(COUNTS) == [_sizes(made)]
        assert not index.refresh()


@pytest.mark.parametrize("name", ["two words", "it's"])
def test_a_folder_may_have_an_odd_name(tmp_path: Path, made: Extracted, name: str) -> None:
    folder = _empty(tmp_path / name)
    for table in TABLES:
        write_deltalake(str(folder / table), getattr(made, table), mode="append")
    with open_index(folder) as index:
        assert index.rows(COUNTS) == [_sizes(made)]


def test_a_name_that_no_index_can_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="choose another folder"):
        open_index(tmp_path / "old [1]")


def test_tables_in_memory_read_the_same(made: Extracted) -> None:
    with index_of_tables(made.runs, made.requests, made.calls) as index:
        assert index.rows(COUNTS) == [_sizes(made)]
        assert index.rows("SELECT count(*) FROM unreadable") == [(0,)]
        found = index.rows(
            "SELECT DISTINCT tool FROM calls WHERE argument_numbers['amount_cents'] > ? AND tool = ?",
            [5000, "issue_refund"],
        )
        assert found == [("issue_refund",)]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_csv('/etc/passwd')",
        "COPY (SELECT 1) TO '/tmp/written.csv'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        "SELECT * FROM read_text('{outside}')",
    ],
)
def test_the_connection_reaches_nothing_but_the_index(tmp_path: Path, sql: str) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("x", encoding="utf-8")
    with open_index(_empty(tmp_path / "index")) as index, pytest.raises(duckdb.Error):
        index.rows(sql.replace("{outside}", str(outside)))


def test_a_folder_without_an_index_and_one_of_another_version_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="holds no index"):
        open_index(tmp_path)
    _empty(tmp_path)
    DeltaTable(str(tmp_path / "calls")).alter.set_table_description("trajectory-viewer calls, table version 99")
    with pytest.raises(IndexVersionError, match=r"version 99.*--rebuild"):
        open_index(tmp_path)
