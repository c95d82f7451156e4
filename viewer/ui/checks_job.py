"""Checking in the background: results are kept by source and version, so that a page shows what there is so far."""

import os
import threading
from collections.abc import Iterator, Sequence

import streamlit as st

from viewer.baselines.cases import Case
from viewer.baselines.check_report import Unreadable
from viewer.baselines.check_sources import Checked, checked_sources
from viewer.model.source import Source
from viewer.policy_file import Policies
from viewer.shares import shares
from viewer.ui.check_inputs import CheckInputs
from viewer.ui.checks_worker import Setting, Worker

FEW_BYTES = 4 * 1024 * 1024
"""So much is read by a thread of this process, without the second that another one takes to start."""
MOST_SOURCES = 20_000
"""Beyond it only the first ones are checked, and the page says so."""
_Key = tuple[str, str | None, str]


class CheckJob:
    """The results under one policy and one set of cases."""

    def __init__(self, policies: Policies, cases: dict[str, Case], preferred: tuple[str, ...] = ()) -> None:
        self._setting: Setting = (policies, cases, preferred)
        self._found: dict[_Key, list[Checked]] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._stopped_over: frozenset[_Key] = frozenset()
        """Sources that were left when the reader stopped: they are not begun anew by themselves."""
        self.stopping = False
        self.total = self.done = 0
        """Sources of the last start."""

    @property
    def is_running(self) -> bool:
        """Whether it still reads."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, sources: Sequence[Source], *, anew: bool = False) -> None:
        """Check what has no result yet, unless that is under way or was stopped.

        Args:
            sources: to check.
            anew: also what was left when it was stopped.
        """
        with self._lock:
            if self.is_running:
                return
            left = [source for source in sources[:MOST_SOURCES] if _key(source) not in self._found]
            if not anew:
                left = [source for source in left if _key(source) not in self._stopped_over]
            if not left:
                return
            self.stopping, self.done, self.total, self._stopped_over = False, 0, len(left), frozenset()
            self._thread = threading.Thread(target=self._check, args=(left,), name="checks", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Begin no further share."""
        self.stopping = True

    def results(self, sources: Sequence[Source]) -> list[Checked]:
        """What is known of these sources, in their order."""
        found = self._found
        return [one for source in sources[:MOST_SOURCES] for one in found.get(_key(source), ())]

    def missing(self, sources: Sequence[Source]) -> int:
        """Sources without a result."""
        return sum(_key(source) not in self._found for source in sources[:MOST_SOURCES])

    def _check(self, left: list[Source]) -> None:
        """The thread. It calls nothing of streamlit."""
        jobs = 1 if sum(source.size for source in left) <= FEW_BYTES else max(1, min(4, (os.cpu_count() or 2) - 1))
        parts = iter(list(shares(left, jobs)))
        if sum(source.size for source in left) <= FEW_BYTES:
            self._work(parts, None)
        else:
            threads = [
                threading.Thread(target=self._work, args=(parts, Worker(self._setting)), name="checks", daemon=True)
                for _ in range(jobs)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        if self.stopping:
            self._stopped_over = frozenset(_key(source) for source in left if _key(source) not in self._found)

    def _work(self, parts: Iterator[list[Source]], worker: Worker | None) -> None:
        try:
            while not self.stopping:
                with self._lock:
                    part = next(parts, None)
                if part is None:
                    return
                for sources, results in self._checked(part, worker):
                    for source, found in zip(sources, results, strict=True):
                        self._found[_key(source)] = found
                    with self._lock:
                        self.done += len(sources)
        finally:
            if worker is not None:
                worker.stop()

    def _checked(self, part: list[Source], worker: Worker | None) -> Iterator[tuple[list[Source], list[list[Checked]]]]:
        """A share that a process died over is checked source by source, so that the cause alone is lost."""
        if worker is None:
            policies, cases, preferred = self._setting
            yield part, checked_sources(part, policies, cases, "digests", preferred)
            return
        found = worker.checked(part)
        if found is not None:
            yield part, found
        elif len(part) == 1:
            yield part, [[Unreadable(part[0].uri, "the process that read it died: it may need more memory")]]
        else:
            for source in part:
                yield from self._checked([source], worker)


def _key(source: Source) -> _Key:
    return source.uri, source.parts[0].member, source.version


def job_of(given: CheckInputs, preferred: tuple[str, ...]) -> CheckJob:
    """The results under these inputs, shared by all sessions."""
    return _job(given.words, preferred, given)


@st.cache_resource(show_spinner=False, max_entries=4)
def _job(words: str, preferred: tuple[str, ...], _given: CheckInputs) -> CheckJob:
    return CheckJob(_given.policies, _given.cases, preferred)
