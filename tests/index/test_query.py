from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from indexed import indexed, key_of

from viewer.index.filter_line.comparison import EVERY_RUN, Condition
from viewer.index.filter_line.parser import parse
from viewer.index.filter_line.sql import condition
from viewer.index.query import (
    FILE_ORDER,
    MANY,
    SORTS,
    Page,
    count,
    count_unreadable,
    neighbours,
    page,
    position,
    runs_of_identifier,
    runs_of_key,
    sort_named,
    unreadable,
)
from viewer.index.reader import IndexReader

STEPS = (3, 9, 1, 3, 9, 3, 0)
LABELS = ("Refund", None, "refund", "order", None, "a", "zz")


@pytest.fixture(scope="module")
def index() -> Iterator[IndexReader]:
    runs: list[dict[str, Any]] = [
        {"run_id": name, "model_requests": steps, "label": label, "findings": ["parity"] * (steps == 9)}
        for name, steps, label in zip("abcdefg", STEPS, LABELS, strict=True)
    ]
    runs[0] |= {"started": datetime(2026, 1, 2, tzinfo=UTC), "attributes": [("session", "S-1")]}
    runs[1] |= {"started": datetime(2026, 1, 1, tzinfo=UTC), "calls": [{"call_id": "toolu_1", "tool": "t"}]}
    runs.append({"run_id": "broken", "reason": "holds no run", "key": None})
    with indexed(*runs) as made:
        yield made


def ids(found: Page) -> str:
    return "".join(one.row.run_id for one in found.runs)


def walked(index: IndexReader, sort: str, size: int, where: Condition = EVERY_RUN) -> list[str]:
    pages: list[str] = []
    after: int | None = None
    while True:
        found = page(index, where, SORTS[sort], size, after=after)
        pages.append(ids(found))
        if not found.has_after:
            return pages
        after = found.runs[-1].number


@pytest.mark.parametrize(
    ("sort", "order"),
    [(FILE_ORDER, "abcdefg"), ("most steps", "beadfcg"), ("fewest steps", "gcadfbe"), ("newest", "abcdefg"),
     ("oldest", "bacdefg"), ("label", "fdacgbe"), ("most findings", "beacdfg")],
)  # fmt: skip
def test_runs_are_sorted_with_those_without_a_value_last(index: IndexReader, sort: str, order: str) -> None:
    assert "".join(walked(index, sort, 100)) == order


@pytest.mark.parametrize("sort", SORTS)
def test_pages_by_key_hold_every_run_once_in_the_same_order_forwards_and_backwards(
    index: IndexReader, sort: str
) -> None:
    whole = "".join(walked(index, sort, 100))
    forwards = walked(index, sort, 2)
    assert "".join(forwards) == whole and sorted(whole) == list("abcdefg")
    before, backwards = runs_of_key(index, key_of(whole[-1]))[0].number, [whole[-1]]
    while True:
        found = page(index, EVERY_RUN, SORTS[sort], 2, before=before)
        backwards.append(ids(found))
        assert found.has_after
        if not found.has_before:
            break
        before = found.runs[0].number
    assert "".join(reversed(backwards)) == whole


def test_a_page_beside_a_run_that_is_gone_is_the_first(index: IndexReader) -> None:
    found = page(index, EVERY_RUN, SORTS[FILE_ORDER], 2, after=10**15)
    assert ids(found) == "ab" and not found.has_before


@pytest.mark.parametrize("sort", [FILE_ORDER, "most steps", "label"])
def test_the_neighbours_of_a_run_are_those_of_its_list(index: IndexReader, sort: str) -> None:
    where = condition(parse("steps > 1"))
    order = "".join(walked(index, sort, 100, where))
    for at, name in enumerate(order):
        found = neighbours(index, where, SORTS[sort], key_of(name))
        assert found.previous == (key_of(order[at - 1]) if at else None)
        assert found.next == (key_of(order[at + 1]) if at + 1 < len(order) else None)
        assert (found.position, found.total) == (at + 1, len(order))


def test_a_run_that_does_not_pass_has_no_place_in_the_list(index: IndexReader) -> None:
    found = neighbours(index, condition(parse("steps > 1")), SORTS[FILE_ORDER], key_of("c"))
    assert (found.previous, found.next, found.position, found.total) == (None, None, None, 5)


def test_counts_leave_out_what_is_unreadable(index: IndexReader) -> None:
    assert count(index, EVERY_RUN) == 7
    assert count_unreadable(index) == 1
    assert [(one.source, one.reason) for one in unreadable(index)] == [("broken.json", "holds no run")]


def test_a_run_is_found_by_its_key_and_by_what_it_holds(index: IndexReader) -> None:
    assert [one.row.run_id for one in runs_of_key(index, key_of("c"))] == ["c"]
    found: Callable[[str], list[str]] = lambda words: [one.row.run_id for one in runs_of_identifier(index, words)]  # noqa: E731  # three calls
    assert (found("g"), found("S-1"), found("toolu_1"), found("nothing")) == (["g"], ["a"], ["b"], [])


def test_findings_come_with_the_row(index: IndexReader) -> None:
    assert page(index, EVERY_RUN, SORTS["most steps"], 1).runs[0].findings == ("parity",)


def test_file_order_of_very_many_runs_is_that_of_the_index() -> None:
    assert sort_named(FILE_ORDER, MANY) != SORTS[FILE_ORDER] == sort_named(FILE_ORDER, MANY - 1)
    assert sort_named("label", MANY) == SORTS["label"]


def test_a_page_says_where_it_stands(index: IndexReader) -> None:
    (third,) = runs_of_key(index, key_of("a"))
    assert position(index, EVERY_RUN, SORTS["most steps"], third.number) == 3
    assert position(index, EVERY_RUN, SORTS["most steps"], 10**15) == 1
