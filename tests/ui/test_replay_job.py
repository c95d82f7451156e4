"""Sending in the background."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from bundles import refund_bundle
from wire_server import KEY, KEY_VARIABLE, Answer, WireServer, says, serving

from viewer.replay.send_plan import Plan, SendOptions, plan
from viewer.replay.send_results import read_results
from viewer.ui.replay_job import Job, folder, job_of, results_file, start


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[WireServer]:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    monkeypatch.setenv("TRAJECTORY_VIEWER_DATA", str(tmp_path))
    with serving(lambda *_: Answer(says("anthropic_messages", "done"))) as made:
        yield made


def _plan(server: WireServer, samples: int = 2, **more: int) -> Plan:
    options = SendOptions(samples=samples, max_tokens=50, concurrency=1, **more)  # type: ignore[arg-type]  # its own
    return plan(refund_bundle(), server.endpoint("anthropic_messages"), options)


def _ended(job: Job) -> Job:
    assert job.thread is not None
    job.thread.join(20)
    assert not job.is_running
    return job


def test_a_job_sends_and_tells_how_far_it_is(server: WireServer) -> None:
    made = _plan(server)
    file = results_file(made)
    job = _ended(start(made, file))
    assert job is job_of(file)
    assert job.sent is not None
    assert (job.sent.finished, job.all, job.error) == (4, 4, None)
    assert job.progress is not None
    assert job.progress.finished == 4
    found = read_results(file)
    assert found is not None
    assert len(found.samples) == 4


def test_a_job_can_be_stopped_and_is_not_begun_twice(server: WireServer) -> None:
    server.script = lambda *_: (time.sleep(0.1), Answer(says("anthropic_messages", "done")))[1]
    made = _plan(server, samples=50)
    job = start(made, results_file(made))
    assert start(made, results_file(made)) is job
    job.is_stopped = True
    sent = _ended(job).sent
    assert sent is not None
    assert sent.left >= 95


def test_why_nothing_was_sent_is_kept(server: WireServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY_VARIABLE)
    made = _plan(server)
    assert "is not set" in str(_ended(start(made, results_file(made))).error)


def test_other_settings_have_another_file_and_more_samples_the_same(server: WireServer) -> None:
    assert results_file(_plan(server)) == results_file(_plan(server, samples=5))
    assert results_file(_plan(server)) != results_file(_plan(server, step_cap=3))


def test_samples_stand_with_what_the_user_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_DATA", str(tmp_path))
    assert folder() == tmp_path / "replays"
