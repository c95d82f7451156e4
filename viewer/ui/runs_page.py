"""The Runs page: what was found under the paths, as one table."""

from urllib.parse import parse_qs

import streamlit as st

from viewer.errors import RunFileError
from viewer.index import query
from viewer.index.filter_line.comparison import EVERY_RUN
from viewer.index.filter_line.error import FilterError
from viewer.index.filter_line.parser import parse
from viewer.index.rows import RunRow
from viewer.plain import visible
from viewer.reviews.place import is_missing
from viewer.ui import (
    format_choice,
    runs_controls,
    runs_find,
    runs_list,
    runs_table,
    runs_text,
    shell,
    trouble,
    uploads_panel,
)
from viewer.ui.catalog import Catalog
from viewer.ui.runs_filter import RunFilter, from_query

_MANY_RUNS = 2_000
"""Asking for a page of more than these twice a second keeps the machine busy."""


def draw(catalog: Catalog) -> None:
    """Filters, table, unreadable sources; while the paths are read, drawn anew as rows come in."""
    if runs_find.open_found(catalog):
        return
    _come_back()
    uploads_panel.draw()
    chosen = runs_controls.draw(catalog)
    _to_first_page_of(chosen)
    if catalog.progress().state == "reading":
        pause = 0.5 if query.count(catalog.reader(), EVERY_RUN) < _MANY_RUNS else 2.0
        st.fragment(_draw_while_reading, run_every=pause)(catalog, chosen)
        return
    _draw_changes(catalog)
    if _draw_list(catalog, chosen):
        _draw_counts(catalog, chosen)


def _to_first_page_of(chosen: RunFilter) -> None:
    """Another filter or order starts at its first page."""
    query_string = chosen.as_query()
    if st.session_state.get("_last_list", query_string) != query_string:
        for name in (runs_list.AFTER, runs_list.BEFORE):
            st.query_params.pop(name, None)
    st.session_state["_last_list"] = query_string


def _draw_counts(catalog: Catalog, chosen: RunFilter) -> None:
    from viewer.ui import runs_seen, runs_steps  # only here: the rows need not wait until Plotly is imported

    where = runs_list.where(catalog, chosen)
    runs_seen.draw(catalog, where, chosen.as_query())
    runs_steps.draw(catalog.reader(), where)


def _come_back() -> None:
    """Coming back from a run, restore the list that it was opened from.

    On the way there Streamlit writes the run's parameters over the list's own URL, which the back button then shows.
    """
    if "run" in st.query_params or runs_list.LIST in st.query_params:
        listed = st.query_params.get(runs_list.LIST, "")
    elif shell.has_just_come() and not _own_query():
        listed = st.session_state.get("_last_list", "")
    else:
        return
    if listed or _own_query():
        query = {**parse_qs(from_query(listed).as_query()), **format_choice.parameters()}
        st.switch_page("pages/runs.py", query_params=query)


def _own_query() -> set[str]:
    """What the URL names, but for the choice that all pages share."""
    return set(st.query_params) - {format_choice.READ_AS}


def _draw_while_reading(catalog: Catalog, chosen: RunFilter) -> None:
    if catalog.progress().state != "reading":
        st.rerun()
    trouble.draw_progress(catalog)
    _draw_list(catalog, chosen)


def _draw_list(catalog: Catalog, chosen: RunFilter) -> bool:
    """The page of the list; whether there is a run on it."""
    words = runs_text.words_asked(parse(chosen.line))
    try:
        found = runs_list.page_of(catalog, chosen)
    except (FilterError, RunFileError) as error:
        st.text(visible(str(error)))
        return False
    reader = catalog.reader()
    total, unreadable = found.total, query.count_unreadable(reader)
    _draw_count(catalog, found.passing, total, unreadable)
    if words is not None:
        runs_text.draw_progress(catalog)
    rows = [one.row for one in found.page.runs]
    if rows:
        _draw_page(catalog, chosen, found)
        if words is not None and (hit := runs_text.draw_hits(catalog, words, rows)) is not None:
            link = runs_list.link(hit[0], chosen.as_query())
            st.switch_page("pages/run.py", query_params={**link, "msg": str(hit[1])})
    elif total:
        st.markdown("**No run passes this filter.** Take a condition away, or")
        st.button("Show all runs", key="clear", on_click=runs_controls.clear)
    elif catalog.progress().state != "reading":
        _draw_nothing_found(catalog)
    if unreadable:
        with st.expander(f"{unreadable:,} unreadable", expanded=not total, key="unreadable"):
            runs_table.draw_unreadable(catalog.unreadable())
    format_choice.draw(
        (*uploads_panel.unreadable(), *catalog.unreadable()) if unreadable else uploads_panel.unreadable()
    )
    return bool(rows)


def _draw_page(catalog: Catalog, chosen: RunFilter, found: runs_list.ListPage) -> None:
    rows = [one.row for one in found.page.runs]
    ticked = runs_table.draw(rows, "runs_table", [one.findings for one in found.page.runs], _notes(rows))
    if ticked is not None:
        st.switch_page("pages/run.py", query_params=runs_list.link(ticked, chosen.as_query()))
    if not found.page.has_before and not found.page.has_after:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="runs_pages"):
        st.button("First", key="page_first", on_click=_turn, disabled=not found.page.has_before)
        before, after = (
            {runs_list.BEFORE: str(found.page.runs[0].number)},
            {runs_list.AFTER: str(found.page.runs[-1].number)},
        )
        st.button("‹ Previous", key="page_before", on_click=_turn, kwargs=before, disabled=not found.page.has_before)
        st.markdown(f"{found.first:,}–{found.first + len(rows) - 1:,} of {found.passing:,}", width="content")
        st.button("Next ›", key="page_after", on_click=_turn, kwargs=after, disabled=not found.page.has_after)


def _notes(rows: list[RunRow]) -> list[int] | None:
    """Notes of each run; None: none of them bears any."""
    if is_missing():
        return None
    from viewer.ui import notes_counts  # only here: the store takes long to import

    return notes_counts.of_runs([row.key for row in rows])


def _turn(**beside: str) -> None:
    for name in (runs_list.AFTER, runs_list.BEFORE):
        st.query_params.pop(name, None)
    st.query_params.update(beside)


def _draw_count(catalog: Catalog, shown: int, total: int, unreadable: int) -> None:
    now = catalog.progress()
    words = f"showing **{shown:,}** of **{total:,}** runs"
    if now.state == "reading":
        words += " read so far"
    if now.state == "stopped":
        words += f"; stopped after {now.read:,} of {now.total:,} sources"
    words += f" · {unreadable:,} unreadable"
    if shown:
        words += " · tick a row to open it (Shift + Space)"
    with st.container(horizontal=True, vertical_alignment="center", key="runs_count"):
        st.markdown(words, width="content")
        if now.state in ("stopped", "failed"):
            trouble.draw_reload(catalog, key="reload_stopped")
    if now.trouble is not None:
        st.text(visible(now.trouble))
    elif now.state == "failed":
        st.markdown("Reading stopped at a fault of this program; the rows below are those read before it.")


def _draw_nothing_found(catalog: Catalog) -> None:
    st.markdown("**No runs were found** under the paths that the app was opened on:")
    st.code(visible("\n".join(catalog.paths)), language=None)
    st.markdown(
        "Open it on a file or folder of runs with `trajectory-viewer open PATH`. "
        "`trajectory-viewer formats` lists the formats; `formats --explain FILE` says what a file is taken for."
    )


def _draw_changes(catalog: Catalog) -> None:
    if changes := catalog.changes():
        with st.container(horizontal=True, vertical_alignment="center", key="runs_changes"):
            st.text(f"Since the list was read: {visible(', '.join(changes))}.", width="content")
            trouble.draw_reload(catalog, key="reload_changed")
