"""The order in which runs are read one after another: the list that a run was opened from."""

from dataclasses import dataclass

import streamlit as st

from viewer.index.rows import RunRow
from viewer.ui import format_choice, session
from viewer.ui.catalog import Catalog
from viewer.ui.runs_filter import RunFilter, from_query, matching

LIST = "list"
"""Name in the URL of a run: the filter of the list it was opened from, as its own query string."""


@dataclass(frozen=True)
class Neighbours:
    """Where a run stands in its list."""

    previous: str | None
    """Key of the run before it; None: it is the first."""
    next: str | None
    position: int | None
    """From 1; None: the run is not in the list."""
    total: int


def filtered(catalog: Catalog, chosen: RunFilter) -> list[RunRow]:
    """The runs read so far that the filter lets through, in its order."""
    identified = frozenset(row.key for row in catalog.rows_of_identifier(chosen.text.strip()))
    return matching(catalog.rows(), chosen, identified)


def neighbours(key: str) -> Neighbours:
    """The runs before and after this one in the list that the URL names."""
    chosen = from_query(st.query_params.get(LIST, ""))
    return between([row.key for row in filtered(session.catalog_of_key(key), chosen)], key)


def between(keys: list[str], key: str) -> Neighbours:
    """Where a key stands among others."""
    if key not in keys:
        return Neighbours(None, None, None, len(keys))
    at = keys.index(key)
    following = keys[at + 1] if at + 1 < len(keys) else None
    return Neighbours(keys[at - 1] if at else None, following, at + 1, len(keys))


def link(key: str, listed: str | None = None) -> dict[str, str | list[str]]:
    """The query parameters that open a run and keep its list.

    Args:
        listed: the list's filter as a query string; None: the one the URL names now.
    """
    kept = st.query_params.get(LIST, "") if listed is None else listed
    return {"run": key, **({LIST: kept} if kept else {}), **format_choice.parameters()}
