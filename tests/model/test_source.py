"""Sources of several parts."""

from viewer.model.source import Part, Source

MAIN, OTHER = Part("a.jsonl", "v1", 10), Part("a/b.jsonl", "w1", 5)


def test_a_source_is_addressed_by_its_main_part_and_weighs_all() -> None:
    source = Source("a.jsonl", (MAIN, OTHER))
    assert (source.uri, source.size) == ("a.jsonl", 15)


def test_its_version_changes_with_any_part() -> None:
    versions = {
        Source("a", (MAIN, OTHER)).version,
        Source("a", (MAIN, Part("a/b.jsonl", "w2", 5))).version,
        Source("a", (Part("a.jsonl", "v2", 10), OTHER)).version,
        Source("a", (MAIN,)).version,
    }
    assert len(versions) == 4
