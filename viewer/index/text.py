"""Full text over runs: SQLite FTS5 beside the index, a document a message, without a copy of the text itself.

Measured on 44,000 messages of 31 MB against tantivy: built in 0.55 s to 0.69 s, answers in 2 ms to 8 ms, 12 MB to
10 MB. FTS5 comes with Python, and a reader and a writer in two processes do each other no harm.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from viewer.errors import RunFileError
from viewer.index.text_of_message import message_text
from viewer.model.hashes import run_key
from viewer.model.run import Run, walk
from viewer.model.source import Source

FILE = "text.db"
_VERSION = 1
_MOST_STALE = 0.3
"""Share of documents of sources that changed or went away; beyond it the index is built anew."""
_MOST_KEYS = 1_000_000
_TABLES = f"""
CREATE VIRTUAL TABLE words USING fts5(text, content='', tokenize='unicode61 remove_diacritics 2');
CREATE TABLE message (id INTEGER PRIMARY KEY, key TEXT NOT NULL, message_index INTEGER NOT NULL);
CREATE TABLE source (place TEXT PRIMARY KEY, version TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL);
PRAGMA user_version = {_VERSION};
"""


@dataclass(frozen=True)
class TextHit:
    """A message that holds the words."""

    key: str
    """Of its run."""
    message_index: int


class TextIndex:
    """The full text of the runs of some sources."""

    def __init__(self, folder: Path) -> None:
        """Open it, or make it.

        Raises:
            RunFileError: it cannot be written.
        """
        self._path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with self._open() as connection:
                if connection.execute("PRAGMA user_version").fetchone()[0] != _VERSION:
                    self._make_anew(connection)
        except (OSError, sqlite3.Error) as error:
            raise RunFileError(str(self._path), f"cannot hold the full text ({error})") from error

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=30)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            yield connection

    def _make_anew(self, connection: sqlite3.Connection) -> None:
        for name in ("words", "message", "source"):
            connection.execute(f"DROP TABLE IF EXISTS {name}")
        connection.executescript(_TABLES)
        connection.commit()

    def versions(self) -> dict[str, str]:
        """The version of each source that is in it, by its place."""
        with self._open() as connection:
            return dict(connection.execute("SELECT place, version FROM source").fetchall())

    def add(self, sources: Iterable[tuple[Source, tuple[Run, ...]]]) -> None:
        """Add the runs of sources in one transaction, in place of older versions; without runs, as read and empty."""
        with self._open() as connection, connection:
            (number,) = connection.execute("SELECT coalesce(max(last), 0) FROM source").fetchone()
            for source, runs in sources:
                first = number + 1
                self._remove(connection, place(source))
                for run in (one for root in runs for one in walk(root)):
                    key = run_key(run)
                    for message in run.messages:
                        number += 1
                        connection.execute("INSERT INTO message VALUES (?, ?, ?)", (number, key, message.index))
                        connection.execute(
                            "INSERT INTO words (rowid, text) VALUES (?, ?)", (number, message_text(message))
                        )
                connection.execute(
                    "INSERT INTO source VALUES (?, ?, ?, ?)", (place(source), source.version, first, number)
                )

    def keep_only(self, places: set[str]) -> None:
        """Forget sources that are not among these; where too much of it is stale, all, so that it is built anew."""
        with self._open() as connection:
            with connection:
                for gone in set(self.versions()) - places:
                    self._remove(connection, gone)
            (live,) = connection.execute("SELECT count(*) FROM message").fetchone()
            (last,) = connection.execute("SELECT coalesce(max(last), 0) FROM source").fetchone()
            if last and live < last * (1 - _MOST_STALE):
                self._make_anew(connection)

    def _remove(self, connection: sqlite3.Connection, gone: str) -> None:
        # Without the text FTS5 cannot take its words out again: they stay until it is built anew, and lead nowhere.
        found = connection.execute("SELECT first, last FROM source WHERE place = ?", (gone,)).fetchone()
        if found is not None:
            connection.execute("DELETE FROM message WHERE id BETWEEN ? AND ?", found)
            connection.execute("DELETE FROM source WHERE place = ?", (gone,))

    def forget(self) -> None:
        """Remove it all, words included; it is built anew when it is next asked."""
        for suffix in ("", "-wal", "-shm"):
            self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)

    def keys(self, words: str) -> list[str]:
        """The keys of the runs that have a message with these words beside each other."""
        query = phrase(words)
        if query is None:
            return []
        with self._open() as connection:
            found = connection.execute(
                "SELECT DISTINCT key FROM message WHERE id IN (SELECT rowid FROM words WHERE words MATCH ?) LIMIT ?",
                (query, _MOST_KEYS),
            ).fetchall()
        return [key for (key,) in found]

    def hits(self, words: str, keys: list[str], most: int = 20) -> list[TextHit]:
        """Messages of these runs that hold the words, in the order of the keys, one a run first."""
        query = phrase(words)
        if query is None or not keys:
            return []
        marks = ", ".join("?" * len(keys))
        with self._open() as connection:
            found = connection.execute(
                f"SELECT key, min(message_index) FROM message WHERE key IN ({marks}) "
                "AND id IN (SELECT rowid FROM words WHERE words MATCH ?) GROUP BY key",
                (*keys, query),
            ).fetchall()
        by_key = {key: TextHit(key, index) for key, index in found}
        return [by_key[key] for key in keys if key in by_key][:most]


def place(source: Source) -> str:
    """What names a source here, whatever its version."""
    text = f"{source.uri}\0{source.parts[0].member or ''}"
    return text.encode("utf-8", "backslashreplace").decode()


def phrase(words: str) -> str | None:
    """The words as one phrase of FTS5, whatever they hold; the last may go on. None: there is no word in them."""
    shown = words.encode("utf-8", "replace").decode().replace("\0", " ")
    if not any(one.isalnum() for one in shown):
        return None
    escaped = shown.replace('"', '""')
    return f'"{escaped}" *' if shown[-1:].isalnum() else f'"{escaped}"'
