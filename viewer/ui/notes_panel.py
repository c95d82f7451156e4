"""Notes at the chosen message: read, answered, changed, taken back, and a new one."""

import streamlit as st

from viewer.counted import counted
from viewer.reviews.notes_found import labels
from viewer.ui import notes_add, notes_change, notes_counts, notes_list, reviewer, reviews_store
from viewer.ui.components import kit
from viewer.ui.notes_shown import draw_notes, notes_of, places_of
from viewer.ui.run_facts import RunFacts

_KEY = "notes_here"
AT_ONCE = 20
"""Notes shown at one message before anyone asks for more; each brings its replies."""


def draw(facts: RunFacts, message: int) -> None:
    """The section below the detail of a message."""
    with st.container(key="notes"):
        if facts.key.count("-"):
            st.markdown("Notes stand on the run's main list, and not on its branches.")
            return
        counts = notes_counts.of_messages(facts.key)
        payload = {str(at): number for at, number in counts.items() if at is not None}
        kit.draw("notes", {"run": facts.key, "counts": payload}, key="notes_counts")
        reviews_store.draw_trouble()
        if counts.get(message):
            _draw_here(facts, message)
        notes_change.draw_conflict()
        if reviewer.may_write():
            with st.expander("Add a note", key="notes_add", on_change="rerun") as adding:
                if adding.open:
                    notes_add.draw(facts.run, places_of(facts), message, _in_use())
        total = sum(counts.values())
        if total:
            with st.expander(f"All notes of the run: {total:,}", key="notes_all", on_change="rerun") as listed:
                if listed.open:
                    notes_list.draw(facts, places_of(facts))


def _draw_here(facts: RunFacts, message: int) -> None:
    found = [one for one in notes_of(facts.key) if one.anchor.message == message]
    heads = [one for one in found if one.parent_id is None]
    st.markdown(f"**{counted(len(heads), 'note')}** at this message")
    draw_notes(_KEY, facts, found, heads[:AT_ONCE])
    if len(heads) > AT_ONCE:
        st.markdown(f"The first {AT_ONCE:,d} of {len(heads):,}; all of them stand under *All notes of the run*.")


def _in_use() -> list[str]:
    return list(reviews_store.asked(lambda engine: labels(engine, reviewer.prefixes()), dict[str, int]()))
