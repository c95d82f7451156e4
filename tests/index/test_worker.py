"""The worker: tasks in, rows out, until the other side is gone."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from stored_runs import write_runs

from viewer import load
from viewer.index.extract import Extracted, extract_all
from viewer.index.worker import READY, receive, send


def test_a_worker_answers_and_ends_with_its_pipe(tmp_path: Path) -> None:
    sources = tuple(load.sources([write_runs(tmp_path, 3)]))
    process = subprocess.Popen(
        [sys.executable, "-m", "viewer.index.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert receive(process.stdout) == READY
    send(process.stdin, (sources, ()))
    found = receive(process.stdout)
    assert isinstance(found, Extracted)
    assert found.calls == extract_all(sources).calls
    process.stdin.close()
    assert process.wait(timeout=20) == 0
    process.stdout.close()


def test_a_pipe_that_ends_inside_a_value_is_told() -> None:
    pipe = io.BytesIO()
    send(pipe, ["a"])  # type: ignore[arg-type]  # a file in memory is binary too
    whole = pipe.getvalue()
    assert receive(io.BytesIO(whole)) == ["a"]  # type: ignore[arg-type]  # as above
    for length in (0, 3, len(whole) - 1):
        with pytest.raises(EOFError):
            receive(io.BytesIO(whole[:length]))  # type: ignore[arg-type]  # as above
