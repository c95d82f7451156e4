"""Rebuilding: the tables go, whatever their version, and nothing beside them."""

from pathlib import Path

from deltalake import DeltaTable
from stored_runs import build, content_of, write_runs

from viewer.index.rebuild import remove_tables


def test_an_index_of_another_version_is_built_anew(tmp_path: Path) -> None:
    folder, into = write_runs(tmp_path / "runs", 3), tmp_path / "index"
    build([folder], into)
    before = content_of(into)
    (into / "mine.txt").write_text("x", encoding="utf-8")
    DeltaTable(str(into / "runs")).alter.set_table_description("trajectory-viewer runs, table version 99")
    remove_tables(into)
    assert [path.name for path in into.iterdir()] == ["mine.txt"]
    build([folder], into)
    assert content_of(into) == before


def test_folders_that_hold_no_table_stay(tmp_path: Path) -> None:
    folder = write_runs(tmp_path / "runs", 3)
    remove_tables(tmp_path)
    assert len(list(folder.iterdir())) == 3
