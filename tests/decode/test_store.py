"""SQLite stores: read from their bytes, tables only, and as far as they go."""

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from accounting import unaccounted
from conftest import SAMPLES

from viewer import load
from viewer.decode.decoder import decode
from viewer.decode.document import BadRecord
from viewer.decode.store import Store, bytes_of, store
from viewer.errors import RunFileError

STORES = ("goose/sessions.db", "hermes/state.db", "opencode/opencode.db", "cursor/state.vscdb")
STORES = (*STORES, "langgraph/checkpoints.sqlite")


def made(path: Path, fill: Callable[[sqlite3.Connection], object]) -> bytes:
    connection = sqlite3.connect(path)
    fill(connection)
    connection.commit()
    connection.close()
    return path.read_bytes()


def test_rows_are_objects_by_column_and_bytes_that_are_no_text_are_told_as_such(tmp_path: Path) -> None:
    def fill(connection: sqlite3.Connection) -> None:
        connection.execute('CREATE TABLE "a ""b" (n INTEGER, t TEXT, x BLOB)')
        connection.execute('INSERT INTO "a ""b" VALUES (7, \'ü\', ?), (NULL, ?, ?)', (b"\xff\x00", "", b"text"))

    found = decode(made(tmp_path / "s", fill), "s")
    assert isinstance(found, Store) and found.tables == {'a "b': ("n", "t", "x")}
    values = [row.value for row in found.rows('a "b') if not isinstance(row, BadRecord)]
    assert values == [{"n": 7, "t": "ü", "x": {"bytes": "ff00"}}, {"n": None, "t": "", "x": "text"}]
    assert bytes_of(values[0]["x"]) == b"\xff\x00" and bytes_of("ü") == "ü".encode()
    assert found.rows("other") == []


def test_views_virtual_tables_and_computed_columns_are_left_out(tmp_path: Path) -> None:
    def fill(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE t (a, b AS (hex(zeroblob(100000000))) VIRTUAL)")
        connection.execute("INSERT INTO t (a) VALUES (1)")
        connection.execute(
            "CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT * FROM n"
        )
        connection.execute("CREATE VIRTUAL TABLE f USING fts5(x)")

    found = store(made(tmp_path / "s", fill), "s")
    assert found.tables["t"] == ("a",) and not {"v", "f"} & found.tables.keys()
    assert [row.value for row in found.rows("t") if not isinstance(row, BadRecord)] == [{"a": 1}]


def test_a_store_in_write_ahead_mode_is_read_and_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    writer = sqlite3.connect(path)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("CREATE TABLE t (a)")
    writer.execute("INSERT INTO t VALUES (1)")
    writer.commit()
    writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    writer.execute("INSERT INTO t VALUES (2)")
    writer.commit()
    before = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
    assert len(store(path.read_bytes(), "s").rows("t")) == 1
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == before
    writer.close()


def test_what_is_whole_of_a_cut_store_is_read_and_its_end_is_said_to_be_missing(tmp_path: Path) -> None:
    def fill(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE t (a)")
        connection.executemany("INSERT INTO t VALUES (?)", [(f"{n:04}" * 100,) for n in range(200)])

    whole = made(tmp_path / "s", fill)
    found = store(whole[: len(whole) // 2], "s")
    rows = found.rows("t")
    assert "the store stops at byte" in found.notes[0]
    assert 10 < len(rows) < 200 and isinstance(rows[-1], BadRecord) and "damaged in table t" in rows[-1].reason


def test_a_store_that_is_none_is_refused_with_a_sentence() -> None:
    with pytest.raises(RunFileError, match="is a damaged SQLite store"):
        store(b"SQLite format 3\x00" + bytes(200), "s")


@pytest.mark.parametrize("name", STORES)
def test_a_damaged_store_is_read_or_refused_and_its_records_are_accounted_for(name: str, tmp_path: Path) -> None:
    whole = (SAMPLES / name).read_bytes()
    chance = random.Random(name)
    path = tmp_path / Path(name).name
    read = 0
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 8)):
            data[chance.randrange(100, len(data))] = chance.randrange(256)
        path.write_bytes(data)
        (source,) = load.sources([path])
        try:
            runs = load.runs(source)
        except RunFileError as error:
            assert str(error)
        else:
            read += 1
            assert unaccounted(runs) == []
    assert read > 10
