"""A process that checks runs for the Checks and Baselines pages: tasks come in by pipe, results go out by pipe."""

import gc
import os
import sys
from typing import cast

from viewer.baselines.cases import Case
from viewer.baselines.check_sources import Checked, checked_sources
from viewer.index.worker import receive, send
from viewer.index.worker_process import WorkerProcess
from viewer.model.source import Source
from viewer.policy_file import Policies

Setting = tuple[Policies, dict[str, Case], tuple[str, ...]]
"""Policy, cases, and the formats to prefer where several recognise a source equally well."""


class Worker(WorkerProcess):
    """A process that checks sources by one setting."""

    def __init__(self, setting: Setting) -> None:
        super().__init__("viewer.ui.checks_worker")
        self._setting = setting

    def begin(self) -> None:
        """The setting is told once."""
        self.tell(self._setting)

    def checked(self, sources: list[Source]) -> list[list[Checked]] | None:
        """The results of some sources; None: the process died over them."""
        return cast(list[list[Checked]] | None, self.ask(sources))


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
