"""Whether anybody has written anything yet is told without opening the store."""

from pathlib import Path

import pytest

from viewer.reviews.place import VARIABLE, default_url, is_missing


def test_a_store_that_is_a_file_is_missing_until_it_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, f"sqlite:///{tmp_path / 'reviews.db'}?timeout=5")
    assert is_missing()
    (tmp_path / "reviews.db").touch()
    assert not is_missing()


def test_the_users_own_store_is_looked_for_where_none_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("TRAJECTORY_VIEWER_DATA", str(tmp_path))
    assert is_missing()
    (tmp_path / "reviews.db").touch()
    assert not is_missing()


def test_a_server_has_to_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "postgresql://db/reviews")
    assert not is_missing()


def test_the_store_stands_in_the_folder_for_data_of_a_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_DATA", str(tmp_path))
    monkeypatch.delenv("TRAJECTORY_VIEWER_REVIEWS", raising=False)
    assert default_url() == f"sqlite:///{tmp_path / 'reviews.db'}"
    monkeypatch.setenv("TRAJECTORY_VIEWER_REVIEWS", "postgresql://db/reviews")
    assert default_url() == "postgresql://db/reviews"
