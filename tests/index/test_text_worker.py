from pathlib import Path

from viewer import load
from viewer.index.text import TextIndex
from viewer.index.text_worker import add_sources, batches
from viewer.model.source import Part, Source


def test_small_sources_come_first_and_a_group_is_worth_a_write() -> None:
    made = batches([Source(str(size), (Part(str(size), "1", size),)) for size in (9_000_000, 1, 3_000_000, 2_000_000)])
    assert [[source.size for source in group] for group in made] == [[1, 2_000_000], [3_000_000], [9_000_000]]
    assert [len(group) for group in batches([Source("a", (Part("a", "1", 1),))] * 100)] == [64, 36]


def test_a_source_that_cannot_be_read_counts_as_read(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{")
    sources = list(load.sources([tmp_path]))
    index = TextIndex(tmp_path / "index")
    add_sources(index, sources, ())
    assert len(index.versions()) == 1
