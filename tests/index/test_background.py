"""The background build: it starts at once, says how far it is, and can be stopped and started again."""

from pathlib import Path

from stored_runs import COUNTS, change, write_runs

from viewer.index.background import BackgroundBuild
from viewer.index.reader import open_index


def test_it_builds_while_others_go_on_and_looks_again_when_asked(tmp_path: Path) -> None:
    folder, into = write_runs(tmp_path / "runs", 5), tmp_path / "index"
    building = BackgroundBuild([folder], into, jobs=1)
    assert building.progress().state == "building"
    assert not building.refresh(), "one pass at a time"
    done = building.wait(60)
    assert (done.state, done.progress.runs, done.progress.listed) == ("done", 5, True)
    change(folder / "run-000.json", 8)
    (folder / "run-001.json").unlink()
    assert building.refresh()
    assert building.wait(60).progress.read == 1
    with open_index(into) as index:
        assert index.rows(COUNTS) == [(4, 21, 17)]


def test_a_failure_is_a_sentence(tmp_path: Path) -> None:
    done = BackgroundBuild([tmp_path / "nowhere"], tmp_path / "index").wait(60)
    assert done.state == "failed"
    assert "does not exist" in (done.trouble or "")


def test_it_can_be_stopped(tmp_path: Path) -> None:
    building = BackgroundBuild([write_runs(tmp_path / "runs", 200)], tmp_path / "index", jobs=1)
    building.stop()
    done = building.wait(60)
    assert done.state == "stopped"
    assert done.progress.committed == done.progress.read
