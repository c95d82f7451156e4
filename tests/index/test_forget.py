"""Forgetting: a run leaves the tables, their files and their log."""

from pathlib import Path

import pytest
from stored_runs import build, write_run, write_runs

from viewer import load
from viewer.index.cache_place import index_folder
from viewer.index.forget import forget, found
from viewer.index.store import Store
from viewer.index.text import FILE, TextIndex


def _holding(folder: Path, words: bytes) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.is_file() and words in path.read_bytes()]


def test_runs_are_named_by_file_folder_run_id_and_key(tmp_path: Path) -> None:
    folder = write_runs(tmp_path / "runs", 3)
    build([folder], tmp_path / "index")
    store = Store(str(tmp_path / "index"))
    (one,) = found(store, str(folder / "run-001.json"))
    assert found(store, f"{folder}/run-001.json#{one.run_id}") == [one]
    assert found(store, one.key or "") == [one]
    assert len(found(store, str(folder))) == 3
    assert found(store, str(folder / "run-00")) == []
    assert found(store, f"{folder}/run-001.json#other") == []


def test_what_is_forgotten_stands_in_no_file(tmp_path: Path) -> None:
    folder, into = write_runs(tmp_path / "runs", 3), tmp_path / "index"
    write_run(folder / "private.json", 2, "tell_nobody")
    build([folder], into)
    store = Store(str(into))
    assert _holding(into, b"tell_nobody")
    forget(store, found(store, str(folder / "private.json")))
    assert _holding(into, b"tell_nobody") == []
    assert store.reader().rows("SELECT count(*) FROM runs") == [(3,)]
    assert store.reader().rows("SELECT count(*) FROM calls WHERE tool = 'tell_nobody'") == [(0,)]


def test_the_full_text_forgets_too(tmp_path: Path) -> None:
    folder, into = write_runs(tmp_path / "runs", 2), tmp_path / "index"
    build([folder], into)
    sources = list(load.sources([folder]))
    TextIndex(into).add([(source, load.runs(source)) for source in sources])
    assert TextIndex(into).keys("parcel")
    store = Store(str(into))
    assert "full text" in forget(store, found(store, str(folder / "run-001.json")))[0]
    assert not (into / FILE).exists()


def test_the_indexes_of_the_app_forget_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_CACHE", str(tmp_path / "cache"))
    folder, into = write_runs(tmp_path / "runs", 2), tmp_path / "index"
    write_run(folder / "private.json", 2, "tell_nobody")
    cached = index_folder([str(folder)])
    for index in (into, cached):
        build([folder], index)
    store = Store(str(into))
    assert forget(store, found(store, str(folder / "private.json"))) == ["1 of the app's own indexes forgot them too"]
    assert _holding(cached, b"tell_nobody") == []
    assert Store(str(cached)).reader().rows("SELECT count(*) FROM runs") == [(2,)]
