"""`index`: built, refreshed, audited, exported and forgotten from the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from deltalake import DeltaTable
from stored_runs import build, write_runs

from viewer.cli import main
from viewer.index.unchanged import forget_looks


def _run(*arguments: object, exit_code: int = 0) -> str:
    done = CliRunner().invoke(main, [str(one) for one in arguments])
    assert done.exit_code == exit_code, done.output
    return done.output


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_runs(tmp_path / "runs", 4)


def test_an_index_is_built_and_refreshed(folder: Path, tmp_path: Path) -> None:
    into = tmp_path / "index"
    first = json.loads(_run("index", folder, "--into", into, "--jobs", 1, "--json"))
    assert (first["sources"], first["runs"], first["unreadable"]) == (4, 4, 0)
    assert "4 unchanged, 0 read" in _run("index", folder, "--into", into)


def test_an_index_of_another_version_is_refused_with_the_command_that_rebuilds_it(folder: Path, tmp_path: Path) -> None:
    into = tmp_path / "index"
    build([folder], into)
    DeltaTable(str(into / "runs")).alter.set_table_description("trajectory-viewer runs, table version 99")
    forget_looks(into)  # that program would have read by other rules
    told = _run("index", folder, "--into", into, exit_code=2)
    assert f"trajectory-viewer index PATH… --into {into} --rebuild" in told
    assert "4 runs" in _run("index", folder, "--into", into, "--jobs", 1, "--rebuild")


def test_runs_are_forgotten(folder: Path, tmp_path: Path) -> None:
    into = tmp_path / "index"
    build([folder], into)
    told = _run("index", "forget", folder / "run-001.json", "--index", into)
    assert "1 row of runs forgotten" in told
    assert "is still there" in told
    assert "no such run" in _run("index", "forget", folder / "run-001.json", "--index", into, exit_code=2)


def test_an_audit_names_what_is_new_and_gone(folder: Path, tmp_path: Path) -> None:
    into = tmp_path / "index"
    build([folder], into)
    (folder / "run-000.json").rename(folder / "moved.json")
    told = _run("index", "audit", folder, "--index", into)
    assert "4 runs" in told
    assert "moved.json" in told
    assert "1 gone" in told
    made = json.loads(_run("index", "audit", "--index", into, "--repair", "--json"))
    assert (len(made["gone"]), made["repaired"]) == (1, True)


def test_tables_are_exported(folder: Path, tmp_path: Path) -> None:
    into = tmp_path / "index"
    build([folder], into)
    assert _run("index", "export", "calls", "--index", into, "--csv").count("\n") == 7
    out = tmp_path / "runs.parquet"
    assert "4 rows" in _run("index", "export", "runs", "--index", into, "--parquet", "--out", out)
    _run("index", "export", "runs", "--index", into, "--parquet", "--out", out, exit_code=2)
    _run("index", "export", "runs", "--index", into, exit_code=2)


def test_a_folder_without_an_index_is_told(tmp_path: Path) -> None:
    assert "holds no index" in _run("index", "audit", "--index", tmp_path, exit_code=2)
    assert not list(tmp_path.iterdir())
