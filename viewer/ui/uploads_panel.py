"""Upload on the Runs page: the place to drop files, and the runs that this session has uploaded."""

from collections.abc import Sequence

import streamlit as st

from viewer.counted import counted
from viewer.decode.unwrap import MAX_BYTES
from viewer.errors import RunFileError
from viewer.index.rows import UnreadableRow
from viewer.plain import visible
from viewer.ui import runs_list, runs_table, trouble, uploads
from viewer.ui.catalog import Catalog

_NUMBER, _TROUBLE = "_uploader_number", "_uploader_trouble"


def draw() -> None:
    """The place to drop files, then what was dropped before."""
    number: int = st.session_state.get(_NUMBER, 0)
    with st.expander("Upload run files", icon=":material/upload:", key="uploads"):
        dropped = st.file_uploader(
            "Drop run files or archives here. They stay in this session only; files that belong together are joined.",
            accept_multiple_files=True,
            max_upload_size=MAX_BYTES >> 20,
            key=f"uploader_{number}",
        )
    if dropped:
        _keep(dropped, number)
    if reason := st.session_state.get(_TROUBLE):
        st.text(visible(reason))
    if (catalog := uploads.catalog()) is not None:
        _draw_uploaded(catalog)


def unreadable() -> tuple[UnreadableRow, ...]:
    """The uploads that hold no readable run."""
    catalog = uploads.catalog()
    return () if catalog is None else catalog.unreadable()


def _keep(dropped: Sequence[uploads.Dropped], number: int) -> None:
    """Keep the files and show an empty uploader: Streamlit then lets go of its own copies."""
    st.session_state.pop(_TROUBLE, None)
    try:
        uploads.add(dropped)
    except (RunFileError, OSError) as error:
        st.session_state[_TROUBLE] = f"Nothing was uploaded: {error}"
    st.session_state[_NUMBER] = number + 1
    st.rerun()


def _draw_uploaded(catalog: Catalog) -> None:
    reading = catalog.progress().state == "reading"  # before the question: it may end meanwhile
    rows, failed = catalog.rows(), catalog.unreadable()
    with st.container(horizontal=True, vertical_alignment="center", key="uploads_count"):
        runs = counted(len(rows), "run")
        st.markdown(f"**Uploaded, in this session only:** {runs} · {len(failed):,} unreadable", width="content")
        st.button("Remove uploads", key="uploads_remove", on_click=uploads.forget)
    if reading:
        trouble.draw_waiting(catalog, until=lambda: False, key="stop_uploads")
    if rows and (key := runs_table.draw(rows, key="uploads_table")) is not None:
        st.switch_page("pages/run.py", query_params={**runs_list.link(key, ""), **uploads.LINK})
    if failed:
        with st.expander(counted(len(failed), "unreadable upload"), expanded=not rows, key="uploads_unreadable"):
            runs_table.draw_unreadable(failed, key="uploads_unreadable_table")
