import json
from pathlib import Path

from viewer import load
from viewer.model.source import Source
from viewer.ui.run_cache import RunCache


def source_of(path: Path, text: str = "hello") -> Source:
    path.write_text(json.dumps([{"role": "user", "content": text}, {"role": "assistant", "content": "x"}]))
    return next(load.sources([path]))


def test_a_source_is_read_once_a_version(tmp_path: Path) -> None:
    cache, first = RunCache(), source_of(tmp_path / "a.json")
    assert cache.runs(first) is cache.runs(first)
    second = source_of(tmp_path / "a.json", "longer than before")
    assert cache.runs(second) is not cache.runs(first)


def test_the_runs_used_longest_ago_make_room_for_new_ones(tmp_path: Path) -> None:
    sources = [source_of(tmp_path / f"{name}.json") for name in "abc"]
    cache = RunCache(budget=2 * sources[0].size)
    cache.runs(sources[0])
    cache.runs(sources[1])
    cache.runs(sources[0])
    cache.runs(sources[2])
    assert [cache.kept(source) is not None for source in sources] == [True, False, True]


def test_a_source_larger_than_the_budget_is_kept_alone(tmp_path: Path) -> None:
    sources = [source_of(tmp_path / f"{name}.json") for name in "ab"]
    cache = RunCache(budget=1)
    for source in sources:
        cache.runs(source)
    assert [cache.kept(source) is not None for source in sources] == [False, True]
