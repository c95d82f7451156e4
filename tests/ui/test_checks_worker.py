"""A process that checks."""

from conftest import SAMPLES

from viewer import load
from viewer.baselines.checked_run import CheckedRun
from viewer.policy_file import Policies
from viewer.ui.checks_worker import Worker


def test_it_answers_one_task_after_the_other_and_is_started_again_after_it_died() -> None:
    sources = list(load.sources([SAMPLES / "refund"]))[:1]
    worker = Worker((Policies(), {}, ()))
    try:
        for _ in range(2):
            found = worker.checked(sources)
            assert found is not None
            assert isinstance(found[0][0], CheckedRun)
        assert worker._process is not None
        worker._process.kill()
        worker._process.wait()
        assert worker.checked(sources) is None
        assert worker.checked(sources) is not None
    finally:
        worker.stop()
