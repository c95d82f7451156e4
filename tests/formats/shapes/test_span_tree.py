"""Spans in order, with their parents, whatever order and whatever circles the file has."""

from typing import Any

from viewer.decode.document import Record
from viewer.formats.shapes.span_tree import by_trace, tree
from viewer.formats.shapes.spans import Span


def span(number: int, span_id: str | None, parent: str | None = None, started: int | None = None, **more: Any) -> Span:
    return Span(Record(number, {}), more.get("trace", "t"), span_id, parent, "other", "", started, None)


def ids(spans: list[Span]) -> list[str | None]:
    return [one.id for one in spans]


def test_spans_are_ordered_by_start_then_depth_then_record() -> None:
    found = tree([span(1, "c", "b", 5), span(2, "b", "a", 5), span(3, "a", None, 5), span(4, "d", "a", 1)])
    assert ids(found.spans) == ["d", "a", "b", "c"]
    assert found.parents == [1, -1, 1, 2]
    assert found.roots == [1]


def test_a_span_without_a_start_stands_with_its_parent() -> None:
    found = tree([span(1, "x", "b"), span(2, "a", None, 1), span(3, "b", "a", 5), span(4, "c", "a", 3)])
    assert ids(found.spans) == ["a", "c", "b", "x"]


def test_each_index_follows_its_parent_s_downward() -> None:
    found = tree([span(number, str(number), str(number + 1), number) for number in range(50)])
    seen: set[int] = set()
    for index in found.downward:
        assert found.parents[index] in {-1, *seen}
        seen.add(index)


def test_a_parent_that_is_not_in_the_file_makes_a_root_and_is_counted() -> None:
    found = tree([span(1, "a", "gone", 1), span(2, "b", "a", 2)])
    assert (found.orphans, found.roots) == (1, [0])


def test_spans_that_are_each_other_s_parents_are_all_kept() -> None:
    found = tree([span(1, "a", "b", 1), span(2, "b", "c", 2), span(3, "c", "a", 3), span(4, "d", "d", 4)])
    assert sorted(str(one) for one in ids(found.spans)) == ["a", "b", "c", "d"]
    assert len(found.roots) == 2
    assert len(found.downward) == 4


def test_a_second_span_with_an_id_stands_apart() -> None:
    found = tree([span(1, "a", None, 1), span(2, "a", None, 2)])
    assert [one.record.number for one in found.again] == [2]
    assert len(found.spans) == 1


def test_very_deep_trees_need_no_deep_stack() -> None:
    count = 50_000
    found = tree([span(number, str(number), str(number - 1) if number else None, 0) for number in range(count)])
    assert ids(found.spans)[-1] == str(count - 1)


def test_traces_come_in_the_order_of_their_start() -> None:
    spans = [
        span(1, "a", None, 9, trace="late"),
        span(2, "b", None, 1, trace="early"),
        span(3, "c", "a", 2, trace="late"),
    ]
    assert [ids(group) for group in by_trace(spans)] == [["b"], ["a", "c"]]


def test_spans_without_a_trace_belong_to_that_of_their_root() -> None:
    spans = [
        span(1, "b", "a", 2, trace=None),
        span(2, "a", None, 1, trace=None),
        span(3, "x", None, 3, trace=None),
        span(4, None, "a", 4, trace=None),
        span(5, None, None, 5, trace=None),
        span(6, "l", "m", 6, trace=None),
        span(7, "m", "l", 7, trace=None),
    ]
    assert [[one.record.number for one in group] for group in by_trace(spans)] == [[1, 2, 4], [3], [5], [6, 7]]
