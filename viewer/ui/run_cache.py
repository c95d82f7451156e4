"""Parsed runs, kept by the version of their source within a budget of bytes."""

import threading
from collections import OrderedDict

from viewer import load
from viewer.model.run import Run
from viewer.model.source import Source

BUDGET = 256 * 1024 * 1024
"""Bytes of sources whose runs are kept; in memory they take up to 4.5 times that."""


class RunCache:
    """The runs of the sources read last. They are immutable, so all sessions share them."""

    def __init__(self, budget: int = BUDGET) -> None:
        self._budget = budget
        self._kept: OrderedDict[tuple[str, str], tuple[int, tuple[Run, ...]]] = OrderedDict()
        self._lock = threading.Lock()
        self._reading = threading.Lock()

    def runs(self, source: Source) -> tuple[Run, ...]:
        """The runs of a source, read once a version.

        Raises:
            RunFileError: it cannot be read.
        """
        if (found := self.kept(source)) is not None:
            return found
        with self._reading:  # two sessions that open one file read it once
            if (found := self.kept(source)) is not None:
                return found
            runs = load.runs(source)
            self.keep(runs[0].source, runs)
            return runs

    def kept(self, source: Source) -> tuple[Run, ...] | None:
        """The runs of this version of a source, where they are still kept."""
        key = (source.uri, source.version)
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key][1]

    def keep(self, source: Source, runs: tuple[Run, ...]) -> None:
        """Keep the runs of a source; those used longest ago make room, the newest always stays."""
        with self._lock:
            for key in [key for key in self._kept if key[0] == source.uri]:
                del self._kept[key]
            self._kept[source.uri, source.version] = (source.size, runs)
            total = sum(size for size, _ in self._kept.values())
            while total > self._budget and len(self._kept) > 1:
                _, (size, _) = self._kept.popitem(last=False)
                total -= size
