"""A process that checks runs for the Checks and Baselines pages: tasks come in by pipe, results go out by pipe."""

import gc
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, cast

import viewer
from viewer.baselines.cases import Case
from viewer.baselines.check_sources import Checked, checked_sources
from viewer.index.worker import receive, send
from viewer.model.source import Source
from viewer.policy_file import Policies

Setting = tuple[Policies, dict[str, Case], tuple[str, ...]]
"""Policy, cases, and the formats to prefer where several recognise a source equally well."""


class Worker:
    """One process, started when it is first asked."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, sources: list[Source]) -> list[list[Checked]] | None:
        """The results of some sources; None: the process died over them."""
        try:
            if self._process is None:
                self._process = _started()
                send(cast(IO[bytes], self._process.stdin), self._setting)
            send(cast(IO[bytes], self._process.stdin), sources)
            return cast(list[list[Checked]], receive(cast(IO[bytes], self._process.stdout)))
        except (EOFError, OSError):
            self.stop()
            return None

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


def _started() -> "subprocess.Popen[bytes]":
    root = str(Path(viewer.__file__).parent.parent)
    paths = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    return subprocess.Popen(
        [sys.executable, "-m", "viewer.ui.checks_worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
    )


def main() -> None:
    """Answer tasks until the other side is gone."""
    # Whatever prints must not stand among the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        policies, cases, preferred = cast(Setting, receive(sys.stdin.buffer))
        while True:
            sources = cast(list[Source], receive(sys.stdin.buffer))
            send(answers, checked_sources(sources, policies, cases, "digests", preferred))
            gc.collect()
    except EOFError:
        return


if __name__ == "__main__":
    main()
