"""Stored rows: a row and a source come back from the tables as they went in."""

from pathlib import Path

from conftest import SAMPLES

from viewer import load
from viewer.index.extract import extract_all
from viewer.index.rows import rows
from viewer.index.stored_rows import SOURCE_COLUMNS, run_rows, source_of
from viewer.model.source import Part, Source


def test_rows_come_back_as_they_were() -> None:
    sources = list(load.sources([SAMPLES / "refund", SAMPLES / "claude_code"]))
    before = [row for source in sources for row in rows(load.runs(source))]
    assert run_rows(extract_all(sources).runs) == before


def test_a_source_of_several_parts_comes_back_with_all_of_them(tmp_path: Path) -> None:
    (plain,) = load.sources([SAMPLES / "refund/refund.json"])
    several = Source("odd\udcff.json", (*plain.parts, Part("/elsewhere/c.zip", "etag", 7, "inner/x.json")))
    for source in (plain, several):
        (values,) = extract_all([source]).runs.select(list(SOURCE_COLUMNS)).to_pylist()
        assert source_of(values) == source
