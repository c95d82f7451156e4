"""Sessions of a store in two tables."""

import sqlite3
from pathlib import Path

from viewer.decode.store import store
from viewer.formats.shapes.store_sessions import stored_sessions, without_empty


def test_messages_that_alternate_in_the_table_are_told_apart_and_those_of_no_session_come_last(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "s")
    connection.execute("CREATE TABLE sessions (id TEXT, name TEXT)")
    connection.execute("CREATE TABLE messages (session_id TEXT, n INTEGER)")
    connection.executemany("INSERT INTO sessions VALUES (?, ?)", [("a", None), ("b", "B")])
    connection.executemany("INSERT INTO messages VALUES (?, ?)", [("x", 1), ("b", 2), ("a", 3), ("b", 4)])
    connection.commit()
    connection.close()
    found = list(stored_sessions(store((tmp_path / "s").read_bytes(), "s"), "sessions", "messages"))
    assert [(one.id, one.head, one.array.first, [record.number for record in one.records]) for one in found] == [
        ("a", {"id": "a"}, 1, [1]),
        ("b", {"id": "b", "name": "B"}, 2, [2, 3]),
        ("x", {}, 4, [4]),
    ]


def test_only_what_holds_nothing_is_left_out_of_a_row() -> None:
    assert without_empty({"a": None, "b": 0, "c": ""}) == {"b": 0, "c": ""}
