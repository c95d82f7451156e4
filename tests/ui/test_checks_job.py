"""Checking in the background."""

import time
from pathlib import Path

import pytest
from case_runs import write_runs
from conftest import SAMPLES

from viewer import load
from viewer.baselines.check_report import Unreadable
from viewer.baselines.checked_run import CheckedRun
from viewer.policy_file import Policies
from viewer.ui import checks_job
from viewer.ui.checks_job import CheckJob


def finished(job: CheckJob) -> None:
    deadline = time.monotonic() + 30
    while job.is_running:
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("few_bytes", [checks_job.FEW_BYTES, 0])
def test_every_source_is_checked_here_or_by_another_process(
    few_bytes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks_job, "FEW_BYTES", few_bytes)
    (write_runs(tmp_path) / "runs" / "bad.json").write_text("{", encoding="utf-8")
    sources = list(load.sources([tmp_path / "runs"]))
    job = CheckJob(Policies(), {})
    job.start(sources)
    finished(job)
    results = job.results(sources)
    assert (job.done, job.missing(sources)) == (5, 0)
    assert sum(isinstance(one, Unreadable) for one in results) == 1
    assert all(one.path is not None for one in results if isinstance(one, CheckedRun))


def test_only_what_changed_is_checked_again(tmp_path: Path) -> None:
    write_runs(tmp_path)
    sources = list(load.sources([tmp_path / "runs"]))
    job = CheckJob(Policies(), {})
    job.start(sources)
    finished(job)
    with (tmp_path / "runs" / "set-1" / "hours.json").open("a", encoding="utf-8") as file:
        file.write("\n")
    sources = list(load.sources([tmp_path / "runs"]))
    job.start(sources)
    finished(job)
    assert (job.total, job.missing(sources)) == (1, 0)


def test_what_was_stopped_is_not_begun_anew_by_itself() -> None:
    sources = list(load.sources([SAMPLES / "refund"]))
    job = CheckJob(Policies(), {})
    job.stopping = True
    job._check(sources)
    assert job.missing(sources) == len(sources)
    job.start(sources)
    assert not job.is_running
    job.start(sources, anew=True)
    finished(job)
    assert job.missing(sources) == 0
