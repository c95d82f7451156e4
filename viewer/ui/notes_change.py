"""What the buttons of a note do: reply, edit, move, retract, history; and what is told when someone else was first."""

from dataclasses import asdict
from typing import Any

import streamlit as st
from sqlalchemy import Engine

from viewer.plain import visible
from viewer.reviews.anchor import standing
from viewer.reviews.cited_text import Places
from viewer.reviews.kept import settle
from viewer.reviews.note import Note, Words
from viewer.reviews.notes import add_note, edit_note, move_note, restore_note, retract_note
from viewer.reviews.notes_found import NoteVersion, history, note
from viewer.reviews.refused import Conflict, RefusedError
from viewer.ui import notes_words, reviewer, reviews_store
from viewer.ui.components import kit
from viewer.ui.notes_lines import history_rows
from viewer.ui.notes_place import described
from viewer.ui.run_segments import shown

_OPEN, _CONFLICT, _TROUBLE = "_note_open", "_note_conflict", "_note_change_trouble"


def standing_of(places: Places, one: Note) -> tuple[str, tuple[str, ...]]:
    """What is told of a note whose source changed, and the places to move it to; "": it stands where it was put."""
    found = standing(places, one.anchor)
    return found.sentence, tuple(described(there) for there in found.offered)


def act(key: str, run_key: str, places: Places, name: object, value: object) -> None:
    """A button was pressed: `name` says which, `value` names the note."""
    note_id = value.get("id") if isinstance(value, dict) else value
    if not isinstance(note_id, str):
        return
    found = reviews_store.asked(lambda engine: note(engine, note_id, reviewer.prefixes()), None)
    if found is None or found.anchor.run_key != run_key or not (reviewer.may_write() or name == "history"):
        return
    match name, value:
        case ("reply" | "edit" | "history") as mode, _:
            same = (st.session_state.get(_OPEN) or {}).get("name") == [key, mode, note_id]
            opened = {"name": [key, mode, note_id], "version": found.version, "words": asdict(found.words)}
            st.session_state[_OPEN] = None if same else opened
        case "retract", _:
            _change(lambda engine: retract_note(engine, note_id, found.version, reviewer.name()))
        case "restore", _:
            _change(lambda engine: restore_note(engine, note_id, found.version, reviewer.name()))
        case "move", {"to": int(number)}:
            offered = standing(places, found.anchor).offered
            if 0 <= number < len(offered):
                there = offered[number]
                _change(lambda engine: move_note(engine, note_id, found.version, there, reviewer.name()))
        case "settle", {"kept": str(kept)}:
            reviews_store.changed(lambda engine: settle(engine, kept))
        case _:
            pass


def draw_form(key: str, known: list[Note]) -> None:
    """Below a list: the fields or the history of the note whose button was pressed in it."""
    opened: dict[str, Any] = st.session_state.get(_OPEN) or {}
    if opened.get("name", [None])[0] != key:
        return
    _, mode, note_id = opened["name"]
    found = next((one for one in known if one.id == note_id), None)
    if found is None:
        return
    if mode == "history":
        nothing: tuple[NoteVersion, ...] = ()
        versions = reviews_store.asked(lambda engine: history(engine, note_id, reviewer.prefixes()), nothing)
        kit.draw("lines", {"rows": history_rows(versions)}, key=f"{key}_history")
        return
    form = f"{key}_{mode}_{note_id}_{opened['version']}"
    words = _words(opened["words"]) if mode == "edit" else None
    with st.container(key=f"{key}_form", border=True):
        st.markdown("**Change the note**" if mode == "edit" else "**Reply**")
        notes_words.draw_fields(form, words)
        with st.container(horizontal=True):
            st.button("Save", key=f"{key}_save", on_click=_save, args=(form, mode, note_id, opened["version"]))
            st.button("Cancel", key=f"{key}_cancel", on_click=_close)
        if reason := st.session_state.pop(_TROUBLE, None):
            st.text(visible(reason))


def _close() -> None:
    st.session_state[_OPEN] = None


def _save(form: str, mode: str, note_id: str, version: int) -> None:
    words = notes_words.typed(form)

    def write(engine: Engine) -> Note | Conflict | None:
        if mode == "edit":
            return edit_note(engine, note_id, version, words, reviewer.name())
        head = note(engine, note_id, reviewer.prefixes())
        if head is None:
            raise RefusedError("the note is no longer there")
        return add_note(engine, head.anchor, words, reviewer.name(), parent_id=note_id)

    if _change(write):
        _close()


def _change(write: Any) -> bool:
    """Whether the store took it over or keeps both; a refusal leaves the fields as they are."""
    try:
        made = reviews_store.changed(write)
    except RefusedError as error:
        st.session_state[_TROUBLE] = f"Not saved: {error}"
        return False
    if isinstance(made, Conflict):
        st.session_state[_CONFLICT] = {
            "id": made.theirs.id,
            "version": made.theirs.version,
            "kept": made.kept_id,
            "sentence": made.sentence,
            "theirs": asdict(made.theirs.words),
            "mine": made.mine,
        }
    return made is not None


def draw_conflict() -> None:
    """Someone else was first: both texts, and what to do with mine."""
    found: dict[str, Any] | None = st.session_state.get(_CONFLICT)
    if found is None:
        return
    with st.container(key="note_conflict", border=True):
        st.markdown("**Someone else changed this note first.** Nothing is lost: both versions are here.")
        st.text(shown(found["sentence"]))
        left, right = st.columns(2)
        with left:
            st.markdown("**Theirs, as it stands**")
            st.text(_told(found["theirs"]))
        with right:
            st.markdown("**Yours, kept beside it**")
            st.text(_told(found["mine"]))
        with st.container(horizontal=True):
            if "text" in found["mine"]:
                st.button("Save mine over theirs", key="note_take_mine", on_click=_take_mine)
            st.button("Leave theirs", key="note_leave", on_click=_leave)


def _told(words: dict[str, Any]) -> str:
    if "text" not in words:
        return "retracted" if words.get("retracted") else "another place"
    marks = [words.get("status"), words.get("severity"), *(f"#{label}" for label in words.get("labels", ()))]
    return shown(f"{words['text']}\n{' · '.join(str(one) for one in marks if one)}")


def _take_mine() -> None:
    found = st.session_state.pop(_CONFLICT)
    words = _words(found["mine"])
    _change(lambda engine: edit_note(engine, found["id"], found["version"], words, reviewer.name()))
    if st.session_state.get(_CONFLICT) is None:
        reviews_store.changed(lambda engine: settle(engine, found["kept"]))


def _leave() -> None:
    found = st.session_state.pop(_CONFLICT)
    reviews_store.changed(lambda engine: settle(engine, found["kept"]))


def _words(content: dict[str, Any]) -> Words:
    return Words(content["text"], tuple(content["labels"]), content["severity"], content["status"])
