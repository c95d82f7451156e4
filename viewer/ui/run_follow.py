"""Following a run that is still written: its file is looked at again and again, and read anew where it has grown."""

import time

import streamlit as st

from viewer import load
from viewer.errors import RunFileError
from viewer.index.rows import RunRow
from viewer.model.hashes import run_key
from viewer.model.run import Run
from viewer.ui import run_choice
from viewer.ui.catalog import Catalog

SECONDS_BETWEEN_LOOKS = 1.0
"""A look asks for the date and size of the run's files, nothing more."""
SHARE = 5
"""Times as long as reading took, until the next look: a big file is read whole each time."""
_FOLLOWED, _PAUSED, _TOOK, _DRAWN = "_run_followed", "_run_paused", "_run_reading_took", "_run_just_drawn"


def is_followed(row: RunRow) -> bool:
    """Whether a run is open, or was when this session came to it: between two turns a run may look ended."""
    return row.ending == "open" or st.session_state.get(_FOLLOWED) == row.key


def is_paused(key: str) -> bool:
    """Whether the reader stopped following this run."""
    return st.session_state.get(_PAUSED) == key


def read_again(catalog: Catalog, row: RunRow) -> None:
    """Read a followed run anew where its file has grown.

    Raises:
        RunFileError: the file is no longer there.
    """
    st.session_state[_FOLLOWED] = row.key
    if not is_paused(row.key):
        started = time.monotonic()
        if catalog.read_again(row):
            st.session_state[_TOOK] = time.monotonic() - started


def draw(run: Run) -> None:
    """One line that says that the run is followed, and the button that pauses it; nothing for any other run."""
    key = run_key(run)
    if st.session_state.get(_FOLLOWED) != key:
        return
    pause = max(SECONDS_BETWEEN_LOOKS, SHARE * st.session_state.get(_TOOK, 0.0))
    st.session_state[_DRAWN] = True
    st.fragment(_draw_line, run_every=None if is_paused(key) else pause)(run, key)


def _draw_line(run: Run, key: str) -> None:
    run_choice.full_rerun_if_asked()
    paused = is_paused(key)
    # Not while the page itself is drawn: a file that grows all the time would start it over without end.
    if not st.session_state.pop(_DRAWN, False) and not paused and has_changed(run):
        st.rerun(scope="app")
    state = "open" if run.ending.kind == "open" else "open until now"
    words = "paused; what was added since is not shown" if paused else "what is added to its file shows by itself"
    with st.container(horizontal=True, vertical_alignment="center", key="run_follow"):
        st.markdown(f"**{state}** · {words}", width="content")
        st.button("Follow" if paused else "Pause", key="run_follow_pause", on_click=_turn, args=(key, not paused))


def has_changed(run: Run) -> bool:
    """Whether a file of the run is not as it was when it was read; one that is gone cannot be followed."""
    try:
        return load.as_it_is_now(run.source).version != run.source.version
    except RunFileError:
        return False


def _turn(key: str, paused: bool) -> None:
    st.session_state[_PAUSED] = key if paused else None
    run_choice.ask_full_rerun()
