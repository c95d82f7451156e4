"""Each folder stands where the system wants it, and where a variable says."""

from collections.abc import Callable
from pathlib import Path

import pytest

from viewer.user_folders import cache_folder, config_folder, data_folder

FOLDERS = [(cache_folder, "CACHE"), (config_folder, "CONFIG"), (data_folder, "DATA")]


@pytest.mark.parametrize(("folder", "kind"), FOLDERS)
def test_a_variable_names_the_folder(
    folder: Callable[[], Path], kind: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(f"TRAJECTORY_VIEWER_{kind}", str(tmp_path))
    assert folder() == tmp_path


@pytest.mark.parametrize(("folder", "kind"), FOLDERS)
def test_without_it_the_folder_is_one_of_the_user_for_this_program(
    folder: Callable[[], Path], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(f"TRAJECTORY_VIEWER_{kind}", raising=False)
    assert folder().is_relative_to(Path.home())
    assert "trajectory-viewer" in folder().parts
