"""The fields of a note: its words, labels, severity and status."""

from collections.abc import Sequence
from typing import cast

import streamlit as st

from viewer.reviews.note import LONGEST_TEXT, SEVERITIES, STATES, Severity, State, Words
from viewer.ui.components import kit
from viewer.ui.run_segments import Segment, quiet, shown

_NONE = "none"
OFFERED = 12
"""Labels in use that a click adds."""


def draw_fields(key: str, words: Words | None = None, in_use: Sequence[str] = ()) -> None:
    """The widgets, filled with what is there; `typed` reads them.

    Args:
        key: of the form; every field's own begins with it.
        words: what the note says now.
        in_use: labels that a click adds.
    """
    words = words or Words("")
    st.text_area("Note", words.text, key=f"{key}_text", max_chars=LONGEST_TEXT, height=96)
    with st.container(horizontal=True, key=f"{key}_marks"):
        st.text_input(
            "Labels, with commas between",
            ", ".join(words.labels),
            key=f"{key}_labels",
            placeholder="refund-without-lookup",
            width=260,
        )
        st.selectbox(
            "Severity",
            [_NONE, *SEVERITIES],
            index=0 if words.severity is None else SEVERITIES.index(words.severity) + 1,
            key=f"{key}_severity",
            width=120,
        )
        st.selectbox("Status", STATES, index=STATES.index(words.status), key=f"{key}_status", width=120)
    if in_use:
        line: list[Segment] = [quiet("in use: ")]
        for label in in_use[:OFFERED]:
            line += [{"do": "label", "value": label, "text": shown(label)}, " "]
        kit.draw("lines", {"rows": [("", line)], "names": False}, key=f"{key}_in_use", on_act_change=lambda: _add(key))


def typed(key: str) -> Words:
    """What stands in the widgets."""
    severity = st.session_state.get(f"{key}_severity", _NONE)
    return Words(
        str(st.session_state.get(f"{key}_text") or ""),
        labels_of(str(st.session_state.get(f"{key}_labels") or "")),
        cast(Severity, severity) if severity in SEVERITIES else None,
        cast(State, st.session_state.get(f"{key}_status", STATES[0])),
    )


def labels_of(text: str) -> tuple[str, ...]:
    """Labels with commas between."""
    return tuple(dict.fromkeys(label.strip() for label in text.split(",") if label.strip()))


def _add(key: str) -> None:
    """A label that was clicked stands at the end."""
    label = ((st.session_state.get(f"{key}_in_use") or {}).get("act") or {}).get("value")
    if isinstance(label, str):
        st.session_state[f"{key}_labels"] = ", ".join([*labels_of(st.session_state.get(f"{key}_labels") or ""), label])
