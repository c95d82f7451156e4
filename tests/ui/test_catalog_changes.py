"""Changes on disk, counted."""

from pathlib import Path

from viewer import load
from viewer.ui.catalog_changes import changes_of


def test_what_is_gone_changed_and_new_is_counted(tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text("[]")
    sources = list(load.sources([tmp_path]))
    paths = (str(tmp_path),)
    assert changes_of(paths, sources) == ()
    (tmp_path / "a.json").unlink()
    (tmp_path / "b.json").write_text("[1, 2]")
    (tmp_path / "c.json").write_text("[]")
    assert changes_of(paths, sources) == ("1 file no longer there", "1 file changed", "1 new file")
    assert changes_of(paths, sources, lambda source: source.name == "c.json")[-1] == "1 new file"


def test_a_path_that_is_gone_is_a_sentence(tmp_path: Path) -> None:
    (found,) = changes_of((str(tmp_path / "gone"),), [])
    assert "gone" in found
