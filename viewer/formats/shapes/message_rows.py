"""Rows of a data set: every line or entry holds the whole list of one run, and an id that no other row has."""

from itertools import pairwise
from typing import Any

_IDS = (
    "traj_id", "trajectory_id", "instance_id", "custom_id", "uuid", "conversation_id", "session_id", "task_id", "id",
    "run_id",
)  # fmt: skip
_OF_CALLS = ("request", "response", "choices", "chunks")
_FEW = 50


def row_id_key(values: list[Any], key: str = "messages") -> str | None:
    """The field whose value tells one row from another; None: these are no rows.

    Logged requests have ids too, but each repeats the list of the one before it and adds to it.
    """
    rows = values[:_FEW]
    if len(rows) < 2 or not all(_is_row(row, key) for row in rows):
        return None
    if any(_extends(row[key], before[key]) for before, row in pairwise(rows)):
        return None
    return next((name for name in _IDS if _tells(rows, name)), None)


def _is_row(row: Any, key: str) -> bool:
    return type(row) is dict and type(row.get(key)) is list and not any(name in row for name in _OF_CALLS)


def _extends(messages: list[Any], before: list[Any]) -> bool:
    return len(messages) > len(before) > 0 and messages[: len(before)] == before


def _tells(rows: list[dict[str, Any]], name: str) -> bool:
    found = {row.get(name) for row in rows if type(row.get(name)) in (str, int)}
    return len(found) == len(rows)
