from pathlib import Path

import pytest
from catalogs import read_catalog, run_file

from viewer.index.filter_line.error import FilterError
from viewer.index.filter_line.parser import parse
from viewer.index.filter_line.sql import condition
from viewer.ui.runs_lookups import lookups


def test_text_is_answered_for_every_catalog_and_notes_only_where_there_are_reviews(tmp_path: Path) -> None:
    run_file(tmp_path / "a.json")
    found = lookups(read_catalog(tmp_path))
    assert found.text is not None
    if found.note is None:
        with pytest.raises(FilterError, match="no reviews"):
            condition(parse("note.label = x"), found)
