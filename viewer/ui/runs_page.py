"""The Runs page: what was found under the paths, as one table."""

from urllib.parse import parse_qs

import streamlit as st

from viewer.index.rows import RunRow
from viewer.plain import visible
from viewer.ui import format_choice, runs_controls, runs_find, runs_list, runs_table, shell, trouble, uploads_panel
from viewer.ui.catalog import Catalog
from viewer.ui.runs_filter import RunFilter, from_query

_MANY_ROWS = 2_000
"""Sending more than these twice a second keeps the browser busy."""


def draw(catalog: Catalog) -> None:
    """Filters, table, unreadable sources; while the paths are read, drawn anew as rows come in."""
    if runs_find.open_found(catalog):
        return
    _come_back()
    uploads_panel.draw()
    chosen = runs_controls.draw()
    st.session_state["_last_list"] = chosen.as_query()
    if catalog.progress().state == "reading":
        pause = 0.5 if len(catalog.rows()) < _MANY_ROWS else 2.0
        st.fragment(_draw_while_reading, run_every=pause)(catalog, chosen)
        return
    _draw_changes(catalog)
    shown = _draw_list(catalog, chosen)
    if shown:
        from viewer.ui import runs_steps  # only here: the rows need not wait until Plotly is imported

        runs_steps.draw(shown)


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


def _draw_list(catalog: Catalog, chosen: RunFilter) -> list[RunRow]:
    shown = runs_list.filtered(catalog, chosen)
    total, unreadable = len(catalog.rows()), catalog.unreadable()
    _draw_count(catalog, len(shown), total, len(unreadable))
    if shown:
        if (key := runs_table.draw(shown, key="runs_table")) is not None:
            st.switch_page("pages/run.py", query_params=runs_list.link(key, chosen.as_query()))
    elif total:
        st.markdown("**No run passes this filter.** Take a word away, or")
        st.button("Show all runs", key="clear", on_click=runs_controls.clear)
    elif catalog.progress().state != "reading":
        _draw_nothing_found(catalog)
    if unreadable:
        with st.expander(f"{len(unreadable):,} unreadable", expanded=not total, key="unreadable"):
            runs_table.draw_unreadable(unreadable)
    format_choice.draw((*uploads_panel.unreadable(), *unreadable))
    return shown


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
