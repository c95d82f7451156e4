"""Builds an index beside something else, such as the app: a thread with processes of its own, which can be stopped."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from viewer.errors import RunFileError
from viewer.index.build import Build, Progress
from viewer.index.reader import StorageOptions

State = Literal["waiting", "building", "done", "stopped", "failed"]
FIRST_SECONDS = 2.0
"""Between commits: rows should show while it still builds."""


@dataclass(frozen=True)
class Told:
    """How far a background build is."""

    state: State
    progress: Progress
    trouble: str | None = None
    """Why it failed."""


class BackgroundBuild:
    """Keeps one index up to date with some paths. Every method returns at once."""

    def __init__(
        self,
        paths: Sequence[str | Path],
        into: str | Path,
        *,
        jobs: int = 2,
        options: StorageOptions | None = None,
        preferred: tuple[str, ...] = (),
    ) -> None:
        """Start the first pass.

        Args:
            paths: files and folders.
            into: the index, such as a folder in the user's cache.
            jobs: processes that read.
            options: of the object store that holds the index.
            preferred: formats to read sources as that several recognise equally well.
        """
        self._paths = tuple(paths)
        self._into = str(into)
        self._jobs = jobs
        self._options = options
        self._preferred = preferred
        self._lock = threading.Lock()
        self._told = Told("waiting", Progress())
        self._build: Build | None = None
        self._thread: threading.Thread | None = None
        self.refresh()

    def refresh(self) -> bool:
        """Look through the paths again, unless it is at it; whether a pass was started."""
        with self._lock:
            if self._thread is not None and self._thread.is_alive():
                return False
            self._build = Build(
                self._paths,
                self._into,
                jobs=self._jobs,
                options=self._options,
                preferred=self._preferred,
                drop_gone=True,
                small_first=True,
                batch_seconds=FIRST_SECONDS,
            )
            self._told = Told("building", self._build.progress)
            self._thread = threading.Thread(target=self._run, args=(self._build,), name="index builder", daemon=True)
            self._thread.start()
            return True

    def stop(self) -> None:
        """Read no further source; what was read is written."""
        with self._lock:
            if self._build is not None:
                self._build.stop()

    def progress(self) -> Told:
        """How far it is, as a copy that does not change."""
        now = self._told
        return replace(now, progress=replace(now.progress))

    def wait(self, seconds: float) -> Told:
        """Wait until the pass ends, at most so long."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)
        return self.progress()

    def _run(self, build: Build) -> None:
        try:
            build.run()
            self._told = Told("stopped" if build.progress.stopped else "done", build.progress)
        except (RunFileError, OSError) as error:
            self._told = Told("failed", build.progress, str(error))
        finally:
            if self._told.state == "building":
                self._told = Told("failed", build.progress, "the index could not be written")
