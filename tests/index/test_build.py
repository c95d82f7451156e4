"""Builds: only what is new or changed is read, and an index holds what its sources hold."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from stored_runs import COUNTS, Here, build, change, content_of, write_runs

from viewer.errors import RunFileError
from viewer.index.build import Build
from viewer.index.pool import Reader
from viewer.index.reader import open_index


def test_a_second_pass_reads_only_what_changed(tmp_path: Path) -> None:
    folder, into = write_runs(tmp_path / "runs", 6), tmp_path / "index"
    first = build([folder], into)
    assert (first.sources, first.read, first.runs, first.committed) == (6, 6, 6, 6)
    assert build([folder], into).read == 0
    change(folder / "run-002.json", 9)
    (folder / "bad.json").write_text("[", encoding="utf-8")
    reading = Here()
    third = Build([folder], into, reading=reading).run()
    assert sorted(reading.read) == ["bad.json", "run-002.json"]
    assert (third.unchanged, third.runs, third.unreadable) == (5, 1, 1)
    build([folder], tmp_path / "fresh")
    assert content_of(into) == content_of(tmp_path / "fresh")


def test_single_files_and_folders_can_be_added(tmp_path: Path) -> None:
    folder, into = write_runs(tmp_path / "runs", 4), tmp_path / "index"
    build([folder / "run-000.json"], into)
    assert build([folder / "run-001.json", folder / "run-002.json"], into).runs == 2
    assert build([folder], into).read == 1
    with open_index(into) as index:
        assert index.rows(COUNTS) == [(4, 10, 6)]


def test_what_is_gone_stays_unless_it_is_to_go(tmp_path: Path) -> None:
    folder, into = write_runs(tmp_path / "runs", 4), tmp_path / "index"
    build([folder], into)
    (folder / "run-003.json").unlink()
    build([folder], into)
    with open_index(into) as index:
        assert index.rows("SELECT count(*) FROM runs") == [(4,)]
    build([folder], into, drop_gone=True)
    with open_index(into) as index:
        assert index.rows(COUNTS) == [(3, 6, 3)]


def test_a_build_that_is_stopped_has_written_what_it_read(tmp_path: Path) -> None:
    folder, into = write_runs(tmp_path / "runs", 300), tmp_path / "index"
    made = Build([folder], into, reading=Here())
    done = made.run(lambda progress: made.stop() if progress.read else None)
    assert done.stopped
    assert 0 < done.read < 300
    assert done.committed == done.read
    assert build([folder], into).read == 300 - done.read


def test_a_missing_path_is_told(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="does not exist"):
        build([tmp_path / "nowhere"], tmp_path / "index")


_BUILD = """
import sys
sys.path.insert(0, sys.argv[3])
from stored_runs import Here
from viewer.index.build import Build
Build([sys.argv[1]], sys.argv[2], reading=Here(), batch_seconds=0.0).run()
"""


def test_a_build_that_is_killed_goes_on_where_it_was_and_no_reader_sees_a_torn_row(tmp_path: Path) -> None:
    folder, into = write_runs(tmp_path / "runs", 400), tmp_path / "index"
    command = [sys.executable, "-c", _BUILD, str(folder), str(into), str(Path(__file__).parent.parent)]
    torn: list[object] = []
    over = threading.Event()

    def poll() -> None:
        whole = (
            "SELECT count(*) FROM runs"
            " WHERE request_rows <> (SELECT count(*) FROM requests q WHERE q.run_row = runs.run_row)"
            " OR call_rows <> (SELECT count(*) FROM calls c WHERE c.run_row = runs.run_row)"
        )
        alone = "SELECT count(*) FROM requests ANTI JOIN runs USING (run_row)"
        while not over.is_set():
            try:
                with open_index(into) as index:
                    torn.extend(one for sql in (whole, alone) for one in index.rows(sql) if one != (0,))
            except RunFileError as error:
                if "holds no index" not in str(error):
                    torn.append(error)
            time.sleep(0.05)

    reader = threading.Thread(target=poll)
    reader.start()
    try:
        for number in range(4):
            process = subprocess.Popen(command)
            time.sleep(0.6 + 0.13 * number)
            process.send_signal(signal.SIGKILL)
            process.wait()
        build([folder], into)
    finally:
        over.set()
        reader.join()
    assert torn == []
    build([folder], tmp_path / "fresh")
    assert content_of(into) == content_of(tmp_path / "fresh")
    assert (into / "runs" / "_delta_log").is_dir()


def test_only_for_a_new_index_are_processes_started_while_sources_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[bool] = []
    start = Reader.start
    folder, into = write_runs(tmp_path / "runs", 3), tmp_path / "index"
    made = Build([folder], into, jobs=2)
    monkeypatch.setattr(Reader, "start", lambda process: (started.append(made.progress.listed), start(process)))
    made.run()
    assert started == [False] * min(2, os.cpu_count() or 1)
    started.clear()
    change(folder / "run-001.json", 9)
    made = Build([folder], into, jobs=2)
    assert made.run().read == 1
    assert started == [True]
