import json
import threading
import time
from itertools import count
from pathlib import Path

import pytest

from viewer import load
from viewer.errors import RunFileError
from viewer.index import extract
from viewer.index.extract import Extracted
from viewer.index.pool import Chunk
from viewer.model.source import Source
from viewer.ui import catalog as catalog_module
from viewer.ui import catalog_reading
from viewer.ui.catalog import Catalog, Progress
from viewer.ui.run_cache import RunCache


def run_file(path: Path, text: str = "hello") -> Path:
    path.write_text(json.dumps([{"role": "user", "content": text}, {"role": "assistant", "content": "x"}]))
    return path


def read(*paths: Path) -> Catalog:
    catalog = Catalog(tuple(map(str, paths)), RunCache())
    finish(catalog)
    return catalog


def finish(catalog: Catalog) -> Progress:
    deadline = time.monotonic() + 20
    while catalog.progress().state == "reading":
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return catalog.progress()


def test_every_source_gives_rows_or_a_reason(tmp_path: Path) -> None:
    run_file(tmp_path / "a.json")
    (tmp_path / "b.json").write_text("{")
    catalog = read(tmp_path)
    assert [row.source for row in catalog.rows()] == ["a.json"]
    assert [row.source for row in catalog.unreadable()] == ["b.json"]
    assert catalog.progress() == Progress("done", 2, 2, True, None)


def test_a_run_is_found_by_its_key_and_given_whole(tmp_path: Path) -> None:
    run_file(tmp_path / "a.json")
    catalog = read(tmp_path)
    (row,) = catalog.rows()
    assert catalog.rows_of_key(row.key) == (row,)
    assert catalog.run(row).run_id == row.run_id
    assert catalog.rows_of_key("0" * 16) == ()


def test_a_changed_source_is_refused_until_it_is_read_again(tmp_path: Path) -> None:
    path = run_file(tmp_path / "a.json")
    catalog = read(tmp_path)
    run_file(path, "another question")
    with pytest.raises(RunFileError, match="changed after it was read"):
        catalog.run(catalog.rows()[0])
    catalog.reload()
    finish(catalog)
    assert catalog.run(catalog.rows()[0]).messages[0].blocks[0].text == "another question"  # type: ignore[union-attr]  # a text by construction


def test_reload_reads_only_what_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    same, changed = run_file(tmp_path / "a.json"), run_file(tmp_path / "b.json")
    catalog = read(tmp_path)
    before = catalog.rows()
    monkeypatch.setattr(catalog_reading, "extract", None)  # what is read again would fail
    read_runs: list[str] = []
    monkeypatch.setattr(load, "runs", lambda source, _runs=load.runs: read_runs.append(source.name) or _runs(source))
    run_file(changed, "another question")
    (tmp_path / "c.json").write_text("{")
    catalog.reload()
    finish(catalog)
    after = catalog.rows()
    assert after[0] == before[0], same
    assert after[1] != before[1]
    assert sorted(read_runs) == ["b.json", "c.json"]


def test_changes_on_disk_are_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog_module, "SECONDS_BETWEEN_LOOKS", 0.0)
    changed, gone = run_file(tmp_path / "a.json"), run_file(tmp_path / "b.json")
    catalog = read(tmp_path)
    assert catalog.changes() == ()
    run_file(changed, "another question")
    gone.unlink()
    run_file(tmp_path / "c.json")
    run_file(tmp_path / "d.json")
    assert catalog.changes() == ("1 file no longer there", "1 file changed", "2 new files")


def first_rows(catalog: Catalog) -> int:
    """How many rows there are once there are any."""
    deadline = time.monotonic() + 20
    while not (found := len(catalog.rows())):
        assert time.monotonic() < deadline
        time.sleep(0.001)
    return found


@pytest.fixture
def second_chunk(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Reading waits before the second chunk of sources until this is set."""
    go_on, chunks = threading.Event(), count()

    def extract_all(chunk: Chunk, read_as: tuple[str, ...]) -> Extracted:
        if next(chunks):
            assert go_on.wait(20)
        return extract.extract_all(chunk, read_as)

    monkeypatch.setattr(catalog_reading, "extract_all", extract_all)
    return go_on


def test_a_stopped_reading_keeps_the_rows_it_has(tmp_path: Path, second_chunk: threading.Event) -> None:
    for number in range(400):
        run_file(tmp_path / f"{number:03}.json")
    catalog = Catalog((str(tmp_path),), RunCache())
    first_rows(catalog)
    catalog.stop()
    assert catalog.progress().stopping
    second_chunk.set()
    progress = finish(catalog)
    assert progress.state == "stopped"
    assert 0 < len(catalog.rows()) == progress.read < 400


def test_rows_come_before_the_last_source_is_read(tmp_path: Path, second_chunk: threading.Event) -> None:
    for number in range(300):
        run_file(tmp_path / f"{number:03}.json")
    catalog = Catalog((str(tmp_path),), RunCache())
    assert 0 < first_rows(catalog) < 300
    assert catalog.progress().state == "reading"
    second_chunk.set()
    finish(catalog)
    assert len(catalog.rows()) == 300


def test_a_big_file_holds_up_no_other_and_the_rows_stand_in_file_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_file(tmp_path / "a.json", "x" * 20_000)
    for name in "bcdefghi":
        run_file(tmp_path / f"{name}.json")
    others_seen = threading.Event()

    def extract_one(source: Source, read_as: tuple[str, ...]) -> Extracted:
        if source.name == "a.json":
            assert others_seen.wait(20)
        return extract.extract(source, read_as)

    monkeypatch.setattr(catalog_reading, "extract", extract_one)
    catalog = Catalog((str(tmp_path),), RunCache())
    first_rows(catalog)
    assert catalog.rows()[0].source != "a.json"
    others_seen.set()
    finish(catalog)
    assert [row.source for row in catalog.rows()] == [f"{name}.json" for name in "abcdefghi"]


def test_paths_that_do_not_exist_are_told(tmp_path: Path) -> None:
    progress = read(tmp_path / "nowhere").progress()
    assert progress.state == "failed"
    assert "does not exist" in str(progress.trouble)


def test_the_few_files_that_were_named_are_kept_for_opening(tmp_path: Path) -> None:
    run_file(tmp_path / "a.json")
    catalog = read(tmp_path / "a.json")
    (row,) = catalog.rows()
    assert catalog.cache.kept(catalog.source(row)) is not None


def lines_file(path: Path, *texts: str) -> Path:
    """A run of user messages, one a line."""
    path.write_text("".join(json.dumps({"role": "user", "content": text}) + "\n" for text in texts))
    return path


def test_a_source_that_grew_is_read_again_alone(tmp_path: Path) -> None:
    grown, other = lines_file(tmp_path / "a.jsonl", "one", "two"), run_file(tmp_path / "b.json")
    catalog = read(tmp_path)
    before = catalog.rows()
    assert not catalog.read_again(before[0])
    lines_file(grown, "one", "two", "three")
    assert catalog.read_again(before[0])
    assert [row.messages for row in catalog.rows()] == [3, 2], other
    assert catalog.rows()[1] == before[1]
    assert catalog.rows_of_key(before[0].key) == (catalog.rows()[0],)
    assert len(catalog.run(catalog.rows()[0]).messages) == 3


def test_a_source_that_is_unreadable_now_stays_as_it_was_read(tmp_path: Path) -> None:
    path = lines_file(tmp_path / "a.jsonl", "one", "two")
    catalog = read(path)
    (row,) = catalog.rows()
    path.write_text("")
    assert catalog.read_again(row)
    assert catalog.rows() == (row,)
    assert len(catalog.run(row, as_read=True).messages) == 2
    with pytest.raises(RunFileError, match="changed after it was read"):
        catalog.run(row)


def test_a_source_that_is_gone_cannot_be_read_again(tmp_path: Path) -> None:
    path = lines_file(tmp_path / "a.jsonl", "one", "two")
    catalog = read(path)
    path.unlink()
    with pytest.raises(RunFileError, match="no longer there"):
        catalog.read_again(catalog.rows()[0])
