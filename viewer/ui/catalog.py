"""The runs under the given paths, read by a thread while the pages are already shown."""

import threading
import time
from dataclasses import dataclass, field
from typing import Literal

from viewer import load
from viewer.errors import AmbiguousFormatError, RunFileError
from viewer.formats.build import MAPPING_ERRORS
from viewer.index.rows import RunRow, UnreadableRow, rows
from viewer.model.run import Run, walk
from viewer.model.source import Source
from viewer.ui.identifiers import identifiers
from viewer.ui.run_cache import RunCache

State = Literal["reading", "done", "stopped", "failed"]
FEW_SOURCES = 4
"""Of so few sources the runs are kept at once: who names single files opens them next."""
SECONDS_BETWEEN_LOOKS = 10.0
"""Looking for changes asks for the date of every file."""
_AGAIN = threading.Lock()
"""Two sessions that follow one run read it once."""
_READ_ERRORS = (RunFileError, OSError, RecursionError, MemoryError, *MAPPING_ERRORS)


@dataclass
class _Read:
    """What one version of a source gave."""

    source: Source
    rows: list[RunRow] = field(default_factory=list)
    identifiers: list[frozenset[str]] = field(default_factory=list)
    unreadable: UnreadableRow | None = None
    read_as: str | None = None
    """The format that was chosen among several."""


class _Reading:
    """One pass over the paths, small sources first. Its thread only adds; once it is done, `_replace` alone writes."""

    def __init__(self, paths: tuple[str, ...], read_as: tuple[str, ...], known: dict[tuple[str, str], _Read]) -> None:
        self.paths = paths
        self.read_as = read_as
        self.known = known
        self.sources: list[Source] = []
        self.listed = False
        self.read: dict[int, _Read] = {}
        """By the number of the source in `sources`."""
        self.in_order: tuple[_Read, ...] = ()
        self.by_key: dict[str, list[RunRow]] = {}
        self.by_identifier: dict[str, list[RunRow]] = {}
        self.by_uri: dict[str, Source] = {}
        self.chosen: dict[str, str] = {}
        """By uri: the format that was chosen among several."""
        self.state: State = "reading"
        self.trouble: str | None = None
        self.stop = threading.Event()
        self.looked_at = time.monotonic()
        self.changes: tuple[str, ...] = ()

    def ordered(self) -> tuple[_Read, ...]:
        """What is read so far, in the order of the sources."""
        if len(self.in_order) != len(self.read):
            self.in_order = tuple(read for _, read in sorted(self.read.copy().items()))
        return self.in_order


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


class Catalog:
    """The rows of all runs under the paths, growing while `progress().state` is `reading`."""

    def __init__(
        self, paths: tuple[str, ...], cache: RunCache, read_as: tuple[str, ...] = (), like: "Catalog | None" = None
    ) -> None:
        """Start reading.

        Args:
            read_as: formats to prefer where several recognise a source equally well.
            like: a catalog of the same paths, whose readable sources need not be read again.
        """
        self.paths = paths
        self.cache = cache
        self.read_as = read_as
        self._reading = self._start({} if like is None else like._known())

    def _known(self) -> dict[tuple[str, str], _Read]:
        return {(one.source.uri, one.source.version): one for one in self._reading.ordered()}

    def _start(self, known: dict[tuple[str, str], _Read]) -> _Reading:
        reading = _Reading(self.paths, self.read_as, known)
        threading.Thread(target=_read_all, args=(reading, self.cache), name="catalog", daemon=True).start()
        return reading

    def reload(self) -> None:
        """Look through the paths again; what did not change is not read again."""
        self._reading.stop.set()
        self._reading = self._start(self._known())

    def stop(self) -> None:
        """Read no further source; the rows there are stay."""
        self._reading.stop.set()

    def progress(self) -> Progress:
        """How far the reading is."""
        now = self._reading
        return Progress(now.state, len(now.read), len(now.sources), now.listed, now.trouble, now.stop.is_set())

    def rows(self) -> tuple[RunRow, ...]:
        """All runs read so far, in the order of their sources, sub-runs after their parents."""
        return tuple(row for read in self._reading.ordered() for row in read.rows)

    def unreadable(self) -> tuple[UnreadableRow, ...]:
        """Sources that hold no readable run, read so far."""
        return tuple(read.unreadable for read in self._reading.ordered() if read.unreadable is not None)

    def rows_of_key(self, key: str) -> tuple[RunRow, ...]:
        """The runs with this key: one, or several where two given folders hold files of the same name."""
        return tuple(self._reading.by_key.get(key, ()))

    def rows_of_identifier(self, identifier: str) -> tuple[RunRow, ...]:
        """The runs that hold this as their id, as an attribute, or as the id of a call."""
        return tuple(self._reading.by_identifier.get(identifier, ()))

    def source(self, row: RunRow) -> Source:
        """The source of a row."""
        return self._reading.by_uri[row.uri]

    def run(self, row: RunRow, as_read: bool = False) -> Run:
        """The run of a row.

        Args:
            as_read: as it was read, where that is still kept, whatever the file holds now.

        Raises:
            RunFileError: its source is gone, or is not as it was when the row was read.
        """
        source = self.source(row)
        is_kept = as_read and self.cache.kept(source, self._reading.chosen.get(row.uri)) is not None
        if not is_kept and load.as_it_is_now(source).version != source.version:
            raise RunFileError(source.name, "changed after it was read: reload the list")
        for root in self.cache.runs(source, self._reading.chosen.get(row.uri)):
            for run in walk(root):
                if run.run_id == row.run_id:
                    return run
        raise RunFileError(source.name, "no longer holds this run: reload the list")

    def read_again(self, row: RunRow) -> bool:
        """Read the source of a row anew where it is not as it was; one that is unreadable now stays as it was read.

        Returns:
            Whether it was read.

        Raises:
            RunFileError: it is no longer there.
        """
        reading, before = self._reading, self.source(row)
        if reading.state == "reading" or load.as_it_is_now(before).version == before.version:
            return False
        with _AGAIN:
            now = load.as_it_is_now(self.source(row))
            if now.version == self.source(row).version:
                return False
            read = _read(now, reading, self.cache)
            if read.unreadable is None:
                _replace(reading, read)
            return True

    def changes(self) -> tuple[str, ...]:
        """What is not as it was when it was read, in words ("2 files changed"); looked at every ten seconds."""
        now = self._reading
        if time.monotonic() - now.looked_at > SECONDS_BETWEEN_LOOKS:
            now.looked_at = time.monotonic()
            now.changes = _changes(now)
        return now.changes


def _changes(reading: _Reading) -> tuple[str, ...]:
    try:
        current = {source.uri: source.version for source in load.sources(reading.paths)}
    except (RunFileError, OSError) as error:
        return (str(error),)
    before = {uri: source.version for uri, source in tuple(reading.by_uri.items())}
    gone = sum(uri not in current for uri in before)
    changed = sum(current.get(uri, version) != version for uri, version in before.items())
    new = sum(uri not in before for uri in current)
    found = (
        (gone, f"{gone:,} {_files(gone)} no longer there"),
        (changed, f"{changed:,} {_files(changed)} changed"),
        (new, f"{new:,} new {_files(new)}"),
    )
    return tuple(words for count, words in found if count)


def _files(count: int) -> str:
    return "file" if count == 1 else "files"


def _read_all(reading: _Reading, cache: RunCache) -> None:
    """The thread: list, then read. It calls nothing of streamlit."""
    state: State = "failed"
    try:
        for source in load.sources(reading.paths):
            reading.sources.append(source)
            reading.by_uri[source.uri] = source
        reading.listed = True
        kept = cache if len(reading.sources) <= FEW_SOURCES else None
        for number in sorted(range(len(reading.sources)), key=lambda number: reading.sources[number].size):
            if reading.stop.is_set():
                state = "stopped"
                return
            _add(reading, number, _read(reading.sources[number], reading, kept))
        state = "done"
    except (RunFileError, OSError) as error:
        reading.trouble = str(error)
    finally:
        reading.known = {}
        reading.state = state


def _read(source: Source, reading: _Reading, cache: RunCache | None) -> _Read:
    if (old := reading.known.get((source.uri, source.version))) is not None and old.unreadable is None:
        return old
    try:
        runs, read_as = _runs(source, reading.read_as)
        made = rows(runs)
    except AmbiguousFormatError as error:
        reason = f"looks equally like {' and '.join(error.formats)}: choose how to read it"
        return _Read(source, unreadable=UnreadableRow(source.name, source.uri, reason, error.formats))
    except _READ_ERRORS as error:
        reason = error.reason if isinstance(error, RunFileError) else f"cannot be read: {type(error).__name__}"
        return _Read(source, unreadable=UnreadableRow(source.name, source.uri, reason))
    source = runs[0].source  # a file that is still written has grown since it was listed
    if cache is not None:
        cache.keep(source, runs, read_as)
    return _Read(source, made, [identifiers(run) for root in runs for run in walk(root)], read_as=read_as)


def _runs(source: Source, preferred: tuple[str, ...]) -> tuple[tuple[Run, ...], str | None]:
    """The runs, and the format that was chosen for them among several."""
    try:
        return load.runs(source), None
    except AmbiguousFormatError as error:
        for name in preferred:
            if name in error.formats:
                return load.runs(source, name), name
        raise


def _add(reading: _Reading, number: int, read: _Read) -> None:
    reading.by_uri[read.source.uri] = read.source
    if read.read_as is not None:
        reading.chosen[read.source.uri] = read.read_as
    for row, found in zip(read.rows, read.identifiers, strict=True):
        reading.by_key.setdefault(row.key, []).append(row)
        for identifier in found:
            reading.by_identifier.setdefault(identifier, []).append(row)
    reading.read[number] = read


def _replace(reading: _Reading, read: _Read) -> None:
    """Put a newer version of a source in the place of the one that was read before."""
    number = next(number for number, source in enumerate(reading.sources) if source.uri == read.source.uri)
    before = reading.read[number]
    by_key: dict[str, list[RunRow]] = {row.key: [] for row in before.rows}
    by_identifier: dict[str, list[RunRow]] = {one: [] for found in before.identifiers for one in found}
    for row, found in zip(read.rows, read.identifiers, strict=True):
        by_key.setdefault(row.key, []).append(row)
        for identifier in found:
            by_identifier.setdefault(identifier, []).append(row)
    reading.by_uri[read.source.uri] = read.source
    # Each name changes at once: another session that looks it up meanwhile finds the old rows or the new ones.
    for index, new in ((reading.by_key, by_key), (reading.by_identifier, by_identifier)):
        for name, rows_of_name in new.items():
            index[name] = [one for one in index.get(name, ()) if one.uri != read.source.uri] + rows_of_name
    reading.read[number] = read
    reading.in_order = ()
