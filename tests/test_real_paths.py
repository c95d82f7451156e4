"""Real paths are those of the system, though folders are looked at once."""

import os
from pathlib import Path

import pytest

from viewer.real_paths import RealPaths


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "real" / "deep" / "deeper").mkdir(parents=True)
    (tmp_path / "real" / "deep" / "deeper" / "file.json").touch()
    (tmp_path / "real" / "link.json").symlink_to(tmp_path / "real" / "deep" / "deeper" / "file.json")
    (tmp_path / "linked").symlink_to(tmp_path / "real")
    return tmp_path


@pytest.mark.parametrize(
    "name",
    [
        "real/deep/deeper/file.json",
        "real/link.json",
        "linked",
        "linked/link.json",
        "linked/deep/deeper/file.json",
        "real/deep/..",
        "real/none.json",
    ],
)
def test_a_real_path_is_that_of_the_system(tree: Path, name: str) -> None:
    real_path = RealPaths()
    for _ in range(2):
        assert real_path(str(tree / name)) == os.path.realpath(tree / name)


def test_whoever_knows_that_a_file_is_no_link_says_so(tree: Path) -> None:
    path = str(tree / "linked" / "deep" / "deeper" / "file.json")
    assert RealPaths()(path, is_link=False) == os.path.realpath(path)


def test_a_folder_is_looked_at_once(tree: Path) -> None:
    real_path = RealPaths()
    first = real_path(str(tree / "linked" / "one.json"))
    (tree / "linked").unlink()
    assert Path(real_path(str(tree / "linked" / "two.json"))).parent == Path(first).parent
