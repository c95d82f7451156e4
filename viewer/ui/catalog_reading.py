"""One pass over the given paths by a thread: what it read so far is an index that can be asked at any time."""

import shutil
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from deltalake.exceptions import DeltaError

from viewer import load
from viewer.errors import AmbiguousFormatError, RunFileError
from viewer.index.batch import Batch
from viewer.index.build import Build
from viewer.index.cache_place import used
from viewer.index.extract import READ_ERRORS, Extracted, extract, extract_all, rows_of_runs, unreadable
from viewer.index.plan import absolute
from viewer.index.pool import Chunk, Pool
from viewer.index.reader import IndexReader, index_of_tables, open_index
from viewer.index.tables import SCHEMAS
from viewer.model.source import Source
from viewer.ui.run_cache import RunCache

State = Literal["reading", "done", "stopped", "failed"]
FEW_SOURCES = 4
"""Of so few sources the runs are kept at once: who names single files opens them next."""
MEMORY_SOURCES, MEMORY_BYTES = 64, 32 * 1024 * 1024
"""So little is read again in no time: nothing of it is written to the user's cache."""
SECONDS_BETWEEN_COMMITS = 0.5
HERE_BYTES = 24 * 1024 * 1024
"""More than this is read by processes of its own, so that the pages stay quick."""
_EMPTY = Extracted(*(SCHEMAS[name].empty_table() for name in ("runs", "requests", "calls")))


class Reading(ABC):
    """A pass. Its thread only adds."""

    def __init__(self) -> None:
        self.sources: list[Source] = []
        self.listed = False
        self.state: State = "reading"
        self.trouble: str | None = None
        self.stopping = False
        self.looked_at = time.monotonic()
        self.changes: tuple[str, ...] = ()
        self.lock = threading.Lock()
        self.folder: Path | None = None
        """Where its index is kept; None: in memory."""

    @property
    @abstractmethod
    def read(self) -> int:
        """Sources read, readable or not."""

    @abstractmethod
    def stop(self) -> None:
        """Read no further source."""

    @abstractmethod
    def reader(self) -> IndexReader:
        """What is read so far."""

    @abstractmethod
    def replace(self, source: Source, made: Extracted) -> bool:
        """Put a newer version of a source in the place of the one that was read; False: not before the next pass."""

    @abstractmethod
    def read_all(self) -> State:
        """Read all sources; the thread's work."""

    def run(self) -> None:
        """The thread. It calls nothing of streamlit."""
        state: State = "failed"
        try:
            state = self.read_all()
        except (RunFileError, OSError, DeltaError) as error:
            self.trouble = str(error)
        finally:
            self.state = state


class MemoryReading(Reading):
    """A pass whose rows stay in this process: uploads, and what is soon read."""

    def __init__(
        self, sources: list[Source], read_as: Sequence[str], cache: RunCache, known: dict[tuple[str, str], Extracted]
    ) -> None:
        super().__init__()
        self.sources = sources
        self.listed = True
        self.parts: dict[int, Extracted] = {}
        """By the number of the source in `sources`."""
        self._read_as = tuple(read_as)
        self._cache = cache
        self._known = known
        self._changed = 0
        self._made_of = -1
        self._index: IndexReader | None = None

    @property
    def read(self) -> int:
        return len(self.parts)

    def stop(self) -> None:
        self.stopping = True

    def read_all(self) -> State:
        for number in sorted(range(len(self.sources)), key=lambda number: self.sources[number].size):
            if self.stopping:
                return "stopped"
            source = self.sources[number]
            made = self._known.get((source.uri, source.version)) or self._extracted(source, number)
            self._put(number, made)
        return "done"

    def _extracted(self, source: Source, number: int) -> Extracted:
        if len(self.sources) > FEW_SOURCES:
            return extract(source, self._read_as)
        try:
            runs = load.runs(source)
        except AmbiguousFormatError:
            return extract(source, self._read_as)
        except READ_ERRORS as error:
            reason = error.reason if isinstance(error, RunFileError) else f"cannot be read: {type(error).__name__}"
            return unreadable(source, reason)
        self._cache.keep(runs[0].source, runs, None)
        self.sources[number] = runs[0].source  # a file that is still written has grown since it was listed
        return rows_of_runs(runs)

    def _put(self, number: int, made: Extracted) -> None:
        with self.lock:
            self.parts[number] = made
            self._changed += 1

    def reader(self) -> IndexReader:
        with self.lock:
            if self._index is None or self._made_of != self._changed:
                parts = [self.parts[number] for number in sorted(self.parts)]
                whole = Batch(parts).tables() if parts else _EMPTY
                self._index = index_of_tables(whole.runs, whole.requests, whole.calls)
                self._made_of = self._changed
            return self._index

    def replace(self, source: Source, made: Extracted) -> bool:
        number = _number_of(self.sources, source)
        self.sources[number] = source
        self._put(number, made)
        return True

    def known(self) -> dict[tuple[str, str], Extracted]:
        """What need not be read again while it does not change."""
        with self.lock:
            parts = dict(self.parts)
        return {
            (self.sources[number].uri, self.sources[number].version): made
            for number, made in parts.items()
            if made.runs.column("reason").null_count == made.runs.num_rows
            and self.sources[number].parts[0].member is None
        }


class StoredReading(Reading):
    """A pass that brings the index in the user's cache folder up to date."""

    def __init__(
        self,
        paths: tuple[str, ...],
        read_as: tuple[str, ...],
        folder: Path,
        again: bool,
        jobs: int,
        sources: list[Source],
    ) -> None:
        super().__init__()
        self.folder = self._folder = folder
        self.sources = sources
        self.listed = True
        self._build = Build(
            paths,
            folder,
            reading=_HereFirst(self, jobs, read_as),
            preferred=read_as,
            again=again,
            drop_gone=True,
            small_first=True,
            batch_seconds=SECONDS_BETWEEN_COMMITS,
        )
        self._index: IndexReader | None = None
        self._seen = -1

    @property
    def bytes_to_read(self) -> int:
        """Of the sources that are new or changed."""
        return self._build.progress.bytes_to_read

    @property
    def read(self) -> int:
        return self._build.progress.unchanged + self._build.progress.read

    def stop(self) -> None:
        self.stopping = True
        self._build.stop()

    def read_all(self) -> State:
        self._folder.mkdir(parents=True, exist_ok=True)
        used(self._folder)
        self._build.run()
        return "stopped" if self.stopping else "done"

    def reader(self) -> IndexReader:
        with self.lock:
            committed = self._build.progress.committed + (self.state != "reading")
            if self._index is None:
                self._index = self._opened()
            elif committed != self._seen:
                self._index.refresh()
            self._seen = committed
            return self._index or nothing_read()

    def _opened(self) -> IndexReader | None:
        try:
            return open_index(self._folder)
        except RunFileError:
            return None  # its tables are not made yet

    def replace(self, source: Source, made: Extracted) -> bool:
        number = _number_of(self.sources, source)
        self.sources[number] = source
        return False


class _HereFirst:
    """Reads the first chunk in this process, so that rows show at once, and little altogether; the rest by a pool."""

    def __init__(self, pass_: StoredReading, jobs: int, read_as: tuple[str, ...]) -> None:
        self._pass = pass_
        self._read_as = read_as
        self._pool = Pool(jobs, read_as, gives_way=True)

    def extracted(self, tasks: Iterable[Chunk]) -> Iterator[tuple[Chunk, Extracted]]:
        """The rows of each chunk."""
        waiting = iter(tasks)
        here = self._pass.bytes_to_read <= HERE_BYTES
        for number, chunk in enumerate(waiting):
            if self._pass.stopping:
                return
            yield chunk, extract_all(chunk, self._read_as)
            if number == 0 and not here:
                yield from self._pool.extracted(waiting)
                return

    def stop(self) -> None:
        """Read no further chunk."""
        self._pool.stop()


def listed(paths: tuple[str, ...]) -> list[Source]:
    """The sources under the paths, by addresses that hold in every folder.

    Raises:
        RunFileError: a path does not exist.
    """
    return [absolute(source) for source in load.sources(paths)]


def is_little(sources: list[Source]) -> bool:
    """Whether reading it takes no time that is worth a cache."""
    return len(sources) <= MEMORY_SOURCES and sum(source.size for source in sources) <= MEMORY_BYTES


def seed(folder: Path, like: Path) -> None:
    """Begin an index as a copy of another one of the same paths, so that only what is unreadable is read again."""
    if like.is_dir() and not folder.exists():
        try:
            shutil.copytree(like, folder)
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)


def _number_of(sources: list[Source], source: Source) -> int:
    place = (source.uri, source.parts[0].member)
    return next(number for number, one in enumerate(sources) if (one.uri, one.parts[0].member) == place)


@cache
def nothing_read() -> IndexReader:
    """An index without a row."""
    return index_of_tables(_EMPTY.runs, _EMPTY.requests, _EMPTY.calls)
