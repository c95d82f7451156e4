"""The list that a run was opened from: a page of it, and the runs before and after one."""

from dataclasses import dataclass

import streamlit as st

from viewer.index import query
from viewer.index.filter_line.comparison import EVERY_RUN, Condition
from viewer.index.filter_line.error import FilterError
from viewer.index.filter_line.parser import parse
from viewer.index.filter_line.sql import condition
from viewer.index.query import Neighbours
from viewer.index.rows import RunRow
from viewer.ui import format_choice, session
from viewer.ui.catalog import Catalog
from viewer.ui.runs_filter import RunFilter, from_query
from viewer.ui.runs_lookups import lookups

LIST = "list"
"""Name in the URL of a run: the filter of the list it was opened from, as its own query string."""
AFTER, BEFORE = "after", "before"
"""Names in the URL of a list: the number of the run beside the page."""
PAGE_SIZE, PAGE_OF_MANY = 500, 100
"""Runs of one page of the table; of many runs it is short, since every row has to be fetched from another place."""
_NOWHERE = Neighbours(None, None, None, 0)


@dataclass(frozen=True)
class ListPage:
    """A page of a list."""

    page: query.Page
    first: int
    """Position of its first run, from 1."""
    passing: int
    """Runs that pass."""
    total: int
    """Runs read so far."""


def where(catalog: Catalog, chosen: RunFilter) -> Condition:
    """The condition of a filter.

    Raises:
        FilterError: nobody answers it here.
    """
    return condition(parse(chosen.line), lookups(catalog))


def page_of(catalog: Catalog, chosen: RunFilter) -> ListPage:
    """The page that the URL names, of the runs read so far.

    Raises:
        FilterError: nobody answers the filter here.
        RunFileError: it takes too long.
    """
    reader, passing = catalog.reader(), where(catalog, chosen)
    total = query.count(reader, EVERY_RUN)
    sort = query.sort_named(chosen.sort, total)
    size = PAGE_SIZE if total < query.MANY else PAGE_OF_MANY
    found = query.page(reader, passing, sort, size, _number(AFTER), _number(BEFORE))
    first = query.position(reader, passing, sort, found.runs[0].number) if found.has_before and found.runs else 1
    return ListPage(found, first, query.count(reader, passing) if chosen else total, total)


def _number(name: str) -> int | None:
    text = st.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def first_rows(catalog: Catalog, line: str, most: int = PAGE_SIZE) -> list[RunRow]:
    """The first runs that a filter line lets through, in the order of their files; of a line that says nothing, all."""
    try:
        passing = where(catalog, RunFilter(line))
    except FilterError:
        passing = EVERY_RUN
    found = query.page(catalog.reader(), passing, query.SORTS[query.FILE_ORDER], most)
    return [one.row for one in found.runs]


def neighbours(key: str) -> Neighbours:
    """The runs before and after this one in the list that the URL names."""
    chosen, catalog = from_query(st.query_params.get(LIST, "")), session.catalog_of_key(key)
    try:
        passing = where(catalog, chosen)
    except FilterError:
        return _NOWHERE
    reader = catalog.reader()
    asked = (key, chosen, reader, reader.version, catalog.progress().read)
    kept: tuple[object, Neighbours] | None = st.session_state.get("_neighbours")
    if kept is not None and kept[0] == asked:
        return kept[1]
    sort = query.sort_named(chosen.sort, query.count(reader, EVERY_RUN))
    found = query.neighbours(reader, passing, sort, key)
    st.session_state["_neighbours"] = (asked, found)
    return found


def link(key: str, listed: str | None = None) -> dict[str, str | list[str]]:
    """The query parameters that open a run and keep its list.

    Args:
        key: of the run.
        listed: the list's filter as a query string; None: the one the URL names now.
    """
    kept = st.query_params.get(LIST, "") if listed is None else listed
    return {"run": key, **({LIST: kept} if kept else {}), **format_choice.parameters()}
