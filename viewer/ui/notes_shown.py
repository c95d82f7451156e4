"""Notes of a run drawn with their buttons."""

import streamlit as st

from viewer.reviews.cited_text import Places
from viewer.reviews.kept import Kept, kept_words
from viewer.reviews.note import Note
from viewer.reviews.notes_found import notes_of_run
from viewer.ui import notes_change, reviewer, reviews_store, run_choice
from viewer.ui.components import kit
from viewer.ui.notes_lines import kept_rows, note_rows
from viewer.ui.run_facts import KEPT, RunFacts
from viewer.ui.run_head_lists import Row


def draw_notes(key: str, facts: RunFacts, known: list[Note], heads: list[Note]) -> None:
    """Some notes with their replies and buttons, and the form of the one that is being changed.

    Args:
        key: of the list.
        facts: of the run.
        known: notes and replies of the run.
        heads: the notes to show.
    """
    rows: list[Row] = []
    may_write = reviewer.may_write()
    for head in heads:
        sentence, there = notes_change.standing_of(places_of(facts), head)
        rows += note_rows(head, sentence, there, may_write=may_write)
        rows += _kept(head, may_write)
        for reply in known:
            if reply.parent_id == head.id:
                mine = [*note_rows(reply, may_write=may_write), *_kept(reply, may_write)]
                rows += [(f"↳ {name}" if name else "", line) for name, line in mine]
    kit.draw("lines", {"rows": rows}, key=key, on_act_change=lambda: _act(key, facts), on_open_change=lambda: _go(key))
    notes_change.draw_form(key, known)


def _kept(one: Note, may_write: bool) -> list[Row]:
    """Words that met a newer version of a note, until someone has looked at them; only a changed note has any."""
    if one.version == 1:
        return []
    nothing: tuple[Kept, ...] = ()
    found = reviews_store.asked(lambda engine: kept_words(engine, one.id, reviewer.prefixes()), nothing)
    return [row for kept in found for row in kept_rows(one.id, kept, may_write=may_write)]


def _act(key: str, facts: RunFacts) -> None:
    """A button of a note; what it sends comes from the browser, so it is checked against the store."""
    asked = (st.session_state.get(key) or {}).get("act") or {}
    notes_change.act(key, facts.key, places_of(facts), asked.get("name"), asked.get("value"))


def _go(key: str) -> None:
    message = ((st.session_state.get(key) or {}).get("open") or {}).get("message")
    if type(message) is int:
        run_choice.go(message)


def notes_of(key: str, *, retracted: bool = False) -> tuple[Note, ...]:
    """The notes and replies of a run that may be read."""
    return reviews_store.asked(
        lambda engine: notes_of_run(engine, key, reviewer.prefixes(), retracted=retracted), tuple[Note, ...]()
    )


def places_of(facts: RunFacts) -> Places:
    """The run with its hashes, worked out once a version of its source."""
    return _places(facts.key, facts.run.source.version, facts)


@st.cache_resource(show_spinner=False, max_entries=KEPT)
def _places(key: str, version: str, _facts: RunFacts) -> Places:
    return Places(_facts.run)
