"""Unchanged folders: told by names, sizes and dates, and never where something differs."""

import subprocess
import sys
from pathlib import Path

from conftest import ROOT
from stored_runs import build, change, write_run, write_runs

from viewer.index.forget import forget, found
from viewer.index.store import Store
from viewer.index.unchanged import forget_looks, look, remember, sources_before


def test_the_mark_changes_with_any_file(tmp_path: Path) -> None:
    folder = write_runs(tmp_path / "runs", 3)
    marks = [look([folder])]
    assert look([folder]) == marks[0]
    change(folder / "run-000.json", 2)
    marks.append(look([folder]))
    write_run(folder / "below/new.json")
    marks.append(look([folder]))
    (folder / "run-001.json").unlink()
    marks.append(look([folder]))
    (folder / ".hidden").write_text("x", encoding="utf-8")
    marks.append(look([folder]))
    assert None not in marks
    assert len(set(marks)) == 5


def test_only_folders_here_have_a_mark(tmp_path: Path) -> None:
    write_runs(tmp_path, 1)
    assert look([tmp_path / "run-000.json"]) is None
    assert look([tmp_path, "s3://bucket/runs"]) is None
    assert look([tmp_path / "nowhere"]) is None


def test_a_build_remembers_what_it_read_and_forgetting_ends_that(tmp_path: Path) -> None:
    folder, into = write_runs(tmp_path / "runs", 3), tmp_path / "index"
    assert sources_before(into, [folder], look([folder])) is None
    build([folder], into)
    assert sources_before(into, [folder], look([folder])) == 3
    assert sources_before(into, [tmp_path], look([tmp_path])) is None
    store = Store(str(into))
    forget(store, found(store, str(folder / "run-001.json")))
    assert sources_before(into, [folder], look([folder])) is None
    assert build([folder], into).read == 1, "its file is still there"
    remember(into, [folder], "a", 1)
    assert sources_before(into, [folder], "a") == 1
    forget_looks(into)
    assert sources_before(into, [folder], "a") is None


def test_looking_imports_nothing_that_reads(tmp_path: Path) -> None:
    code = (
        "import sys, viewer.cli.index, viewer.index.unchanged;"
        "print([n for n in ('pyarrow', 'duckdb', 'deltalake', 'viewer.load', 'numpy') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"
