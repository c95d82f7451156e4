from pathlib import Path

import pytest
from catalogs import read_catalog, run_file

from viewer.index.filter_line.error import FilterError
from viewer.ui.runs_filter import RunFilter
from viewer.ui.runs_list import first_rows, where


def test_the_first_runs_of_a_line_stand_in_the_order_of_their_files(tmp_path: Path) -> None:
    for name in ("pear", "apple", "plum"):
        run_file(tmp_path / f"{name}.json")
    catalog = read_catalog(tmp_path)
    assert [row.source for row in first_rows(catalog, "not plum")] == ["apple.json", "pear.json"]
    assert [row.source for row in first_rows(catalog, "", most=1)] == ["apple.json"]


def test_a_line_that_says_nothing_lets_all_runs_through(tmp_path: Path) -> None:
    run_file(tmp_path / "a.json")
    catalog = read_catalog(tmp_path)
    assert len(first_rows(catalog, "steps >")) == 1
    with pytest.raises(FilterError):
        where(catalog, RunFilter("steps >"))
