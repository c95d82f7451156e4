from pathlib import Path

import pytest

from viewer.index.cache_place import cache_folder, index_folder


def test_the_cache_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    assert index_folder(["runs"]).parent == tmp_path


def test_the_same_paths_have_the_same_folder_from_any_working_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert index_folder(["runs"]) == index_folder([str(tmp_path / "runs")])
    assert index_folder(["runs"]) != index_folder(["runs"], ["codex"]) != index_folder(["runs", "codex"])
