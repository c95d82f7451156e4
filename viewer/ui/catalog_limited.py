"""The part of a catalog that one person may read: the same reading, but only that person's rows can be asked for."""

import time
from pathlib import Path

from viewer.access import Limits
from viewer.errors import RunFileError
from viewer.index.allowed import Allowed
from viewer.index.limited import limited_index
from viewer.index.reader import IndexReader
from viewer.index.rows import RunRow
from viewer.model.run import Run
from viewer.model.source import Source
from viewer.ui.catalog import SECONDS_BETWEEN_LOOKS, Catalog, Progress
from viewer.ui.catalog_changes import changes_of


class LimitedCatalog(Catalog):
    """Everything is checked here before the whole catalog, which keeps runs that were read, is asked."""

    def __init__(self, whole: Catalog, limits: Limits) -> None:
        """Reads nothing by itself.

        Args:
            whole: all runs under the paths.
            limits: what of them may be read.
        """
        self.whole = whole
        self.paths = tuple(f"{limits.root.rstrip('/')}/{one}" for one in limits.prefixes)
        self.cache = whole.cache
        self.read_as = whole.read_as
        self._limits = limits
        self._allowed = Allowed(limits)
        self._newer = {}
        self._known = {}
        self._known_of = None
        self._reader: IndexReader | None = None
        self._reader_of: IndexReader | None = None
        self._looked_at = time.monotonic()
        self._changes: tuple[str, ...] = ()
        self._sources_of: tuple[Source, ...] = ()
        self._sources_at = time.monotonic()
        self._sources: tuple[Source, ...] = ()

    def reader(self) -> IndexReader:
        """What is read so far of what may be read: queries find no other row."""
        whole = self.whole.reader()
        if self._reader is None or self._reader_of is not whole:
            self._reader, self._reader_of = limited_index(whole, self._allowed), whole
        elif whole.version != self._reader.version:
            self._reader.refresh()
        return self._reader

    def progress(self) -> Progress:
        """How far the reading is, counted in the sources that may be read."""
        now = self.whole.progress()
        total = len(self.sources())
        read = total if now.state == "done" else self._sources_read()
        trouble = None if now.trouble is None else "The paths could not be read to the end."
        return Progress(now.state, min(read, total), total, now.listed, trouble, now.stopping)

    def _sources_read(self) -> int:
        return int(self.reader().rows("SELECT count(DISTINCT source_id) FROM stored_runs")[0][0])

    def sources(self) -> tuple[Source, ...]:
        """Those found so far that may be read."""
        found = self.whole.sources()
        if found != self._sources_of or time.monotonic() - self._sources_at > SECONDS_BETWEEN_LOOKS:
            self._sources = self._allowed.sources(found)
            self._sources_of, self._sources_at = found, time.monotonic()
        return self._sources

    def rows_of_key(self, key: str) -> tuple[RunRow, ...]:
        """The runs with this key that may be read."""
        if key in self.whole.newer_keys():
            newer = self.whole.rows_of_key(key)
            return tuple(row for row in newer if self._limits.may_read(row.source, [row.uri]))
        return super().rows_of_key(key)

    def source(self, row: RunRow) -> Source:
        """The source of a row.

        Raises:
            RunFileError: the row is of another list, or may not be read.
        """
        found = self.whole.source(row)
        if not self._may_read(found):
            raise RunFileError("the address", NOT_FOUND)
        return found

    def run(self, row: RunRow, as_read: bool = False) -> Run:
        """The run of a row, from what is kept of runs read for others too, once it is clear that it may be read.

        Raises:
            RunFileError: its source is gone or changed, or may not be read.
        """
        self.source(row)
        return self.whole.run(row, as_read)

    def read_again(self, row: RunRow) -> bool:
        """Read the source of a row anew where it is not as it was.

        Raises:
            RunFileError: it is no longer there, or may not be read.
        """
        self.source(row)
        return self.whole.read_again(row)

    def reload(self) -> None:
        """Look through the paths again."""
        self.whole.reload()

    def stop(self) -> None:
        """Read no further source; the rows there are stay."""
        self.whole.stop()

    @property
    def index_folder(self) -> Path | None:
        """Where the index of the whole is kept; None: in memory."""
        return self.whole.index_folder

    def left_out(self) -> tuple[str, ...]:
        """Names of sources that may be read by their name alone, but are links to what may not."""
        self.reader()
        return self._allowed.left_out

    def changes(self) -> tuple[str, ...]:
        """What of it is not as it was when it was read; looked at every ten seconds."""
        if time.monotonic() - self._looked_at > SECONDS_BETWEEN_LOOKS:
            self._looked_at = time.monotonic()
            self._changes = changes_of(self.whole.paths, self.sources(), self._may_read)
        return self._changes

    def _may_read(self, source: Source) -> bool:
        return self._limits.may_read(source.name, [part.uri for part in source.parts])


NOT_FOUND = "names a run that is not under the given paths, nor uploaded in this session. Open one from the list"
"""The same sentence as for a run that is not there: nobody learns that there is one."""
