"""Processes that read sources side by side. One that dies costs the source it read, and is replaced."""

import os
import queue
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import cast

from viewer.errors import RunFileError
from viewer.index.extract import Extracted, unreadable
from viewer.index.worker_process import WorkerProcess
from viewer.model.source import Source

CHUNK_BYTES, CHUNK_SOURCES = 4 * 1024 * 1024, 64
"""What one task holds at most, unless a single source is larger."""
_READY = 8
"""Answers a process that wait for whoever takes them, so that reading goes on while rows are written."""
Chunk = tuple[Source, ...]


def chunks(sources: Iterable[Source]) -> Iterator[Chunk]:
    """Sources in groups that are worth a task."""
    group: list[Source] = []
    size = 0
    for source in sources:
        if group and (size + source.size > CHUNK_BYTES or len(group) >= CHUNK_SOURCES):
            yield tuple(group)
            group, size = [], 0
        group.append(source)
        size += source.size
    if group:
        yield tuple(group)


class Reader(WorkerProcess):
    """A process that reads sources."""

    def __init__(self, gives_way: bool = False) -> None:
        super().__init__("viewer.index.worker", gives_way)

    def begin(self) -> None:
        """It says first that it could import what it needs.

        Raises:
            RunFileError: it could not.
        """
        try:
            self.hear()
        except EOFError as error:
            self.stop()
            raise RunFileError(sys.executable, "the process that reads does not start; it says why above") from error

    def rows_of(self, chunk: Chunk, preferred: tuple[str, ...]) -> Extracted | None:
        """The rows of a chunk; None: the process died over it."""
        return cast(Extracted | None, self.ask((chunk, preferred)))


class Pool:
    """So many processes, each of which reads one chunk at a time."""

    def __init__(self, jobs: int, preferred: tuple[str, ...] = (), gives_way: bool = False) -> None:
        self._jobs = jobs
        self._gives_way = gives_way
        self._preferred = preferred
        self._stop = threading.Event()
        self._begun: list[Reader] = []

    @contextmanager
    def begun(self) -> Iterator[None]:
        """Processes get ready while something else is done; those that nothing was given to are ended after it."""
        self._begun = [Reader(self._gives_way) for _ in range(min(self._jobs, os.cpu_count() or 1))]
        try:
            for process in self._begun:
                with suppress(OSError):  # it is tried again when there is something to read
                    process.start()
            yield
        finally:
            while self._begun:
                self._begun.pop().stop()

    def extracted(self, tasks: Iterable[Chunk]) -> Iterator[tuple[Chunk, Extracted]]:
        """The rows of each chunk, in the order in which they are ready."""
        waiting = iter(tasks)
        lock = threading.Lock()
        ready: queue.Queue[tuple[Chunk, Extracted] | RunFileError | None] = queue.Queue(_READY * self._jobs)

        def read() -> None:
            with lock:
                process = self._begun.pop() if self._begun else Reader(self._gives_way)
            try:
                while not self._stop.is_set():
                    with lock:
                        chunk = next(waiting, None)
                    if chunk is None:
                        return
                    for one in _read(process, chunk, self._preferred):
                        ready.put(one)
            except RunFileError as error:
                ready.put(error)
            finally:
                process.stop()
                ready.put(None)

        threads = [threading.Thread(target=read, name="index reader", daemon=True) for _ in range(self._jobs)]
        for thread in threads:
            thread.start()
        try:
            left = len(threads)
            while left:
                one = ready.get()
                if one is None:
                    left -= 1
                elif isinstance(one, RunFileError):
                    raise one
                else:
                    yield one
        finally:
            self._stop.set()
            while any(thread.is_alive() for thread in threads):
                with suppress(queue.Empty):
                    ready.get(timeout=0.05)

    def stop(self) -> None:
        """Read no further chunk; those at work are handed out."""
        self._stop.set()


def _read(process: Reader, chunk: Chunk, preferred: tuple[str, ...]) -> Iterator[tuple[Chunk, Extracted]]:
    """A chunk that a process died over is read source by source, so that the cause alone is lost."""
    found = process.rows_of(chunk, preferred)
    if found is not None:
        yield chunk, found
    elif len(chunk) == 1:
        yield chunk, unreadable(chunk[0], "the process that read it died: it may need more memory than there is")
    else:
        for source in chunk:
            yield from _read(process, (source,), preferred)
