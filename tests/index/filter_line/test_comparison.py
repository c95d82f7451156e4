"""A comparison as SQL, asked of DuckDB itself."""

from datetime import date
from typing import Any

import duckdb
import pytest

from viewer.index.filter_line.comparison import Condition, compared, contains, in_map, joined
from viewer.index.filter_line.tree import Missing

ROWS = """(values
    (1, 'a', timestamptz '2026-01-31 10:00:00+00'),
    (2, 'B%', null),
    (null, null, timestamptz '2026-02-01 00:00:00+00')
) as t(n, word, started)"""


def passing(found: Condition) -> list[Any]:
    query = f"select count(*) from {ROWS} where {found.sql}"
    return [row[0] for row in duckdb.execute(query, found.parameters).fetchall()]


@pytest.mark.parametrize(
    ("found", "count"),
    [
        (compared("n", "=", (1,)), 1),
        (compared("n", "!=", (1,)), 2),
        (compared("n", "in", (1, 2)), 2),
        (compared("n", "=", (Missing(),)), 1),
        (compared("n", "!=", (Missing(),)), 2),
        (compared("n", "<", (2**70,)), 2),
        (compared("word", "~", ("b%",)), 1),
        (compared("word", "~", ("A",)), 1),
        (compared("started", "=", (date(2026, 1, 31),)), 1),
        (compared("started", ">", (date(2026, 1, 31),)), 1),
        (compared("started", "<=", (date(2026, 1, 31),)), 1),
        (joined(" and ", [compared("n", "=", (1,)), compared("word", "=", ("a",))]), 1),
    ],
)
def test_what_is_not_recorded_equals_nothing_and_a_day_is_the_whole_day(found: Condition, count: int) -> None:
    assert passing(found) == [count]


@pytest.mark.parametrize(("value", "count"), [("8900", 1), (8900, 1), (8900.5, 0), (Missing(), 0)])
def test_a_value_of_a_map_is_compared_as_the_number_or_text_that_it_is(value: Any, count: int) -> None:
    held = "(select map(['amount'], ['8900']) as texts)"
    found = in_map(("texts", None), "amount", "=", (value,))
    assert duckdb.execute(f"select count(*) from {held} where {found.sql}", found.parameters).fetchall() == [(count,)]


@pytest.mark.parametrize("text", ["run-1234", "RUN-1234", "n-1234", "ün-1234", "ÜN-1234"])
def test_a_text_with_digits_is_found_in_any_case_of_its_letters(text: str) -> None:
    found = contains("value", text)
    rows = duckdb.sql(
        "SELECT * FROM (VALUES ('RUN-12345'), ('Run-1234'), ('run-123'), ('ÜN-1234'), (NULL)) AS v(value)"
    )
    slow = rows.filter(f"contains(lower(value), '{text.lower()}')").fetchall()
    sql = f"SELECT * FROM rows WHERE {found.sql}"
    assert duckdb.sql(sql, params=list(found.parameters)).fetchall() == slow != []
    assert "ilike" in found.sql and "contains" in found.sql
