from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from indexed import indexed, key_of

from viewer.index.filter_line.comparison import EVERY_RUN
from viewer.index.filter_line.parser import parse
from viewer.index.filter_line.sql import condition
from viewer.index.filter_line.tree import Attribute
from viewer.index.query_counts import FACETS, Counted, facet, occurrence, release_field
from viewer.index.reader import IndexReader


def at(hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 1, 1, hour, minute, tzinfo=UTC)


@pytest.fixture(scope="module")
def index() -> Iterator[IndexReader]:
    with indexed(
        {"run_id": "a", "label": "x", "started": at(5, 30), "attributes": [("release", "v2")], "findings": ["p", "q"]},
        {"run_id": "b", "label": "x", "started": at(3), "attributes": [("release", "v1")], "findings": ["p"]},
        {"run_id": "c", "label": None, "started": at(5, 59), "attributes": [("release", "v2")]},
        {"run_id": "d", "label": "y", "model": "m"},
    ) as made:
        yield made


def test_a_facet_counts_each_value_and_what_is_not_recorded(index: IndexReader) -> None:
    assert facet(index, FACETS["label"], EVERY_RUN) == [Counted("x", 2), Counted("y", 1), Counted(None, 1)]
    assert facet(index, FACETS["finding"], EVERY_RUN) == [Counted("p", 2), Counted(None, 2), Counted("q", 1)]


def test_a_facet_counts_only_runs_that_pass(index: IndexReader) -> None:
    assert facet(index, FACETS["label"], condition(parse("model = m"))) == [Counted("y", 1)]


def test_runs_are_counted_by_hour_and_release_with_the_first(index: IndexReader) -> None:
    found = occurrence(index, EVERY_RUN)
    assert (found.runs, found.undated, found.first, found.last) == (4, 1, at(3), at(5, 59))
    assert found.first_key == key_of("b")
    assert found.by_hour == ((at(3), 1), (at(5), 2)) and not found.by_day
    assert found.releases == (Counted("v1", 1), Counted("v2", 2), Counted(None, 1))
    assert release_field(found) == Attribute("release")


def test_many_hours_become_days(index: IndexReader) -> None:
    found = occurrence(index, EVERY_RUN, most=1)
    assert found.by_day and found.by_hour == ((at(0), 3),)


def test_without_a_release_nothing_is_told_of_one(index: IndexReader) -> None:
    found = occurrence(index, condition(parse("model = m")))
    assert found.release_attribute is None and release_field(found) is None and found.first_key is None


def test_hours_before_1970_are_those_of_their_own_day() -> None:
    early = datetime(1969, 12, 31, 22, 30, tzinfo=UTC)
    with indexed({"run_id": "a", "started": early}) as old:
        assert occurrence(old, EVERY_RUN).by_hour == ((early.replace(minute=0), 1),)
