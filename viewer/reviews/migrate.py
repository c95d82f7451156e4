"""Brings a store to the tables of this version: with a backup first, one process at a time."""

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from viewer.errors import RunFileError

MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 7_204_471
"""Any number, the same in every process: PostgreSQL's lock for those that bring the tables up."""


def migrate(engine: Engine, folder: Path = MIGRATIONS) -> None:
    """Create or upgrade the tables.

    Raises:
        RunFileError: a newer program wrote them.
    """
    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    with engine.connect() as connection:
        if _is_current(connection, scripts):
            return
    with engine.execution_options(writes=True).connect() as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        if _is_current(connection, scripts):  # another process was quicker
            return
        found = MigrationContext.configure(connection).get_current_revision()
        if found is not None:
            _back_up(connection, found)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _is_current(connection: Connection, scripts: ScriptDirectory) -> bool:
    found = MigrationContext.configure(connection).get_current_revision()
    known = [script.revision for script in scripts.walk_revisions()]
    if found is not None and found not in known:
        place = connection.engine.url.render_as_string(hide_password=True)
        raise RunFileError(
            place, f"has tables of version {found}, this program knows up to {known[0]}: use a newer program"
        )
    return found is not None and found == scripts.get_current_head()


def _back_up(connection: Connection, version: str) -> None:
    """Copy a SQLite file beside itself; of other databases the administrator has backups."""
    name = connection.engine.url.database
    if connection.dialect.name != "sqlite" or not name or name == ":memory:":
        return
    at = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    copy = Path(f"{name}.version-{version}-{at}.backup")
    # A connection of its own reads what is committed; ours has the lock, so that nobody writes meanwhile.
    source = sqlite3.connect(name)
    try:
        target = sqlite3.connect(copy)
        try:
            source.backup(target)
        finally:
            target.close()
    finally:
        source.close()
