"""A process of our own that answers tasks over pipes; one that dies costs its task and is started again."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, cast

import viewer
from viewer.index.worker import receive, send

_GIVES_WAY = 10
"""Niceness: a tenth of the time of the processor that others get, and all where they want none."""


class WorkerProcess:
    """One process that runs a module of ours, started when it is first needed."""

    def __init__(self, module: str, gives_way: bool = False) -> None:
        """Say what it runs.

        Args:
            module: one of ours.
            gives_way: it gets what time of the processor others leave.
        """
        self._module = module
        self._gives_way = gives_way
        self._process: subprocess.Popen[bytes] | None = None
        self._begun = False

    def start(self) -> None:
        """Start it and wait for nothing: it imports what it needs meanwhile."""
        self._process, self._begun = started(self._module), False
        if self._gives_way and os.name == "posix":
            os.setpriority(os.PRIO_PROCESS, self._process.pid, _GIVES_WAY)

    def ask(self, task: object) -> object | None:
        """The answer to a task; None: the process died over it."""
        try:
            if self._process is None:
                self.start()
            if not self._begun:
                self.begin()
                self._begun = True
            self.tell(task)
            return self.hear()
        except (EOFError, OSError):
            self.stop()
            return None

    def begin(self) -> None:
        """What is said before the first task; here nothing."""

    def tell(self, value: object) -> None:
        """Send a value."""
        if self._process is not None:
            send(cast(IO[bytes], self._process.stdin), value)

    def hear(self) -> object:
        """Receive a value.

        Raises:
            EOFError: the process is gone.
        """
        if self._process is None:
            raise EOFError
        return receive(cast(IO[bytes], self._process.stdout))

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


def started(module: str) -> subprocess.Popen[bytes]:
    """A process that runs the module, with this program on its path."""
    root = str(Path(viewer.__file__).parent.parent)
    paths = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    return subprocess.Popen(
        [sys.executable, "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
    )
