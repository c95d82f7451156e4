"""The form of a new note: its place at the chosen message, and its words."""

import streamlit as st

from viewer.model.run import Run
from viewer.plain import visible
from viewer.reviews.cited_text import Places
from viewer.reviews.notes import add_note
from viewer.reviews.refused import RefusedError
from viewer.reviews.stamp import new_id
from viewer.ui import notes_place, notes_words, reviewer, reviews_store

_TROUBLE, _ROUND = "_note_trouble", "_note_round"


def draw(run: Run, places: Places, message: int, in_use: list[str]) -> None:
    """The fields; what is typed stays when another message is chosen.

    Args:
        run: at hand.
        places: of it.
        message: that is chosen.
        in_use: labels that a click adds.
    """
    key = _key()
    here = run.messages[message]
    k = next((request.k for request in run.requests if request.message_index == message), None)
    last = len(run.messages) - 1
    with st.container(horizontal=True, key="note_place"):
        where = st.selectbox(
            "About",
            notes_place.offered(len(here.blocks), last - message, k is not None),
            format_func=lambda one: notes_place.TITLES[one],
            key=f"{key}_where",
            width=190,
        )
        if where == "block":
            st.number_input("Block", 0, len(here.blocks) - 1, key=f"{key}_block", width=110)
        if where == "messages":
            st.number_input("To message", message, last, key=f"{key}_last_{message}", width=130)
    if where == "words":
        st.text_area("The words, as they stand there", key=f"{key}_quote", height=68)
    notes_words.draw_fields(key, in_use=in_use)
    st.button("Add the note", key="note_add", on_click=_add, args=(key, places, message, where, k))
    if reason := st.session_state.pop(_TROUBLE, None):
        st.text(visible(reason))


def _key() -> str:
    """Of the fields; another one after each note, so that they start empty."""
    return f"note_{st.session_state.setdefault(_ROUND, new_id())}"


def _add(key: str, places: Places, message: int, where: notes_place.Where, k: int | None) -> None:
    try:
        stands = notes_place.place(
            places,
            message,
            where,
            block=int(st.session_state.get(f"{key}_block") or 0),
            words=st.session_state.get(f"{key}_quote") or "",
            last=int(st.session_state.get(f"{key}_last_{message}") or message),
            k=k,
        )
        words = notes_words.typed(key)
        # The id is that of the form: pressed twice, one note is there.
        note_id = st.session_state[_ROUND]
        made = reviews_store.changed(lambda one: add_note(one, stands, words, reviewer.name(), note_id=note_id))
    except (ValueError, RefusedError) as error:
        st.session_state[_TROUBLE] = f"Not added: {error}"
        return
    if made is not None:
        st.session_state.pop(_ROUND)
