from pathlib import Path

import pytest

from viewer.errors import RunFileError
from viewer.index.filter_line.saved import MOST, remove_filter, save_filter, saved_filters


def test_a_filter_is_saved_replaced_and_removed(tmp_path: Path) -> None:
    assert saved_filters(tmp_path) == {}
    save_filter("long ones", "steps > 12", tmp_path / "new")
    save_filter("long ones", "steps > 13", tmp_path / "new")
    save_filter("other", "a", tmp_path / "new")
    assert saved_filters(tmp_path / "new") == {"long ones": "steps > 13", "other": "a"}
    remove_filter("long ones", tmp_path / "new")
    assert saved_filters(tmp_path / "new") == {"other": "a"}


def test_a_broken_file_is_told_and_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "filters.json").write_text("[")
    with pytest.raises(RunFileError, match="mend or remove"):
        save_filter("a", "b", tmp_path)
    assert (tmp_path / "filters.json").read_text() == "["


def test_names_and_numbers_have_limits(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="characters"):
        save_filter(" ", "a", tmp_path)
    for number in range(3):
        save_filter(str(number), "a", tmp_path)
    assert len(saved_filters(tmp_path)) < MOST
