"""The access file that is named comes before the user's own."""

from pathlib import Path

import pytest

from viewer.access_place import access_file


def test_the_named_file_comes_before_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_CONFIG", str(tmp_path))
    assert access_file({}) is None
    own = tmp_path / "access.toml"
    own.write_text("")
    assert access_file({}) == own
    gone = tmp_path / "gone.toml"
    assert access_file({"TRAJECTORY_VIEWER_ACCESS": str(gone)}) == gone, "a name with a slip must not open all to all"
