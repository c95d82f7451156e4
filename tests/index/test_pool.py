"""The pool: chunks are read side by side, and a process that dies costs one source."""

import os
import signal
from pathlib import Path
from typing import cast

import pytest
from stored_runs import write_runs

from viewer import load
from viewer.errors import RunFileError
from viewer.index import pool as pooling
from viewer.index.pool import CHUNK_SOURCES, Chunk, Pool, chunks
from viewer.model.source import Part, Source


def test_chunks_hold_every_source_once_and_not_too_many() -> None:
    sources = [Source(str(number), (Part(str(number), "1", 10),)) for number in range(200)]
    made = list(chunks(sources))
    assert [source for chunk in made for source in chunk] == sources
    assert max(map(len, made)) == CHUNK_SOURCES
    large = [Source(str(number), (Part(str(number), "1", 2**23),)) for number in range(3)]
    assert list(map(len, chunks(large))) == [1, 1, 1]


def test_two_processes_read_all_sources(tmp_path: Path) -> None:
    sources = list(load.sources([write_runs(tmp_path, 6)]))
    tasks: list[Chunk] = [tuple(sources[:2]), tuple(sources[2:4]), tuple(sources[4:])]
    found = list(Pool(2).extracted(tasks))
    assert sorted(made.runs.num_rows for _, made in found) == [2, 2, 2]
    assert {chunk for chunk, _ in found} == set(tasks)


class _Deadly(pooling.Reader):
    """A worker that is killed when it gets one source."""

    deaths = 0

    def tell(self, value: object) -> None:
        chunk, _ = cast(tuple[Chunk, tuple[str, ...]], value)
        if any(source.name == "run-001.json" for source in chunk):
            assert self._process is not None
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.wait()
            type(self).deaths += 1
        super().tell(value)


def test_a_process_that_dies_costs_one_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pooling, "Reader", _Deadly)
    sources = tuple(load.sources([write_runs(tmp_path, 3)]))
    found = [made for _, made in Pool(1).extracted([sources])]
    reasons = {
        name: reason
        for made in found
        for name, reason in zip(
            made.runs.column("source").to_pylist(), made.runs.column("reason").to_pylist(), strict=True
        )
    }
    assert _Deadly.deaths == 2
    assert reasons.pop("run-001.json").startswith("the process that read it died")
    assert reasons == {"run-000.json": None, "run-002.json": None}


def test_processes_that_do_not_start_end_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONHOME", str(tmp_path))
    sources = tuple(load.sources([write_runs(tmp_path, 3)]))
    with pytest.raises(RunFileError, match="does not start"):
        list(Pool(1).extracted([sources]))


def test_processes_that_got_ready_early_read_and_the_others_are_ended(tmp_path: Path) -> None:
    sources = tuple(load.sources([write_runs(tmp_path, 3)]))
    pool = Pool(2)
    with pool.begun():
        early = [process._process for process in pool._begun]
        assert all(process is not None and process.poll() is None for process in early)
        found = list(pool.extracted([sources]))
    assert [made.runs.num_rows for _, made in found] == [3]
    assert all(process is not None and process.poll() is not None for process in early)


def test_processes_that_got_ready_early_are_ended_when_there_is_nothing_to_read() -> None:
    pool = Pool(2)
    with pytest.raises(RunFileError, match="does not exist"), pool.begun():
        early = [process._process for process in pool._begun]
        list(load.sources(["no such folder"]))
    assert early
    assert all(process is not None and process.poll() is not None for process in early)
