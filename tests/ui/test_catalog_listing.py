"""While the folders are looked through, what was read before is still there."""

from pathlib import Path

from catalogs import read_catalog, run_file

from viewer.index.filter_line.comparison import EVERY_RUN
from viewer.index.query import count
from viewer.ui.catalog_listing import Listing


def test_before_anything_is_read_the_index_is_empty() -> None:
    listing = Listing(None)
    assert count(listing.reader(), EVERY_RUN) == 0
    assert listing.read == 0


def test_the_folders_are_looked_through_and_what_was_read_stays(tmp_path: Path) -> None:
    run_file(tmp_path / "a.json")
    before = read_catalog(tmp_path)
    listing = Listing(before._reading)
    listing.paths = (str(tmp_path),)
    run_file(tmp_path / "b.json")
    assert count(listing.reader(), EVERY_RUN) == 1
    assert listing.read_all() == "reading"
    assert [source.name for source in listing.sources] == ["a.json", "b.json"]
