"""Tasks go in, answers come out; a process that dies is told, and the next task starts another."""

import os
import signal

from viewer.index.pool import Reader
from viewer.index.worker_process import WorkerProcess, started


def test_a_module_that_ends_at_once_answers_nothing_and_leaves_no_process() -> None:
    worker = WorkerProcess("__future__")
    assert worker.ask("anything") is None
    assert worker._process is None
    worker.stop()


def test_a_process_finds_this_program_wherever_it_is_started() -> None:
    process = started("viewer.index.worker")
    try:
        assert process.stdout is not None
        assert process.stdout.read(8) != b"", "it says that it is ready"
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()


def test_a_process_that_gives_way_is_nicer_than_the_pages() -> None:
    worker = Reader(gives_way=True)
    try:
        assert worker.rows_of((), ()) is not None
        assert worker._process is not None
        assert os.getpriority(os.PRIO_PROCESS, worker._process.pid) > os.getpriority(os.PRIO_PROCESS, 0)
    finally:
        worker.stop()
