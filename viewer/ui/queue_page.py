"""The Queue page: runs to look at one after the other, labelled by each reviewer, and how far two of them agree."""

import streamlit as st

from viewer.index import query
from viewer.index.filter_line.error import FilterError
from viewer.plain import cell, visible
from viewer.reviews.queue import ListedQueue, Queue, QueuedRun, make_queue, queue, queues
from viewer.reviews.refused import RefusedError
from viewer.ui import queue_agreement, queue_run, reviewer, reviews_store, runs_list, runs_table, session
from viewer.ui.components import kit
from viewer.ui.runs_filter import RunFilter

ID = "queue"
"""Name in the URL of the open queue."""
_MADE, _TROUBLE, _LISTED = "_queue_made", "_queue_trouble", "_queues_listed"


def draw() -> None:
    """The list, or one queue."""
    kit.draw_kit()
    wanted = st.query_params.get(ID)
    if wanted is None:
        _draw_list()
        return
    st.page_link("pages/queue.py", label="All queues", query_params={})
    found = reviews_store.asked(lambda engine: queue(engine, wanted, reviewer.name(), reviewer.prefixes()), None)
    reviews_store.draw_trouble()
    if found is None or not found.entries:
        st.markdown("**There is no such queue**, or none of its runs may be read here.")
        return
    _draw_one(found)


def _draw_one(found: Queue) -> None:
    st.text(visible(f"{found.name} · {found.origin}"))
    queue_run.draw(found)
    queue_agreement.draw(found)


def _draw_list() -> None:
    nothing: tuple[ListedQueue, ...] = ()
    listed = reviews_store.asked(lambda engine: queues(engine, reviewer.prefixes()), nothing)
    if reviewer.may_write():
        _draw_new()
    reviews_store.draw_trouble()
    if (made := st.session_state.pop(_MADE, None)) is not None:
        st.switch_page("pages/queue.py", query_params={ID: made})
    if not listed:
        st.markdown("**No queue yet.** A filter line chooses its runs, such as `finding = call_never_answered`.")
        return
    st.markdown(f"**{len(listed):,}** queues · tick a row to open it (Shift + Space)")
    st.session_state[_LISTED] = [one.id for one in listed]
    st.dataframe(
        {
            "name": [cell(one.name) for one in listed],
            "runs": [one.runs for one in listed],
            "chosen by": [cell(one.origin) for one in listed],
            "made by": [cell(one.author) for one in listed],
            "made": [one.created_at[:16].replace("T", " ") for one in listed],
        },
        key="queues_table",
        hide_index=True,
        on_select=_select,
        selection_mode="single-row",
        row_height=runs_table.ROW_HEIGHT,
        height=runs_table.height(len(listed)),
        lazy=False,
        alt="Queues, one a row",
    )


def _select() -> None:
    known: list[str] = st.session_state.get(_LISTED, [])
    for number in st.session_state["queues_table"]["selection"]["rows"]:
        if number < len(known):
            st.session_state[_MADE] = known[number]


def _draw_new() -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="queue_new"):
        st.text_input("Name of a new queue", key="queue_name", max_chars=200, width=260)
        st.text_input(
            "Runs, by a filter line", key="queue_line", placeholder="finding = call_never_answered", width="stretch"
        )
        st.number_input("At most", 1, 10_000, 100, key="queue_most", width=130)
        st.button("Make the queue", key="queue_make", on_click=_make)
    if reason := st.session_state.pop(_TROUBLE, None):
        st.text(visible(reason))


def _make() -> None:
    name = str(st.session_state.get("queue_name") or "").strip()
    line = str(st.session_state.get("queue_line") or "").strip()
    try:
        entries = entries_of(line, int(st.session_state.get("queue_most") or 100))
        origin = line or "all runs"
        made = reviews_store.changed(lambda engine: make_queue(engine, name, origin, entries, reviewer.name()))
    except (RefusedError, FilterError) as error:
        st.session_state[_TROUBLE] = f"Not made: {error}"
        return
    st.session_state[_MADE] = made


def entries_of(line: str, most: int) -> list[QueuedRun]:
    """The runs that a filter line lets through, each with the findings that it was listed with.

    Raises:
        FilterError: the line cannot be read.
    """
    catalog = session.catalog()
    passing = runs_list.where(catalog, RunFilter(line))
    found = query.page(catalog.reader(), passing, query.SORTS[query.FILE_ORDER], most)
    return [QueuedRun(one.row.key, one.row.run_id, one.row.source, ", ".join(one.findings)) for one in found.runs]
