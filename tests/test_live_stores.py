"""A store that is being written."""

import sqlite3
from pathlib import Path

from conftest import SAMPLES

from viewer import load


def test_what_stands_in_the_write_ahead_file_is_said_not_to_be_read(tmp_path: Path) -> None:
    path = tmp_path / "sessions.db"
    path.write_bytes((SAMPLES / "goose/sessions.db").read_bytes())
    writer = sqlite3.connect(path)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute(
        "INSERT INTO messages (session_id, role, content_json, created_timestamp) VALUES ('s', 'user', '', 1)"
    )
    writer.commit()
    (source,) = load.sources([tmp_path])
    runs = load.runs(source)
    size = (tmp_path / "sessions.db-wal").stat().st_size
    assert any(f"sessions.db-wal, {size:,} bytes, are not read" in note for note in runs[0].notes)
    writer.close()
    assert not any("-wal" in note for run in load.runs(load.as_it_is_now(source)) for note in run.notes)
