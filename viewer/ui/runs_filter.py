"""Which runs a list shows and in which order: the choices that stand in the URL."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, get_args
from urllib.parse import parse_qs, urlencode

from viewer.formats.registry import FORMATS
from viewer.index.rows import RunRow
from viewer.model.run import EndingKind, Outcome
from viewer.ui.identifiers import scalars

FORMAT_NAMES: tuple[str, ...] = tuple(format.name for format in FORMATS)
OUTCOMES: tuple[str, ...] = get_args(Outcome)
ENDINGS: tuple[str, ...] = get_args(EndingKind)
FILE_ORDER = "file order"
_NEVER = datetime.min.replace(tzinfo=UTC)

_SORTS: dict[str, Callable[[RunRow], Any]] = {
    "most steps": lambda row: -row.model_requests,
    "fewest steps": lambda row: row.model_requests,
    "most errors": lambda row: -row.error_results,
    "most calls": lambda row: -row.tool_calls,
    "most input tokens": lambda row: -(input_tokens(row) or 0),
    "newest": lambda row: -(_started(row) - _NEVER).total_seconds(),
    "oldest": lambda row: (_started(row) == _NEVER, _started(row)),
    "label": lambda row: (row.label is None, (row.label or "").casefold()),
}
SORTS: tuple[str, ...] = (FILE_ORDER, *_SORTS)


@dataclass(frozen=True)
class RunFilter:
    """The choices of the Runs page; each empty one lets everything through."""

    text: str = ""
    """Words that all must stand in a run's label, task, model, format, id, exit status, file name or attributes."""
    formats: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    sort: str = FILE_ORDER

    def __bool__(self) -> bool:
        """Whether it can hide a run."""
        return bool(self.text.strip() or self.formats or self.outcomes or self.endings)

    def as_query(self) -> str:
        """The choices as a query string, for the links of one run."""
        query: list[tuple[str, str]] = [("text", self.text)] if self.text.strip() else []
        query += [("format", one) for one in self.formats]
        query += [("outcome", one) for one in self.outcomes]
        query += [("ending", one) for one in self.endings]
        query += [("sort", self.sort)] if self.sort != FILE_ORDER else []
        return urlencode(query)


def from_query(query: str) -> RunFilter:
    """The filter that `as_query` wrote; what it does not know is left out."""
    try:
        found = parse_qs(query, max_num_fields=100)
    except ValueError:
        found = {}
    sort = found.get("sort", [FILE_ORDER])[0]
    return RunFilter(
        found.get("text", [""])[0],
        _known(found.get("format", []), FORMAT_NAMES),
        _known(found.get("outcome", []), OUTCOMES),
        _known(found.get("ending", []), ENDINGS),
        sort if sort in SORTS else FILE_ORDER,
    )


def _known(values: list[str], options: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(value for value in values if value in options)


def matching(rows: Iterable[RunRow], chosen: RunFilter, identified: frozenset[str] = frozenset()) -> list[RunRow]:
    """The rows that the filter lets through, in its order.

    Args:
        identified: keys of the runs that hold the filter's text as an identifier; the text lets them through.
    """
    words = chosen.text.casefold().split()
    found = [
        row
        for row in rows
        if (not chosen.formats or row.format in chosen.formats)
        and (not chosen.outcomes or row.outcome in chosen.outcomes)
        and (not chosen.endings or row.ending in chosen.endings)
        and (not words or row.key in identified or _holds(row, words))
    ]
    if chosen.sort in _SORTS:
        found.sort(key=_SORTS[chosen.sort])
    return found


def _holds(row: RunRow, words: list[str]) -> bool:
    named = (row.label, row.task, row.model, row.run_id, row.exit_status, row.source, row.format)
    text = "\n".join((*(one for one in named if one), *scalars(row.attributes))).casefold()
    return all(word in text for word in words)


def input_tokens(row: RunRow) -> int | None:
    """All input of a run, at full rate and through the cache; None: not recorded."""
    if row.input_tokens is None:
        return None
    return row.input_tokens + (row.cache_read_input_tokens or 0) + (row.cache_creation_input_tokens or 0)


def _started(row: RunRow) -> datetime:
    try:
        found = datetime.fromisoformat(row.started_at or "")
    except ValueError:
        return _NEVER
    return found if found.tzinfo else found.replace(tzinfo=UTC)
