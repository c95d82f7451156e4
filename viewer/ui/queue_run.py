"""The run of a queue that is to be looked at: its labels, the next and the one before."""

import streamlit as st
from sqlalchemy import Engine

from viewer.errors import RunFileError
from viewer.index.rows import RunRow
from viewer.plain import visible
from viewer.reviews.queue import Queue, QueuedRun, judge
from viewer.reviews.refused import RefusedError
from viewer.ui import format_choice, reviewer, reviews_store, session
from viewer.ui.components import kit
from viewer.ui.notes_words import labels_of
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import code, page_link, quiet, shown, strong

AT = "run_of_queue"
"""Name in the URL of the run at hand."""
_TROUBLE = "_judge_trouble"


def draw(found: Queue) -> None:
    """Progress, the run, and its labels by this reviewer."""
    total = len(found.entries)
    st.progress(found.done / total, text=f"looked at {found.done:,d} of {total:,d}")
    now = at_hand(found, st.query_params.get(AT))
    number = found.place(now.run_key) or 1
    before, after, unseen = (
        found.before(now.run_key),
        found.after(now.run_key),
        found.after(now.run_key, open_only=True) or found.after(None, open_only=True),
    )
    with st.container(horizontal=True, vertical_alignment="center", key="queue_moves"):
        st.button(
            "‹ Previous", key="queue_before", on_click=_go, args=(before,), disabled=before is None, shortcut="Alt+K"
        )
        st.markdown(f"{number:,d} of {total:,d}", width="content")
        st.button("Next ›", key="queue_after", on_click=_go, args=(after,), disabled=after is None, shortcut="Alt+J")
        st.button(
            "Next not looked at", key="queue_open", on_click=_go, args=(unseen,), disabled=unseen is None,
            shortcut="Alt+N",
        )  # fmt: skip
    kit.draw("lines", {"rows": rows_of(now, _row(now.run_key))}, key="queue_run")
    said = found.judged.get(now.run_key)
    if not reviewer.may_write():
        return
    key = f"queue_labels_{now.run_key}_{'-' if said is None else len(said)}"
    with st.container(horizontal=True, vertical_alignment="bottom", key="queue_say"):
        st.text_input(
            "Your labels, with commas between",
            ", ".join(said or ()),
            key=key,
            width=420,
            placeholder="none: fine",
        )
        st.button("Save and next", key="queue_save", on_click=_save, args=(found, now, key), shortcut="Alt+S")
    st.markdown("Not looked at yet." if said is None else "You have looked at it.")
    if reason := st.session_state.pop(_TROUBLE, None):
        st.text(visible(reason))


def at_hand(found: Queue, wanted: str | None) -> QueuedRun:
    """The run that the URL names; else the first that was not looked at."""
    named = next((one for one in found.entries if one.run_key == wanted), None)
    return named or found.after(None, open_only=True) or found.entries[0]


def _row(key: str) -> RunRow | str:
    try:
        return session.row_of_key(key)
    except RunFileError as error:
        return str(error)


def rows_of(one: QueuedRun, row: RunRow | str) -> list[Row]:
    """What the run is, with the link that opens it."""
    parameters = {
        name: [value] if isinstance(value, str) else value for name, value in format_choice.parameters().items()
    }
    made: list[Row] = [
        ("run", [page_link("open the run", one.run_key, parameters=parameters), " ", code(one.source_name)])
    ]
    if isinstance(row, str):
        made.append(("", [strong("not readable"), quiet(f": {row}")]))
    else:
        line = f"{row.label or row.run_id} · {row.model_requests:,} steps · {row.messages:,} messages · {row.outcome}"
        made.append(("what", [shown(line)]))
    if one.why:
        made.append(("findings", [shown(one.why)]))
    return made


def _go(to: QueuedRun | None) -> None:
    if to is not None:
        st.query_params[AT] = to.run_key


def _save(found: Queue, now: QueuedRun, key: str) -> None:
    labels = labels_of(str(st.session_state.get(key) or ""))

    def said(engine: Engine) -> bool:
        judge(engine, found.id, now.run_key, reviewer.name(), labels)
        return True

    try:
        saved = reviews_store.changed(said)
    except RefusedError as error:
        st.session_state[_TROUBLE] = f"Not saved: {error}"
        return
    if saved:
        _go(found.after(now.run_key, open_only=True) or found.after(now.run_key) or now)
