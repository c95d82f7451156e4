"""Sentences in place of a page's content: what is missing, why, and the button that helps."""

from collections.abc import Callable

import streamlit as st

from viewer.errors import RunFileError
from viewer.plain import visible
from viewer.ui.catalog import Catalog


def draw_no_run(last: dict[str, str] | None) -> None:
    """The Run page without a run in its address.

    Args:
        last: the address of the run that was read last in this session.
    """
    st.markdown("**No run is chosen.** Open one from the list of runs.")
    st.page_link("pages/runs.py", label="All runs", icon=":material/list:")
    if last is not None:
        st.page_link("pages/run.py", label="The run read last", icon=":material/article:", query_params=last)


def draw(error: RunFileError, catalog: Catalog) -> None:
    """An error as text (it may quote a file), with a button that reads the paths again."""
    st.markdown("**This cannot be shown.**")
    st.text(visible(str(error)))
    draw_reload(catalog)
    st.page_link("pages/runs.py", label="All runs", icon=":material/list:")


def draw_reload(catalog: Catalog, key: str = "reload") -> None:
    """The button that looks through the paths again."""
    st.button("Reload", icon=":material/refresh:", key=key, on_click=catalog.reload)


def draw_waiting(catalog: Catalog, until: Callable[[], bool], key: str = "stop") -> None:
    """Progress of the reading; the page starts over when `until` holds or the reading ends."""

    @st.fragment(run_every=0.5)
    def wait() -> None:
        if until() or catalog.progress().state != "reading":
            st.rerun()
        draw_progress(catalog, key)

    wait()


def draw_progress(catalog: Catalog, key: str = "stop") -> None:
    """How many of the sources are read, and a button that stops it."""
    now = catalog.progress()
    words = f"read {now.read:,} of {now.total:,} sources" if now.listed else f"looking for files: {now.total:,} so far"
    if now.stopping:
        words += "; stopping after the one being read"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(now.read / now.total if now.listed and now.total else 0.0, text=words)
        st.button("Stop", key=key, on_click=catalog.stop, disabled=now.stopping)
