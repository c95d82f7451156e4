"""Which runs a list shows and in which order: the choices that stand in the URL."""

from dataclasses import dataclass
from urllib.parse import parse_qs, urlencode

from viewer.index.query import FILE_ORDER, SORTS
from viewer.index.rows import RunRow
from viewer.ui.filter_line import KEY

SORT = "sort"
SEEN = "seen"
"""Key of the panel of hours and releases; in the URL `true` where it is open, as links of the Run page ask for."""


@dataclass(frozen=True)
class RunFilter:
    """The choices of the Runs page."""

    line: str = ""
    """A filter line; empty: every run."""
    sort: str = FILE_ORDER

    def __bool__(self) -> bool:
        """Whether it can hide a run."""
        return bool(self.line.strip())

    def as_query(self) -> str:
        """The choices as a query string, for the links of one run."""
        query: list[tuple[str, str]] = [(KEY, self.line)] if self.line.strip() else []
        query += [(SORT, self.sort)] if self.sort != FILE_ORDER else []
        return urlencode(query)


def from_query(query: str) -> RunFilter:
    """The filter that `as_query` wrote; what it does not know is left out."""
    try:
        found = parse_qs(query, max_num_fields=100)
    except ValueError:
        found = {}
    sort = found.get(SORT, [FILE_ORDER])[0]
    return RunFilter(found.get(KEY, [""])[0], sort if sort in SORTS else FILE_ORDER)


def input_tokens(row: RunRow) -> int | None:
    """All input of a run, at full rate and through the cache; None: not recorded."""
    if row.input_tokens is None:
        return None
    return row.input_tokens + (row.cache_read_input_tokens or 0) + (row.cache_creation_input_tokens or 0)
