"""The four-sentence drill: what was visible, what it is, who produced it, why control moved; a page of messages."""

import re

import streamlit as st

from viewer.analysis.retelling import Retelling, Sentence, as_markdown, retell_part
from viewer.model.position import parse_position
from viewer.ui import blob, run_choice, run_pages
from viewer.ui.components import kit
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_head import act_for, open_for
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import Segment, link, shown, status

PAGE = 25
"""Messages a page."""
SLOT_WORDS = {"visible": "visible", "is": "is", "producer": "by", "control": "control"}
_KEY, _DOWNLOAD = "retelling", "retelling_download"
_POSITION = re.compile(r'"(?:[^"\\]|\\.)*"|\[\d+(?:–\d+)?\](?:\.\d+)?')
"""A quoted text, which is passed over since it may hold what looks like a position, or a position of ours."""


@st.fragment
def draw(facts: RunFacts) -> None:
    """A page, opened where the chosen message is, and the whole run as Markdown."""
    run_choice.full_rerun_if_asked()
    told = "They are told from facts alone. What the record leaves empty stays empty."
    on_page = run_pages.draw(facts, PAGE, "retelling", told, _draw_download)
    if not on_page:
        return
    count = len(facts.run.messages)
    groups = [
        {"title": [link(one.message_index)], "rows": retelling_rows(one, count)}
        for one in retell_part(facts.run, on_page[0], on_page[-1])
    ]
    with st.container(key="run_retelling"):
        kit.draw("lines", {"groups": groups}, key=_KEY, on_act_change=act_for(_KEY), on_open_change=open_for(_KEY))
    blob.draw(_DOWNLOAD, "retelling.md", lambda: as_markdown(facts.run, shown).encode("utf-8", "backslashreplace"))


def _draw_download() -> None:
    st.button("Download as Markdown", key="retelling_ask", on_click=blob.ask, args=(_DOWNLOAD,))


def retelling_rows(told: Retelling, messages: int) -> list[Row]:
    """Four rows, one a slot, the visible first."""
    return [(SLOT_WORDS[sentence.slot], sentence_segments(sentence, messages)) for sentence in told.sentences]


def sentence_segments(sentence: Sentence, messages: int) -> list[Segment]:
    """The sentence with its positions as links; credentials are masked before it is taken apart.

    Args:
        sentence: one slot.
        messages: of the run; what names none of them is no position.
    """
    line: list[Segment] = (
        [status("empty", "The record says nothing here, so nothing is told."), " "] if sentence.empty else []
    )
    text, at = shown(sentence.text), 0
    for found in _POSITION.finditer(text):
        if found[0].startswith('"') or parse_position(found[0]).message >= messages:
            continue
        line += [text[at : found.start()], {"at": parse_position(found[0]).message, "text": found[0]}]
        at = found.end()
    return [piece for piece in (*line, text[at:]) if piece]
