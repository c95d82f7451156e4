"""Reads sources on the workers of a Dask cluster, which must see them by the same addresses."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import islice
from typing import Any

from viewer.errors import RunFileError
from viewer.index.extract import Extracted, extract_all, unreadable
from viewer.index.pool import Chunk

_WAITING = 4
"""Chunks handed out ahead, a thread of a worker."""


class Cluster:
    """The workers of one scheduler. A worker that dies costs the source it read."""

    def __init__(self, address: str, preferred: tuple[str, ...] = (), seconds: int = 10) -> None:
        """Connect, within so many seconds.

        Raises:
            RunFileError: nobody answers there, or Dask is not installed.
        """
        try:
            distributed: Any = import_module("distributed")  # only who has a cluster needs it
        except ImportError as error:
            raise RunFileError(address, "needs Dask: pip install 'trajectory-viewer[cluster]'") from error
        try:
            self._client: Any = distributed.Client(address, timeout=f"{seconds}s", set_as_default=False)
        except (OSError, ValueError) as error:
            raise RunFileError(address, f"is no Dask scheduler that answers ({error})") from error
        self._distributed = distributed
        self._preferred = preferred
        self._stopped = False

    def extracted(self, tasks: Iterable[Chunk]) -> Iterator[tuple[Chunk, Extracted]]:
        """The rows of each chunk, in the order in which they are ready."""
        waiting = iter(tasks)
        at_work: dict[str, Chunk] = {}
        threads = sum(self._client.nthreads().values()) or 1
        finished: Any = self._distributed.as_completed(loop=self._client.loop)
        for chunk in islice(waiting, _WAITING * threads):
            self._submit(chunk, at_work, finished)
        while at_work:
            future = next(finished)
            chunk = at_work.pop(future.key)
            error = future.exception()
            if error is None:
                yield chunk, future.result()
            elif not isinstance(error, self._distributed.KilledWorker):
                raise error
            elif len(chunk) > 1:
                for source in chunk:
                    self._submit((source,), at_work, finished)
            else:
                yield chunk, unreadable(chunk[0], "the worker that read it died: it may need more memory than there is")
            future.release()
            if not self._stopped and (following := next(waiting, None)) is not None:
                self._submit(following, at_work, finished)

    def _submit(self, chunk: Chunk, at_work: dict[str, Chunk], finished: Any) -> None:
        # A file may change between two builds: the same arguments are no promise of the same rows.
        future = self._client.submit(extract_all, chunk, self._preferred, pure=False)
        at_work[future.key] = chunk
        finished.add(future)

    def stop(self) -> None:
        """Hand out no further chunk."""
        self._stopped = True

    def close(self) -> None:
        """Leave the cluster, which goes on."""
        self._client.close()
