"""Processes that read sources side by side. One that dies costs the source it read, and is replaced."""

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, cast

import viewer
from viewer.errors import RunFileError
from viewer.index.extract import Extracted, unreadable
from viewer.index.worker import receive, send
from viewer.model.source import Source

CHUNK_BYTES, CHUNK_SOURCES = 4 * 1024 * 1024, 64
"""What one task holds at most, unless a single source is larger."""
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


class _Process:
    """One worker, started when it is first needed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, chunk: Chunk, preferred: tuple[str, ...]) -> Extracted | None:
        """The rows of a chunk; None: the process died over it."""
        if self._process is None:
            self._process = _started()
            self._greet(self._process)
        try:
            send(cast(IO[bytes], self._process.stdin), (chunk, preferred))
            return cast(Extracted, receive(cast(IO[bytes], self._process.stdout)))
        except (EOFError, OSError):
            self.stop()
            return None

    def _greet(self, process: subprocess.Popen[bytes]) -> None:
        try:
            receive(cast(IO[bytes], process.stdout))
        except EOFError as error:
            self.stop()
            raise RunFileError(sys.executable, "the process that reads does not start; it says why above") from error

    def stop(self) -> None:
        """End it, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(OSError):
                process.kill()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()
            process.wait()


def _started() -> subprocess.Popen[bytes]:
    root = str(Path(viewer.__file__).parent.parent)
    paths = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    return subprocess.Popen(
        [sys.executable, "-m", "viewer.index.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
    )


class Pool:
    """So many processes, each of which reads one chunk at a time."""

    def __init__(self, jobs: int, preferred: tuple[str, ...] = ()) -> None:
        self._jobs = jobs
        self._preferred = preferred
        self._stop = threading.Event()

    def extracted(self, tasks: Iterable[Chunk]) -> Iterator[tuple[Chunk, Extracted]]:
        """The rows of each chunk, in the order in which they are ready."""
        waiting = iter(tasks)
        lock = threading.Lock()
        ready: queue.Queue[tuple[Chunk, Extracted] | RunFileError | None] = queue.Queue(2 * self._jobs)

        def read() -> None:
            process = _Process()
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


def _read(process: _Process, chunk: Chunk, preferred: tuple[str, ...]) -> Iterator[tuple[Chunk, Extracted]]:
    """A chunk that a process died over is read source by source, so that the cause alone is lost."""
    found = process.ask(chunk, preferred)
    if found is not None:
        yield chunk, found
    elif len(chunk) == 1:
        yield chunk, unreadable(chunk[0], "the process that read it died: it may need more memory than there is")
    else:
        for source in chunk:
            yield from _read(process, (source,), preferred)
