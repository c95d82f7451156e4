"""Builds an index, or brings it up to date: list, compare, read side by side, write."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from viewer import load
from viewer.index.batch import Batch
from viewer.index.extract import Extracted, source_id
from viewer.index.plan import absolute, plan
from viewer.index.pool import Chunk, Pool, chunks
from viewer.index.reader import StorageOptions
from viewer.index.store import Store
from viewer.index.tidy import tidy
from viewer.index.unchanged import look, remember, sources_before
from viewer.model.source import Source

BATCH_BYTES = 64 * 1024 * 1024
"""Of rows in memory: then they are written."""
BATCH_SECONDS = 20.0
"""So much work is lost at most when the program is killed."""


_WHOLE = "+"
"""After the mark of a pass that also took out what is gone; a pass that does not is content with it."""


class Reading(Protocol):
    """What reads chunks: processes here, or those of a cluster."""

    def extracted(self, tasks: Iterable[Chunk]) -> Iterator[tuple[Chunk, Extracted]]:
        """The rows of each chunk, as they are ready."""
        ...

    def stop(self) -> None:
        """Read no further chunk."""
        ...


@dataclass
class Progress:
    """How far a build is; only its own thread writes it."""

    listed: bool = False
    """True: all places were looked through, so the totals are final."""
    sources: int = 0
    """Found."""
    unchanged: int = 0
    """Read before, in this version."""
    to_read: int = 0
    bytes_to_read: int = 0
    read: int = 0
    """Readable or not."""
    bytes_read: int = 0
    unreadable: int = 0
    runs: int = 0
    """Of the sources read now."""
    committed: int = 0
    """Sources whose rows are written."""
    seconds: float = 0.0
    stopped: bool = False


Told = Callable[[Progress], None]


class Build:
    """One pass over some paths, into one index."""

    def __init__(
        self,
        paths: Sequence[str | Path],
        into: str | Path,
        *,
        jobs: int = 1,
        reading: Reading | None = None,
        options: StorageOptions | None = None,
        preferred: tuple[str, ...] = (),
        again: bool = False,
        drop_gone: bool = False,
        small_first: bool = False,
        batch_seconds: float = BATCH_SECONDS,
    ) -> None:
        """Say what to do; `run` does it.

        Args:
            paths: files, folders and prefixes.
            into: the index.
            jobs: processes that read.
            reading: what reads instead.
            options: of the object store that holds the index.
            preferred: formats to read sources as that several recognise equally well.
            again: read what is unreadable once more.
            drop_gone: take out what is no longer there under these paths.
            small_first: the smallest sources first, so that rows show soon; else the largest, so that none is last.
            batch_seconds: between commits, at least.
        """
        self.progress = Progress()
        self._paths = paths
        self._into = str(into)
        self._options = options
        self._pool = Pool(jobs, preferred)
        self._reading = reading or self._pool
        self._again = again
        self._drop_gone = drop_gone
        self._small_first = small_first
        self._batch_seconds = batch_seconds

    def stop(self) -> None:
        """Read no further chunk; what was read is written."""
        self.progress.stopped = True
        self._reading.stop()

    def run(self, told: Told = lambda progress: None) -> Progress:
        """Do it; `told` hears of the progress.

        Raises:
            RunFileError: a path does not exist, or the index is of another version.
        """
        progress, started = self.progress, time.monotonic()
        mark = None if self._again else look(self._paths)
        if mark is not None and self._drop_gone:
            mark += _WHOLE
        before = sources_before(self._into, self._paths, mark)
        if before is not None:
            progress.sources = progress.unchanged = before
            progress.listed = True
            told(progress)
            return progress
        with closing(Store(self._into, self._options)) as store, self._getting_ready(store):
            sources = [absolute(source) for source in load.sources(self._paths)]
            found = plan(store.reader(), sources, self._again)
            progress.sources, progress.unchanged, progress.listed = len(sources), found.unchanged, True
            to_read = sorted(
                (*found.new, *found.changed), key=lambda source: source.size, reverse=not self._small_first
            )
            progress.to_read, progress.bytes_to_read = len(to_read), sum(source.size for source in to_read)
            told(progress)
            changed = frozenset(map(source_id, found.changed))
            gone = self._written(store, to_read, changed, told)
            if self._drop_gone and not progress.stopped:
                gone += store.remove(missing(store, self._paths, sources))
            if progress.committed or gone:
                tidy(store, gone)
            if not progress.stopped:
                remember(store.folder, self._paths, mark, len(sources))
        progress.seconds = time.monotonic() - started
        told(progress)
        return progress

    def _getting_ready(self, store: Store) -> AbstractContextManager[None]:
        """Where all is to be read, processes start while it is listed."""
        return self._pool.begun() if self._reading is self._pool and store.is_new else nullcontext()

    def _written(self, store: Store, to_read: list[Source], changed: frozenset[int], told: Told) -> list[int]:
        """Read and write; the rows that have no run any more."""
        new, replacing = _Pending(store, self._batch_seconds), _Pending(store, self._batch_seconds)
        progress = self.progress
        if not to_read:
            return []
        for chunk, made in self._reading.extracted(_apart(to_read, changed)):
            replaced = [place for place in map(source_id, chunk) if place in changed]
            pending = replacing if replaced else new
            pending.add(made, replaced, len(chunk))
            reasons = made.runs.column("reason").null_count
            progress.read += len(chunk)
            progress.bytes_read += sum(source.size for source in chunk)
            progress.runs += reasons
            progress.unreadable += made.runs.num_rows - reasons
            progress.committed += pending.write_when_due()
            told(progress)
        progress.committed += new.write() + replacing.write()
        return new.gone + replacing.gone


def _apart(sources: list[Source], changed: frozenset[int]) -> Iterator[Chunk]:
    """Chunks of new sources, then of changed ones: appending is cheaper than replacing."""
    yield from chunks(source for source in sources if source_id(source) not in changed)
    yield from chunks(source for source in sources if source_id(source) in changed)


class _Pending:
    """Rows that are read and not yet written."""

    def __init__(self, store: Store, seconds: float) -> None:
        self.gone: list[int] = []
        self._store = store
        self._seconds = seconds
        self._batch = Batch()
        self._replaced: list[int] = []
        self._sources = 0
        self._written = float("-inf")
        """When, so that the first rows are written at once: somebody may wait for them."""

    def add(self, made: Extracted, replaced: list[int], sources: int) -> None:
        self._batch.add(made)
        self._replaced += replaced
        self._sources += sources

    def write_when_due(self) -> int:
        """Write what waits too long or is too much; how many sources that were."""
        due = self._batch.bytes > BATCH_BYTES or time.monotonic() - self._written > self._seconds
        return self.write() if due else 0

    def write(self) -> int:
        if not self._batch.parts:
            return 0
        self.gone += self._store.write(self._batch, self._replaced)
        written, self._written = self._sources, time.monotonic()
        self._batch, self._replaced, self._sources = Batch(), [], 0
        return written


def missing(store: Store, paths: Sequence[str | Path], sources: list[Source]) -> list[int]:
    """The `source_id` of what the index holds under these paths and what is no longer there."""
    listed = set(map(source_id, sources))
    found: set[int] = set()
    for given in paths:
        root = str(given) if "://" in str(given) else str(Path(given).absolute())
        sql = "SELECT DISTINCT source_id FROM stored_runs WHERE uri = ? OR starts_with(uri, ?)"
        found.update(row for (row,) in store.reader().rows(sql, [root, root.rstrip("/") + "/"]))
    return sorted(found - listed)
