"""What a comparison of a filter line means to DuckDB: a column or a value of a map against values, as parameters."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from viewer.index.filter_line.tree import Missing, Operator, Value
from viewer.model.position import json_path

_EXACT = 2**53
"""Numbers of arguments are held as floats: whole numbers above it are compared as text."""
_LARGEST = 2**63 - 1
_WITHOUT_CASE = re.compile(r"[!-@\[-`{-~]+")
"""ASCII that no letter of either case is written as."""
_WORTH_A_LOOK = 3
"""Characters: fewer stand nearly everywhere."""


@dataclass(frozen=True)
class Condition:
    """A condition on a row of `runs`, with the values of its `?` in order."""

    sql: str
    parameters: tuple[Any, ...] = ()


EVERY_RUN = Condition("true")


def joined(word: str, conditions: list[Condition]) -> Condition:
    """Several conditions with ` and ` or ` or ` between them."""
    if len(conditions) == 1:
        return conditions[0]
    sql = word.join(one.sql for one in conditions)
    return Condition(f"({sql})", tuple(value for one in conditions for value in one.parameters))


def compared(column: str, operator: Operator, values: tuple[Value, ...]) -> Condition:
    """A column with a value; what is not recorded equals nothing but `none`."""
    value = values[0]
    if operator == "in":
        return joined(" or ", [compared(column, "=", (one,)) for one in values])
    if isinstance(value, Missing):
        return Condition(f"({column} is {'not ' * (operator == '!=')}null)")
    if operator == "~":
        return contains(column, str(value))
    if isinstance(value, date) and not isinstance(value, datetime):
        return _compared_day(column, operator, value)
    if operator == "!=":
        return Condition(f"({column} is distinct from ?)", (_parameter(value),))
    return Condition(f"coalesce({column} {operator} ?, false)", (_parameter(value),))


def _compared_day(column: str, operator: Operator, day: date) -> Condition:
    start = datetime.combine(day, time(), UTC)
    end = start + timedelta(days=1) if day < date.max else start
    within = Condition(f"coalesce({column} >= ? and {column} < ?, false)", (start, end))
    match operator:
        case "=":
            return within
        case "!=":
            return Condition(f"(not {within.sql})", within.parameters)
        case ">" | "<=":
            return Condition(f"coalesce({column} {'>=' if operator == '>' else '<'} ?, false)", (end,))
        case _:
            return Condition(f"coalesce({column} {operator} ?, false)", (start,))


def contains(column: str, text: str) -> Condition:
    """Whether a text stands in a column, in any case; as a pattern, which is quicker, where nothing in it is one."""
    if any(one in text for one in "%_\\"):
        return Condition(f"coalesce(contains(lower({column}), ?), false)", (text.lower(),))
    found = Condition(f"coalesce({column} ilike ?, false)", (f"%{text}%",))
    piece = max(_WITHOUT_CASE.findall(text), key=len, default="")
    if len(piece) < _WORTH_A_LOOK:
        return found
    # Bytes are looked for twice as quickly as letters of either case, and few rows are left for these. Without a value
    # the first is null and the second false, and both together are false.
    return joined(" and ", [Condition(f"contains({column}, ?)", (piece,)), found])


def in_map(columns: tuple[str, str | None], path: str, operator: Operator, values: tuple[Value, ...]) -> Condition:
    """A value of a map of texts; numbers are compared as numbers, or as the text that the file holds."""
    if operator == "in":
        return joined(" or ", [in_map(columns, path, "=", (one,)) for one in values])
    if operator == "!=" and not isinstance(values[0], Missing):
        equal = in_map(columns, path, "=", values)
        there = _at(columns[0], path)
        return Condition(f"({there.sql} is not null and not {equal.sql})", (*there.parameters, *equal.parameters))
    text, value = _at(columns[0], path), values[0]
    if isinstance(value, bool):
        value = "true" if value else "false"
    if not isinstance(value, int | float):
        found = compared(text.sql, operator, (value,))
        return Condition(found.sql, (*text.parameters, *found.parameters))
    number = Condition(f"try_cast({text.sql} as double)", text.parameters)
    if columns[1] is not None:
        number = _at(columns[1], path)
    as_number = Condition(f"coalesce({number.sql} {operator} ?, false)", (*number.parameters, float(value)))
    if operator == "=" and (abs(value) > _EXACT or columns[1] is None):
        as_text = Condition(f"coalesce({text.sql} = ?, false)", (*text.parameters, str(value)))
        return as_text if abs(value) > _EXACT else joined(" or ", [as_number, as_text])
    return as_number  # numbers that the file holds as text are among the numbers of the index


def _at(column: str, path: str) -> Condition:
    """The value at a path; a name that needs quotes stands under its JSONPath."""
    whole = json_path((path,))
    if whole == path:
        return Condition(f"{column}[?]", (path,))
    return Condition(f"coalesce({column}[?], {column}[?])", (path, whole))


def _parameter(value: Value) -> Any:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > _LARGEST:
        return float(value)
    return value
