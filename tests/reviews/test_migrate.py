"""A store is brought to this version with a backup, by one process at a time, and never backwards."""

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect

from viewer.errors import RunFileError
from viewer.reviews.engine import open_store
from viewer.reviews.migrate import MIGRATIONS, migrate

SECOND = '''
"""Version 0002."""
import sqlalchemy as sa
from alembic import op
revision = "0002"
down_revision = "0001"
def upgrade():
    op.add_column("notes", sa.Column("more", sa.Text()))
'''


def newer(tmp_path: Path) -> Path:
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder)
    (folder / "versions" / "second.py").write_text(SECOND, encoding="utf-8")
    return folder


def test_an_upgrade_makes_a_backup_that_holds_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "reviews.db"
    engine = open_store(f"sqlite:///{path}")
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO queues VALUES ('1', 'mine', 'by hand', 'ann', 'now')")
    migrate(engine, newer(tmp_path))
    assert "more" in {column["name"] for column in inspect(engine).get_columns("notes")}
    (backup,) = tmp_path.glob("reviews.db.version-0001-*.backup")
    with sqlite3.connect(backup) as connection:
        assert connection.execute("SELECT name FROM queues").fetchall() == [("mine",)]
        assert "more" not in str(connection.execute("SELECT sql FROM sqlite_master").fetchall())


def test_tables_of_a_newer_program_are_refused_in_a_sentence(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'reviews.db'}"
    migrate(open_store(url), newer(tmp_path))
    with pytest.raises(RunFileError, match="has tables of version 0002, this program knows up to 0001: use a newer"):
        open_store(url)


def test_processes_that_start_together_make_the_tables_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'reviews.db'}"
    code = f"from viewer.reviews.engine import open_store; open_store({url!r})"
    started = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(3)]
    assert [one.wait(60) for one in started] == [0, 0, 0]
    assert "notes" in inspect(create_engine(url)).get_table_names()
