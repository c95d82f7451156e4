"""Rows behind the rows that they follow, whatever order the file has."""

import time
from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.formats.ankole_tree import Tree, tree


def row(own: str, before: str | None = None, at: int | None = None, **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = {"id": own, "previous_message_id": before, **more}
    return made if at is None else {**made, "inserted_at": f"2026-01-01T00:{at // 60:02d}:{at % 60:02d}Z"}


def made(*rows: Any) -> Tree:
    return tree([Record(number, value) for number, value in enumerate(rows, 1)])


def order(found: Tree) -> list[tuple[int, int]]:
    return [(place.record.number, place.parent) for place in found.places[1:]]


def test_a_file_that_lists_the_newest_first_is_read_from_the_oldest() -> None:
    assert order(made(row("c", "b"), row("b", "a"), row("a"))) == [(3, 0), (2, 1), (1, 2)]


def test_rows_stand_by_their_time_where_each_has_one() -> None:
    assert order(made(row("b", None, 2), row("a", None, 1))) == [(2, 0), (1, 0)]
    assert order(made(row("b", None, 2), row("a", None))) == [(1, 0), (2, 0)]


def test_a_time_never_puts_a_row_ahead_of_the_one_it_follows() -> None:
    assert order(made(row("b", "a", 1), row("a", None, 2))) == [(2, 0), (1, 1)]


def test_a_row_whose_parent_is_elsewhere_begins_a_path_and_is_loose() -> None:
    found = made(row("b", "gone"))
    assert order(found) == [(1, 0)]
    assert found.places[1].is_loose


def test_a_circle_is_cut_and_told() -> None:
    found = made(row("a", "b"), row("b", "a"), row("c", "c"))
    assert sorted(number for number, _ in order(found)) == [1, 2, 3]
    assert found.has_circle


def test_a_row_that_stands_twice_is_a_copy_and_another_with_its_id_is_none() -> None:
    found = made(row("a"), row("a"), row("a", None, None, content=[1]))
    assert [(record.number, first) for record, first in found.copies] == [(2, 1)]
    assert order(found) == [(1, 0), (3, 0)]


def test_what_is_no_row_stays_behind_the_one_before_it() -> None:
    found = tree([Record(1, row("a", None, 5)), BadRecord(2, "bad"), Record(3, 7), Record(4, row("b", "a", 1))])
    assert [place.record.number for place in found.places[1:]] == [1, 4, 2, 3]
    assert not any(place.is_loose for place in found.places)


def test_only_complete_rows_are_visible() -> None:
    found = made(row("a", status="complete"), row("b", status="error"), row("c", status=None), row("d"))
    assert [place.is_visible for place in found.places[1:]] == [True, False, False, True]


def test_its_time_grows_with_the_rows_and_not_faster() -> None:
    def seconds(count: int) -> float:
        rows = [row(str(number), str(number - 1)) for number in range(count)]
        started = time.thread_time()
        made(*reversed(rows))
        return time.thread_time() - started

    assert min(seconds(16_000) for _ in range(3)) < 40 * max(min(seconds(2_000) for _ in range(3)), 0.002)
