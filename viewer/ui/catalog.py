"""The runs under the given paths, read by a thread while the pages are already shown."""

import os
import threading
import time
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path

from viewer import load
from viewer.errors import RunFileError
from viewer.index import query
from viewer.index.cache_place import index_folder
from viewer.index.extract import rows_of_runs
from viewer.index.filter_line.comparison import EVERY_RUN
from viewer.index.reader import IndexReader, IndexVersion
from viewer.index.rows import RunRow, UnreadableRow
from viewer.index.stored_rows import SOURCE_COLUMNS, run_rows, source_of
from viewer.model.hashes import run_key
from viewer.model.run import Run, walk
from viewer.model.source import Source
from viewer.ui.catalog_changes import changes_of
from viewer.ui.catalog_listing import Listing
from viewer.ui.catalog_reading import (
    MemoryReading,
    Reading,
    State,
    StoredReading,
    is_little,
    seed,
)
from viewer.ui.run_cache import RunCache

SECONDS_BETWEEN_LOOKS = 10.0
"""Looking for changes asks for the date of every file."""
_MOST_ROWS = 1_000
_MOST_KNOWN = 4_096
_AGAIN = threading.Lock()
"""Two sessions that follow one run read it once."""


@dataclass(frozen=True)
class Progress:
    """How far the reading is."""

    state: State
    read: int
    """Sources read, readable or not."""
    total: int
    """Sources found so far."""
    listed: bool
    """True: all folders were looked through, so `total` is final."""
    trouble: str | None
    """Why the paths could not be read to the end."""
    stopping: bool = False
    """True: the source being read is the last."""


@dataclass(frozen=True)
class _Place:
    """Where a run is read from."""

    source: Source
    read_as: str | None
    """The format that was chosen among several."""


class Catalog:
    """All runs under the paths, as an index that grows while `progress().state` is `reading`."""

    def __init__(
        self,
        paths: tuple[str, ...],
        cache: RunCache,
        read_as: tuple[str, ...] = (),
        like: "Catalog | None" = None,
        in_memory: bool = False,
    ) -> None:
        """Start reading.

        Args:
            paths: files and folders.
            cache: keeps runs that were read whole.
            read_as: formats to prefer where several recognise a source equally well.
            like: a catalog of the same paths, whose readable sources need not be read again.
            in_memory: nothing is written to the user's cache, however much there is.
        """
        self.paths = paths
        self.cache = cache
        self.read_as = read_as
        self._in_memory = in_memory
        self._newer: dict[str, tuple[RunRow, _Place]] = {}
        """By key: runs that were read anew, where the index follows with the next pass."""
        self._rows_made: dict[str, float] = {}
        """By the source's place: when the rows of its runs were last made anew, as they grew."""
        self._known: dict[str, tuple[RunRow, ...]] = {}
        """By key, of the state of the index that was asked last."""
        self._known_of: tuple[IndexReader, IndexVersion] | None = None
        self._reading: Reading = Listing(None)
        self._start(None if like is None else like._reading, again=False)

    def _start(self, before: Reading | None, again: bool) -> None:
        listing = Listing(before)
        self._reading = listing
        threading.Thread(target=self._read, args=(listing, before, again), name="catalog", daemon=True).start()

    def _read(self, listing: Listing, before: Reading | None, again: bool) -> None:
        """The thread: list, then read. It calls nothing of streamlit."""
        listing.paths = self.paths
        listing.run()
        if listing.state != "reading" or self._reading is not listing:
            return
        reading = self._pass(listing.sources, before, again)
        if listing.stopping:
            reading.stop()
        self._reading = reading
        reading.run()

    def _pass(self, sources: list[Source], before: Reading | None, again: bool) -> Reading:
        if self._in_memory or is_little(sources):
            known = before.known() if isinstance(before, MemoryReading) else {}
            return MemoryReading(sources, self.read_as, self.cache, known)
        folder = index_folder(self.paths, self.read_as)
        if self.read_as and isinstance(before, StoredReading) and before.state == "done":
            seed(folder, index_folder(self.paths))
            again = True
        jobs = max(1, min(4, (os.cpu_count() or 2) - 1))
        return StoredReading(self.paths, self.read_as, folder, again, jobs, sources)

    def reload(self) -> None:
        """Look through the paths again; what did not change is not read again."""
        before = self._reading
        before.stop()
        self._newer = {}
        self._start(before, again=True)

    def stop(self) -> None:
        """Read no further source; the rows there are stay."""
        self._reading.stop()

    def progress(self) -> Progress:
        """How far the reading is."""
        now = self._reading
        return Progress(now.state, now.read, len(now.sources), now.listed, now.trouble, now.stopping)

    def reader(self) -> IndexReader:
        """What is read so far, to be asked by queries."""
        return self._reading.reader()

    @property
    def index_folder(self) -> Path | None:
        """Where its index is kept; None: in memory."""
        return self._reading.folder

    def sources(self) -> tuple[Source, ...]:
        """The sources found so far."""
        return tuple(self._reading.sources)

    def rows(self) -> tuple[RunRow, ...]:
        """The first runs in the order of their sources, sub-runs after their parents."""
        return tuple(one.row for one in self.page_of_all(_MOST_ROWS))

    def page_of_all(self, size: int) -> tuple[query.IndexedRun, ...]:
        """The first runs in the order of their sources."""
        return query.page(self.reader(), EVERY_RUN, query.SORTS[query.FILE_ORDER], size, whole=True).runs

    def unreadable(self) -> tuple[UnreadableRow, ...]:
        """Sources that hold no readable run, read so far; the first thousand."""
        return tuple(query.unreadable(self.reader()))

    def rows_of_key(self, key: str) -> tuple[RunRow, ...]:
        """The runs with this key: one, or several where two given folders hold files of the same name."""
        if key in self._newer:
            return (self._newer[key][0],)
        reader = self.reader()
        state = (reader, reader.version)
        if state != self._known_of or len(self._known) > _MOST_KNOWN:
            self._known_of, self._known = state, {}
        known = self._known
        if key not in known:
            known[key] = tuple(one.row for one in query.runs_of_key(reader, key))
        return known[key]

    def rows_of_identifier(self, identifier: str) -> tuple[RunRow, ...]:
        """The runs that hold this as their id, as an attribute, or as the id of a call."""
        return tuple(one.row for one in query.runs_of_identifier(self.reader(), identifier))

    def source(self, row: RunRow) -> Source:
        """The source of a row.

        Raises:
            RunFileError: the row is of another list.
        """
        return self._place(row).source

    def _place(self, row: RunRow) -> _Place:
        if row.key in self._newer and self._newer[row.key][0].uri == row.uri:
            return self._newer[row.key][1]
        columns = (*SOURCE_COLUMNS, "read_as")
        found = self.reader().rows(
            f"SELECT {', '.join(columns)} FROM runs WHERE key = ? AND uri = ? LIMIT 1", [row.key, row.uri]
        )
        if not found:
            raise RunFileError(row.source, "no longer holds this run: reload the list")
        values = dict(zip(columns, found[0], strict=True))
        return _Place(source_of(values), values["read_as"])

    def run(self, row: RunRow, as_read: bool = False) -> Run:
        """The run of a row.

        Args:
            row: as this catalog gave it.
            as_read: as it was read, where that is still kept, whatever the file holds now.

        Raises:
            RunFileError: its source is gone, or is not as it was when the row was read.
        """
        place = self._place(row)
        is_kept = as_read and self.cache.kept(place.source, place.read_as) is not None
        if not is_kept and load.as_it_is_now(place.source).version != place.source.version:
            raise RunFileError(place.source.name, "changed after it was read: reload the list")
        return self._found(row, place)

    def _found(self, row: RunRow, place: _Place) -> Run:
        for root in self.cache.runs(place.source, place.read_as):
            for run in walk(root):
                if run.run_id == row.run_id:
                    return run
        raise RunFileError(place.source.name, "no longer holds this run: reload the list")

    def read_again(self, row: RunRow) -> bool:
        """Read the source of a row anew where it is not as it was; one that is unreadable now stays as it was read.

        Returns:
            Whether it was read.

        Raises:
            RunFileError: it is no longer there.
        """
        before = self.source(row)
        if self._reading.state == "reading" or load.as_it_is_now(before).version == before.version:
            return False
        with _AGAIN:
            place = self._place(row)
            now = load.as_it_is_now(place.source)
            if now.version == place.source.version:
                return False
            self._replace(now, place.read_as)
            return True

    def _replace(self, source: Source, read_as: str | None) -> None:
        try:
            runs = self.cache.runs_read_on(source, read_as)
        except RunFileError:
            return
        place = _Place(runs[0].source, read_as)
        if self._has_fresh_rows(runs):
            rows = [self.rows_of_key(run_key(run))[0] for root in runs for run in walk(root)]
            self._newer |= {row.key: (row, place) for row in rows}
            return
        self._rows_made[source.uri] = time.monotonic()
        made = rows_of_runs(runs, read_as)
        if self._reading.replace(runs[0].source, made):
            for row in run_rows(made.runs):
                self._newer.pop(row.key, None)
        else:
            self._newer |= {one.key: (one, place) for one in run_rows(made.runs)}

    def _has_fresh_rows(self, runs: tuple[Run, ...]) -> bool:
        """Whether rows of all these runs were made a moment ago: for a run that grows they are not made each time."""
        made = self._rows_made.get(runs[0].source.uri)
        if made is None or time.monotonic() - made > SECONDS_BETWEEN_LOOKS:
            return False
        return all(len(self.rows_of_key(run_key(run))) == 1 for root in runs for run in walk(root))

    def changes(self) -> tuple[str, ...]:
        """What is not as it was when it was read, in words ("2 files changed"); looked at every ten seconds."""
        now = self._reading
        if time.monotonic() - now.looked_at > SECONDS_BETWEEN_LOOKS:
            now.looked_at = time.monotonic()
            now.changes = changes_of(self.paths, now.sources)
        return now.changes

    def newer_keys(self) -> Container[str]:
        """Keys of the runs that were read anew since the index was brought up to date."""
        return self._newer.keys()
