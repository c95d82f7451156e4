import time
from pathlib import Path

import pytest
from catalogs import finished, read_catalog, run_file

from viewer.index.filter_line.comparison import EVERY_RUN
from viewer.index.query import count
from viewer.model.source import Part, Source
from viewer.ui import catalog_reading
from viewer.ui.catalog import Catalog
from viewer.ui.catalog_reading import MEMORY_SOURCES, StoredReading, is_little, nothing_read


@pytest.fixture
def many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """More files than are read into memory, and a cache of their own."""
    monkeypatch.setenv("TRAJECTORY_VIEWER_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "runs"
    folder.mkdir()
    for number in range(MEMORY_SOURCES + 6):
        run_file(folder / f"{number:03}.json")
    return folder


def stored(folder: Path) -> Catalog:
    return read_catalog(folder, in_memory=False)


def test_little_stays_in_memory_and_much_goes_to_the_cache_of_the_user() -> None:
    part = Part("a", "1", 1)
    assert is_little([Source("a", (part,))])
    assert not is_little([Source("a", (part,))] * (MEMORY_SOURCES + 1))
    assert not is_little([Source("a", (Part("a", "1", 10**9),))])


def test_a_second_start_reads_the_index_and_no_file(many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = stored(many)
    assert len(first.rows()) == MEMORY_SOURCES + 6 and first.index_folder is not None
    monkeypatch.setattr(catalog_reading, "extract_all", None)  # a file that is read again would fail
    again = stored(many)
    assert again.progress().state == "done"
    assert again.rows() == first.rows()
    assert again.run(again.rows()[0]).run_id == "000"


def test_the_index_of_the_last_start_is_there_at_once(many: Path) -> None:
    first = stored(many)
    assert first.index_folder is not None
    reading = StoredReading((str(many),), (), first.index_folder, False, 1, list(first.sources()))
    assert reading.state == "reading"
    assert count(reading.reader(), EVERY_RUN) == MEMORY_SOURCES + 6
    assert count(nothing_read(), EVERY_RUN) == 0


def test_changed_new_and_vanished_files_are_followed_by_a_reload(many: Path) -> None:
    catalog = stored(many)
    run_file(many / "000.json", "changed", label="new label")
    (many / "001.json").unlink()
    run_file(many / "zzz.json")
    (many / "bad.json").write_text("{")
    catalog.reload()
    finished(catalog)
    rows = catalog.rows()
    assert (rows[0].label, rows[1].source, rows[-1].source) == ("new label", "002.json", "zzz.json")
    assert [one.source for one in catalog.unreadable()] == ["bad.json"]


def test_a_run_that_is_followed_is_read_anew_before_the_index_is(many: Path) -> None:
    catalog = stored(many)
    row = catalog.rows()[0]
    assert not catalog.read_again(row)
    time.sleep(0.01)
    run_file(many / "000.json", "a longer text than before", label="grown")
    assert catalog.read_again(row)
    (newer,) = catalog.rows_of_key(row.key)
    assert newer.label == "grown"
    assert catalog.run(newer).label == "grown"
