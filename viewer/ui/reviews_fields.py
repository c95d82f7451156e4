"""Fields of the open review as widgets that save themselves."""

from collections.abc import Callable
from typing import Literal

import streamlit as st

from viewer.reviews.document import ReviewDocument
from viewer.ui import reviews_edit
from viewer.ui.reviews_edit import Change

LABELS = {
    "title": "Title",
    "question": "Question",
    "moment": "What happened, moment",
    "claim": "Claim",
    "what": "What if,",
    "results": "What the replays showed,",
    "cap": "Cap, steps",
    "cap_group": "For which runs",
    "cap_reason": "Why",
    "action": "Action",
    "owner": "Owner",
    "conclusion": "Conclusion",
    "timeline": "Another moment",
    "claims": "New claims, one a line",
    "actions": "New action",
    "links": "New ticket",
}
HINTS = {
    "moment": "what happened there",
    "timeline": "refund[3] what happened there",
    "claims": "The model refunded 8900 cents at refund[5] before any policy was read.",
    "links": "https://tickets.example/INC-12",
    "actions": "",
}
_LINES = {"claim": 3, "what": 2, "results": 2, "conclusion": 4, "claims": 3}
"""Fields of several lines; the others have one."""
_HIDDEN = {"moment", "conclusion"}
"""Fields whose label is for screen readers alone."""


def text(
    kind: str, value: str, update: Callable[[str], Change], *, frozen: bool, entry_id: str = "", number: int = 0
) -> None:
    """A text that is saved when the field is left.

    Args:
        kind: of the field, of `LABELS`.
        value: as stored.
        update: what a new text does to the review.
        frozen: it cannot be changed.
        entry_id: of the entry that it belongs to.
        number: of that entry, from 1.
    """
    key = reviews_edit.name(f"{kind}_{entry_id}", value)
    shown: Literal["collapsed", "visible"] = "collapsed" if kind in _HIDDEN else "visible"
    label = f"{LABELS[kind]} {number:,d}" if number else LABELS[kind]
    if kind in _LINES:
        st.text_area(
            label, value, key=key, disabled=frozen, on_change=_save, args=(key, update), label_visibility=shown,
            height=24 * _LINES[kind] + 20, max_chars=100_000,
        )  # fmt: skip
    else:
        st.text_input(
            label, value, key=key, disabled=frozen, on_change=_save, args=(key, update), label_visibility=shown,
            placeholder=HINTS["moment"] if kind == "moment" else "", max_chars=1_000,
        )  # fmt: skip


def _save(key: str, update: Callable[[str], Change]) -> None:
    reviews_edit.change(update(str(st.session_state.get(key) or "")))


def new(kind: str, add: Callable[[str], Change]) -> None:
    """A field whose text becomes a new entry; it is empty again once the store has it."""
    key = f"review_new_{kind}_{st.session_state.setdefault(f'_new_{kind}', 0)}"
    hint = HINTS[kind]
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"review_add_{kind}"):
        if kind in _LINES:
            st.text_area(LABELS[kind], key=key, placeholder=hint, height=24 * _LINES[kind] + 20, width="stretch")
        else:
            st.text_input(LABELS[kind], key=key, placeholder=hint, max_chars=1_000, width="stretch")
        st.button("Add", key=f"{key}_add", on_click=_add, args=(kind, key, add))


def _add(field: str, key: str, add: Callable[[str], Change]) -> None:
    written = str(st.session_state.get(key) or "").strip()
    if written and reviews_edit.change(add(written)):
        st.session_state[f"_new_{field}"] += 1


def entry(part: str, entry_id: str, **values: object) -> Change:
    """The change that gives an entry of a list these values."""

    def update(document: ReviewDocument) -> ReviewDocument:
        entries = [
            one.model_copy(update=values) if getattr(one, "id", None) == entry_id else one
            for one in getattr(document, part)
        ]
        return document.model_copy(update={part: entries})

    return update


def text_of(part: str, entry_id: str, text: str) -> Change:
    """The change that gives an entry another text."""
    return entry(part, entry_id, text=text)


def removed(part: str, entry_id: str) -> Change:
    """The change that takes an entry out."""
    return lambda document: document.model_copy(
        update={part: [one for one in getattr(document, part) if one.id != entry_id]}
    )


def shifted(part: str, entry_id: str, by: int) -> Change:
    """The change that moves an entry up or down."""

    def update(document: ReviewDocument) -> ReviewDocument:
        entries = list(getattr(document, part))
        at = next((number for number, one in enumerate(entries) if one.id == entry_id), None)
        if at is not None and 0 <= at + by < len(entries):
            entries[at], entries[at + by] = entries[at + by], entries[at]
        return document.model_copy(update={part: entries})

    return update


def added(part: str, one: object) -> Change:
    """The change that adds an entry at the end."""
    return lambda document: document.model_copy(update={part: [*getattr(document, part), one]})
