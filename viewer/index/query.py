"""A page of the runs that a condition lets through, in any order, found by key and never by counting rows off."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from viewer.index.filter_line.comparison import Condition
from viewer.index.query_limit import limited_rows, limited_table
from viewer.index.reader import IndexReader
from viewer.index.rows import RunRow, UnreadableRow
from viewer.index.stored_rows import COLUMNS, run_rows
from viewer.index.tables import RUNS

_INPUT = "(input_tokens + coalesce(cache_read_input_tokens, 0) + coalesce(cache_creation_input_tokens, 0))"
_LONG_COLUMNS = ("uri", "version", "attributes_json", "turn_steps", "prompt_tokens")
"""No table shows them, and reading them for rows that stand anywhere takes as long as all others together."""
_SHORT_COLUMNS = ", ".join((*(name for name in COLUMNS if name not in _LONG_COLUMNS), "findings", "run_row"))
_ROW_COLUMNS = ", ".join((*COLUMNS, "findings", "run_row"))


@dataclass(frozen=True)
class Sort:
    """An order: by a column, runs without a value last, equal ones in the order in which they were indexed."""

    column: str
    descending: bool = False


FILE_ORDER = "file order"
SORTS: dict[str, Sort] = {
    FILE_ORDER: Sort("replace(source, '/', chr(1))"),
    "most steps": Sort("model_requests", True),
    "fewest steps": Sort("model_requests"),
    "most errors": Sort("error_results", True),
    "most calls": Sort("tool_calls", True),
    "most messages": Sort("messages", True),
    "most findings": Sort("len(findings)", True),
    "most input tokens": Sort(_INPUT, True),
    "most output tokens": Sort("output_tokens", True),
    "most expensive": Sort("cost", True),
    "longest": Sort("seconds", True),
    "shortest": Sort("seconds"),
    "newest": Sort("started", True),
    "oldest": Sort("started"),
    "label": Sort("lower(label)"),
    "task": Sort("task"),
    "model": Sort("lower(model)"),
    "outcome": Sort("outcome"),
    "exit": Sort("exit_status"),
}
"""Orders by the names that the page and the URL give them."""


MANY = 200_000
"""From so many runs on, sorting them by the names of their files takes too long."""


def sort_named(name: str, runs: int) -> Sort:
    """The order of a name; of very many runs file order is the order in which they were indexed.

    Args:
        name: one of SORTS.
        runs: how many there are in all.
    """
    return Sort("run_row") if name == FILE_ORDER and runs >= MANY else SORTS[name]


@dataclass(frozen=True)
class IndexedRun:
    """A row of the runs table."""

    row: RunRow
    """Of a page that was not asked for whole rows, uri, version and attributes are empty."""
    findings: tuple[str, ...]
    """Codes, each once."""
    number: int
    """By which a page beside it is asked for; it changes when the source is read anew."""


@dataclass(frozen=True)
class Page:
    """Some runs that follow one another in an order."""

    runs: tuple[IndexedRun, ...]
    has_before: bool
    has_after: bool


@dataclass(frozen=True)
class Neighbours:
    """Where a run stands in its list."""

    previous: str | None
    """Key of the run before it; None: it is the first."""
    next: str | None
    position: int | None
    """From 1; None: the run is not in the list."""
    total: int


def count(reader: IndexReader, where: Condition) -> int:
    """How many runs pass."""
    return int(limited_rows(reader, f"SELECT count(*) FROM runs WHERE {where.sql}", where.parameters)[0][0])


def page(
    reader: IndexReader,
    where: Condition,
    sort: Sort,
    size: int,
    after: int | None = None,
    before: int | None = None,
    whole: bool = False,
) -> Page:
    """So many runs from the first on, or those beside a run.

    Args:
        after: the number of the run before the page; one that is not there any more is as good as none.
        before: the number of the run after the page.
        whole: the rows with their addresses and attributes, which a table does not show.
    """
    backwards = after is None and before is not None
    number = before if backwards else after
    place = None if number is None else _place(reader, "run_row", number, sort)
    beside = Condition("true") if place is None else _beside(sort, place, backwards)
    order = _order(sort, backwards)
    found = limited_rows(
        reader,
        f"SELECT run_row FROM runs WHERE {where.sql} AND {beside.sql} ORDER BY {order} LIMIT ?",
        (*where.parameters, *beside.parameters, size + 1),
    )
    numbers = [number for (number,) in found[:size]]
    is_more = len(found) > size
    if backwards:
        numbers.reverse()
    is_beside = place is not None
    runs = tuple(_runs(reader, numbers, whole))
    return Page(runs, is_more if backwards else is_beside, is_beside if backwards else is_more)


def neighbours(reader: IndexReader, where: Condition, sort: Sort, key: str) -> Neighbours:
    """The runs before and after one in an order."""
    total, place = count(reader, where), _place(reader, "key", key, sort)
    if place is None:
        return Neighbours(None, None, None, total)
    is_in = limited_rows(
        reader, f"SELECT 1 FROM runs WHERE run_row = ? AND {where.sql}", (place.number, *where.parameters)
    )
    if not is_in:
        return Neighbours(None, None, None, total)
    earlier, later = (_beside(sort, place, backwards) for backwards in (True, False))
    position = limited_rows(
        reader,
        f"SELECT count(*) FROM runs WHERE {where.sql} AND {earlier.sql}",
        (*where.parameters, *earlier.parameters),
    )[0][0]
    found: list[str | None] = []
    for beside, backwards in ((earlier, True), (later, False)):
        rows = limited_rows(
            reader,
            f"SELECT key FROM runs WHERE {where.sql} AND {beside.sql} ORDER BY {_order(sort, backwards)} LIMIT 1",
            (*where.parameters, *beside.parameters),
        )
        found.append(rows[0][0] if rows else None)
    return Neighbours(found[0], found[1], int(position) + 1, total)


def position(reader: IndexReader, where: Condition, sort: Sort, number: int) -> int:
    """From 1 on: where a run stands among those that pass; of one that is not there 1."""
    place = _place(reader, "run_row", number, sort)
    if place is None:
        return 1
    earlier = _beside(sort, place, backwards=True)
    return 1 + count(reader, Condition(f"({where.sql} AND {earlier.sql})", (*where.parameters, *earlier.parameters)))


def runs_of_key(reader: IndexReader, key: str) -> list[IndexedRun]:
    """The runs with this key: one, or several where two given folders hold files of the same name."""
    return _runs(
        reader, [number for (number,) in limited_rows(reader, "SELECT run_row FROM runs WHERE key = ?", (key,))]
    )


def runs_of_identifier(reader: IndexReader, identifier: str, most: int = 200) -> list[IndexedRun]:
    """The runs that hold this as their id, an attribute or the id of a call; where none does, as an argument of one."""
    of_call = "run_row IN (SELECT run_row FROM calls WHERE call_id = ?)"
    sql = f"run_id = ? OR list_contains(map_values(attributes), ?) OR {of_call}"
    found = _numbers(reader, sql, (identifier,) * 3, most)
    if not found:
        sql = "run_row IN (SELECT run_row FROM calls WHERE list_contains(map_values(arguments), ?))"
        found = _numbers(reader, sql, (identifier,), most)
    return _runs(reader, found)


def _numbers(reader: IndexReader, where: str, parameters: tuple[str, ...], most: int) -> list[int]:
    order = _order(SORTS[FILE_ORDER], backwards=False)
    sql = f"SELECT run_row FROM runs WHERE {where} ORDER BY {order} LIMIT ?"
    return [number for (number,) in limited_rows(reader, sql, (*parameters, most))]


def unreadable(reader: IndexReader, most: int = 1_000) -> list[UnreadableRow]:
    """The sources that hold no readable run, with the reason of each."""
    found = limited_rows(reader, "SELECT source, uri, reason, formats FROM unreadable ORDER BY source LIMIT ?", (most,))
    return [UnreadableRow(source, uri, reason, tuple(formats or ())) for source, uri, reason, formats in found]


def count_unreadable(reader: IndexReader) -> int:
    """How many sources hold no readable run."""
    return int(limited_rows(reader, "SELECT count(*) FROM unreadable")[0][0])


@dataclass(frozen=True)
class _Place:
    """Where a run stands in an order."""

    value: Any
    number: int


def _place(reader: IndexReader, column: str, value: str | int, sort: Sort) -> _Place | None:
    found = limited_rows(reader, f"SELECT {sort.column}, run_row FROM runs WHERE {column} = ? LIMIT 1", (value,))
    return _Place(*found[0]) if found else None


def _order(sort: Sort, backwards: bool) -> str:
    direction = "DESC" if sort.descending != backwards else "ASC"
    return (
        f"{sort.column} {direction} NULLS {'FIRST' if backwards else 'LAST'}, run_row {'DESC' if backwards else 'ASC'}"
    )


def _beside(sort: Sort, place: _Place, backwards: bool) -> Condition:
    """The runs that stand after a place, or before it."""
    column, tie = sort.column, "<" if backwards else ">"
    if place.value is None:
        tied = f"({column} IS NULL AND run_row {tie} ?)"
        return Condition(f"({column} IS NOT NULL OR {tied})" if backwards else tied, (place.number,))
    further = "<" if sort.descending != backwards else ">"
    rest = "" if backwards else f" OR {column} IS NULL"
    return Condition(
        f"({column} {further} ? OR ({column} = ? AND run_row {tie} ?){rest})", (place.value, place.value, place.number)
    )


def _runs(reader: IndexReader, numbers: Sequence[int], whole: bool = True) -> list[IndexedRun]:
    """The rows with these numbers, in their order."""
    if not numbers:
        return []
    marks, columns = ", ".join("?" * len(numbers)), _ROW_COLUMNS if whole else _SHORT_COLUMNS
    table = limited_table(reader, f"SELECT {columns} FROM runs WHERE run_row IN ({marks})", numbers)
    if not whole:
        for name in _LONG_COLUMNS:
            empty = "" if name in ("uri", "version") else None
            table = table.append_column(name, pa.array([empty] * table.num_rows, RUNS.field(name).type))
    findings, order = table.column("findings").to_pylist(), table.column("run_row").to_pylist()
    by_number = {
        number: IndexedRun(row, tuple(codes or ()), number)
        for row, codes, number in zip(run_rows(table), findings, order, strict=True)
    }
    return [by_number[number] for number in numbers if number in by_number]
