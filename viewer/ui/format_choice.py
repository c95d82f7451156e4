"""How to read sources that several formats recognise equally well: the reader's choice, kept in the URL."""

from collections.abc import Sequence

import streamlit as st

from viewer.formats.registry import FORMATS
from viewer.index.rows import UnreadableRow
from viewer.plain import visible

READ_AS = "read_as"
"""Name in the URL: formats, each preferred to those after it."""
_NAMED = 5
_TITLES = {format.name: format.title for format in FORMATS}


def chosen() -> tuple[str, ...]:
    """The formats that the URL prefers; on a page whose URL names none, those chosen before in this session."""
    if READ_AS in st.query_params:
        found = tuple(name for name in st.query_params.get_all(READ_AS) if name in _TITLES)
        st.session_state["_read_as"] = found
        return found
    kept: tuple[str, ...] = st.session_state.get("_read_as", ())
    if kept:
        st.query_params[READ_AS] = list(kept)
    return kept


def parameters() -> dict[str, list[str]]:
    """The choice as query parameters, for links."""
    found = chosen()
    return {READ_AS: list(found)} if found else {}


def _choose(name: str) -> None:
    st.query_params[READ_AS] = [name, *(one for one in chosen() if one != name)]


def _forget() -> None:
    st.session_state.pop("_read_as", None)
    st.query_params.pop(READ_AS, None)


def draw(unreadable: Sequence[UnreadableRow]) -> None:
    """A button for each way to read the sources that are still undecided, and one that takes the choices back."""
    undecided: dict[tuple[str, ...], list[str]] = {}
    for row in unreadable:
        if row.formats:
            undecided.setdefault(row.formats, []).append(row.source)
    for number, (formats, sources) in enumerate(undecided.items()):
        more = f" and {len(sources) - _NAMED:,} more" if len(sources) > _NAMED else ""
        with st.container(horizontal=True, vertical_alignment="center", key=f"read_as_{number}"):
            st.text(f"{visible(', '.join(sources[:_NAMED]))}{more}: read as", width="content")
            for name in formats:
                st.button(_TITLES[name], key=f"read_as_{number}_{name}", on_click=_choose, args=(name,))
    if chosen():
        with st.container(horizontal=True, vertical_alignment="center", key="read_as_chosen"):
            titles = ", ".join(_TITLES[name] for name in chosen())
            st.text(f"What several formats recognise equally well is read as {titles}.", width="content")
            st.button("Choose again", key="read_as_again", on_click=_forget)
