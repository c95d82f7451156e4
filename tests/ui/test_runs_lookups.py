from pathlib import Path

from catalogs import read_catalog, run_file

from viewer.ui.runs_lookups import lookups


def test_text_and_notes_are_answered_for_every_catalog(tmp_path: Path) -> None:
    run_file(tmp_path / "a.json")
    found = lookups(read_catalog(tmp_path))
    assert found.text is not None and found.note is not None
