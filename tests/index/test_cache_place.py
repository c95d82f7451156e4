import os
import time
from pathlib import Path

import pytest

from viewer.index.cache_place import KEPT_DAYS, cached_indexes, index_folder, used


def test_the_cache_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_CACHE", str(tmp_path))
    assert index_folder(["runs"]).parent == tmp_path


def test_the_same_paths_have_the_same_folder_from_any_working_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert index_folder(["runs"]) == index_folder([str(tmp_path / "runs")])
    assert index_folder(["runs"]) != index_folder(["runs"], ["codex"]) != index_folder(["runs", "codex"])


def test_an_index_that_no_start_used_for_a_month_is_deleted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_CACHE", str(tmp_path))
    old, recent, own = (index_folder([name]) for name in ("old", "recent", "own"))
    settings = tmp_path / "settings"
    now = time.time()
    for folder, days in ((old, KEPT_DAYS + 1), (recent, KEPT_DAYS - 1), (own, KEPT_DAYS + 9), (settings, 99)):
        folder.mkdir()
        os.utime(folder, (now, now - days * 86_400))
    used(own)
    assert cached_indexes() == sorted([recent, own])
    assert settings.is_dir()
    used(own, now + 2 * 86_400)
    assert cached_indexes() == [own]
