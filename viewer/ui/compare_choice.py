"""Which two runs are compared: `?left=KEY&right=KEY`, and the list to choose a missing one from."""

from typing import Literal

import streamlit as st

from viewer.errors import RunFileError
from viewer.index.rows import RunRow
from viewer.model.run import Run
from viewer.plain import visible
from viewer.ui import runs_list, runs_table, session, steps_links, trouble

Side = Literal["left", "right"]
SIDES: tuple[Side, Side] = ("left", "right")
_CHANGE = "compare_change"


def chosen() -> tuple[Run, Run] | None:
    """Both runs that the URL names; where one is missing, the list is drawn instead."""
    left = _run_of("left")
    right = _run_of("right") if left is not None else None
    return None if left is None or right is None else (left, right)


def _run_of(side: Side) -> Run | None:
    key = st.query_params.get(side)
    if key is None:
        _draw_list(side)
        return None
    if session.is_awaited(key):
        trouble.draw_waiting(session.catalog(), until=lambda: not session.is_awaited(key))
        return None
    try:
        with st.spinner("Reading the run", show_time=True):
            return session.run_of_key(key)
    except RunFileError as error:
        _draw_trouble(side, error)
        return None


def _draw_trouble(side: Side, error: RunFileError) -> None:
    word = "first" if side == "left" else "second"
    st.markdown(f"**The {word} run cannot be shown.** Choose another.")
    st.text(visible(str(error)))
    _draw_list(side)


def ask_change(side: Side) -> None:
    """Show the list for one side."""
    st.session_state[_CHANGE] = side


def swap() -> None:
    """The left run to the right."""
    left, right = (st.query_params.get(side, "") for side in SIDES)
    st.query_params["left"], st.query_params["right"] = right, left


def draw_change() -> bool:
    """The list, where a change of a side was asked for."""
    side = st.session_state.get(_CHANGE)
    if side not in SIDES:
        return False
    _draw_list(side)
    st.button("Keep the two runs", key="compare_keep", on_click=lambda: st.session_state.pop(_CHANGE, None))
    return True


def _draw_list(side: Side) -> None:
    other = st.query_params.get("right" if side == "left" else "left")
    if side == "left":
        st.markdown("**Which run stands on the left?** Tick a row to choose it.")
    else:
        st.markdown("**Which run stands on the right?** Tick a row; runs of the same task stand first.")
    words = st.text_input("Find a run", key=f"compare_text_{side}", placeholder="words, or an id")
    beside = session.catalog().rows_of_key(other) if other else ()
    rows = candidates(runs_list.first_rows(session.catalog(), words or ""), beside[0] if beside else None)
    if not rows:
        st.markdown("**No run passes.** Take a word away." if words else steps_links.nothing(""))
        return
    key = runs_table.draw(rows, key=f"compare_table_{side}")
    if key is not None:
        st.session_state.pop(_CHANGE, None)
        st.query_params[side] = key
        st.rerun()


def candidates(rows: list[RunRow], other: RunRow | None) -> list[RunRow]:
    """The runs to choose from: those of the other side's task, then of its label, first; not that run itself."""
    if other is None:
        return rows
    left = [row for row in rows if row.key != other.key]
    return sorted(left, key=lambda row: (row.task is None or row.task != other.task, row.label != other.label))
