"""All notes of a run, those whose source changed first; with the retracted ones where asked for."""

import streamlit as st

from viewer.reviews.anchor import standing
from viewer.reviews.cited_text import Places
from viewer.ui.notes_shown import draw_notes, notes_of
from viewer.ui.run_facts import RunFacts

PAGE = 25
"""Notes of one page, each with its replies."""
_CHECKED = 2_000
"""Up to this many notes it is looked up which have to come first."""


def draw(facts: RunFacts, places: Places) -> None:
    """The list, a page at a time."""
    retracted = st.checkbox("Retracted ones too", key="notes_retracted")
    known = list(notes_of(facts.key, retracted=retracted))
    heads = [one for one in known if one.parent_id is None]
    if len(heads) <= _CHECKED:
        heads.sort(key=lambda one: standing(places, one.anchor).status == "same")
    pages = -(-len(heads) // PAGE)
    page = st.pagination(pages, key="notes_page") if pages > 1 else 1
    draw_notes("notes_listed", facts, known, heads[(page - 1) * PAGE : page * PAGE])
