"""Parsed runs, kept by the version of their source within a budget of bytes."""

import threading
from collections import OrderedDict

from viewer import load
from viewer.following import Follower
from viewer.model.run import Run
from viewer.model.source import Source

BUDGET = 256 * 1024 * 1024
"""Bytes of sources whose runs are kept; in memory they take up to 4.5 times that."""


class RunCache:
    """The runs of the sources read last. They are immutable, so all sessions share them."""

    def __init__(self, budget: int = BUDGET) -> None:
        self._budget = budget
        self._kept: OrderedDict[tuple[str, str, str | None], tuple[int, tuple[Run, ...]]] = OrderedDict()
        self._lock = threading.Lock()
        self._reading = threading.Lock()
        self._follower = Follower()

    def runs(self, source: Source, format_name: str | None = None) -> tuple[Run, ...]:
        """The runs of a source, read once a version.

        Args:
            format_name: the format to read it as, where its content does not settle that.

        Raises:
            RunFileError: it cannot be read.
        """
        if (found := self.kept(source, format_name)) is not None:
            return found
        with self._reading:  # two sessions that open one file read it once
            if (found := self.kept(source, format_name)) is not None:
                return found
            runs = load.runs(source, format_name)
            self.keep(runs[0].source, runs, format_name)
            return runs

    def runs_read_on(self, source: Source, format_name: str | None = None) -> tuple[Run, ...]:
        """The same for a source that is followed: what was added to its file is read alone where that can be."""
        with self._reading:
            if (found := self.kept(source, format_name)) is not None:
                return found
            runs = self._follower.runs(source, format_name)
            self.keep(runs[0].source, runs, format_name)
            return runs

    def kept(self, source: Source, format_name: str | None = None) -> tuple[Run, ...] | None:
        """The runs of this version of a source, where they are still kept."""
        key = (source.uri, source.version, format_name)
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key][1]

    def keep(self, source: Source, runs: tuple[Run, ...], format_name: str | None = None) -> None:
        """Keep the runs of a source; those used longest ago make room, the newest always stays."""
        with self._lock:
            for key in [key for key in self._kept if key[0] == source.uri and key[2] == format_name]:
                del self._kept[key]
            self._kept[source.uri, source.version, format_name] = (source.size, runs)
            total = sum(size for size, _ in self._kept.values())
            while total > self._budget and len(self._kept) > 1:
                _, (size, _) = self._kept.popitem(last=False)
                total -= size
