"""Brings a full text up to date beside something else: by a process of its own, or here where there is little."""

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal, cast

import viewer
from viewer.index.text import TextIndex, place
from viewer.index.text_worker import add_sources, batches
from viewer.index.worker import send
from viewer.model.source import Source

_HERE_BYTES = 8 * 1024 * 1024
"""So little is read in this process: another one takes as long to start."""
State = Literal["building", "done", "stopped", "failed"]


@dataclass(frozen=True)
class TextProgress:
    """How far it is."""

    state: State
    read: int
    """Sources whose words can be found."""
    total: int


class TextBuild:
    """One pass over some sources, into the full text of a folder. Every method returns at once."""

    def __init__(self, folder: Path, sources: Sequence[Source], read_as: tuple[str, ...] = ()) -> None:
        """Start it.

        Args:
            folder: where the full text is, or will be.
            sources: all that it is to hold.
            read_as: formats to read sources as that several recognise equally well.

        Raises:
            RunFileError: the folder cannot be written.
        """
        self.index = TextIndex(folder)
        self.sources = tuple(sources)
        self._folder = folder
        self._read_as = read_as
        self._state: State = "building"
        self._read = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, name="full text", daemon=True)
        self._thread.start()

    def progress(self) -> TextProgress:
        """How far it is."""
        return TextProgress(self._state, self._read, len(self.sources))

    def stop(self) -> None:
        """Read no further source; what was read can be found."""
        if self._state == "building":
            self._state = "stopped"
        process = self._process
        if process is not None and process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()

    def wait(self, seconds: float) -> TextProgress:
        """Wait until it ends, at most so long."""
        self._thread.join(seconds)
        return self.progress()

    def _run(self) -> None:
        ended: State = "failed"
        try:
            self.index.keep_only({place(source) for source in self.sources})
            known = self.index.versions()
            missing = [source for source in self.sources if known.get(place(source)) != source.version]
            self._read = len(self.sources) - len(missing)
            if sum(source.size for source in missing) <= _HERE_BYTES:
                self._read_here(missing)
                ended = "done"
            elif self._read_by_process(missing) == 0:
                ended = "done"
        finally:
            if self._state == "building":
                self._state = ended

    def _read_here(self, missing: list[Source]) -> None:
        for batch in batches(missing):
            if self._state != "building":
                return
            add_sources(self.index, batch, self._read_as)
            self._read += len(batch)

    def _read_by_process(self, missing: list[Source]) -> int:
        root = str(Path(viewer.__file__).parent.parent)
        paths = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
        command = [sys.executable, "-m", "viewer.index.text_worker", str(self._folder)]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths}
        ) as process:
            self._process = process
            with suppress(OSError):
                send(cast(IO[bytes], process.stdin), (missing, self._read_as))
                for line in cast(IO[bytes], process.stdout):
                    self._read += int(line)
            return process.wait()
