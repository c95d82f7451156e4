import streamlit as st

from viewer.reviews.note import Words
from viewer.ui.notes_words import labels_of, typed


def test_labels_stand_once_without_blanks_around_them() -> None:
    assert labels_of(" a, b ,,a ") == ("a", "b")


def test_what_is_typed_becomes_words() -> None:
    st.session_state["f_text"], st.session_state["f_labels"] = "said", "x"
    st.session_state["f_severity"], st.session_state["f_status"] = "high", "agreed"
    assert typed("f") == Words("said", ("x",), "high", "agreed")
    st.session_state["f_severity"] = "none"
    assert typed("f").severity is None
