"""Plans: what has to be read is what is new or changed, by source and by parser."""

import os
from pathlib import Path

import pytest
from stored_runs import build, change, write_runs

from viewer import load
from viewer.index import plan as planning
from viewer.index.plan import absolute, plan
from viewer.index.reader import open_index


def test_new_changed_and_unchanged_sources_are_told_apart(tmp_path: Path) -> None:
    folder = write_runs(tmp_path / "runs", 4)
    (folder / "bad.json").write_text("{", encoding="utf-8")
    build([folder], tmp_path / "index")
    change(folder / "run-001.json", 6)
    write_runs(folder, 0)
    (folder / "run-000.json").rename(folder / "run-900.json")
    with open_index(tmp_path / "index") as index:
        found = plan(index, list(load.sources([folder])))
        assert [source.name for source in found.new] == ["run-900.json"]
        assert [source.name for source in found.changed] == ["run-001.json"]
        assert found.unchanged == 3
        again = plan(index, list(load.sources([folder])), again=True)
        assert [source.name for source in again.changed] == ["bad.json", "run-001.json"]


def test_another_version_of_the_parser_reads_everything_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_runs(tmp_path / "runs", 2)
    build([folder], tmp_path / "index")
    monkeypatch.setattr(planning, "parser_version", lambda: "later")
    with open_index(tmp_path / "index") as index:
        found = plan(index, list(load.sources([folder])))
    assert len(found.changed) == 2


def test_addresses_hold_in_every_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_runs(tmp_path / "runs", 1)
    monkeypatch.chdir(tmp_path)
    (source,) = load.sources(["runs"])
    assert absolute(source).uri == os.path.join(tmp_path, "runs", "run-000.json")
    assert absolute(absolute(source)) == absolute(source)
    assert absolute(source).name == source.name
