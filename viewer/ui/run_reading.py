"""The reading view: fifty messages a page, a heading each, all text in the page, for find, print and screen readers."""

from typing import Any

import streamlit as st

from viewer.model.message import Message
from viewer.ui import detail_state, run_choice, run_pages
from viewer.ui.detail_blocks import block_payload
from viewer.ui.detail_facts import message_facts, message_title
from viewer.ui.detail_text import Opened
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_segments import segments_text

PAGE = 50
"""Messages a page: more of Streamlit's elements make it slow."""
WHOLE = 20_000
"""Characters of one text up to which it stands whole in the page."""
PAGE_CHARACTERS = 2_000_000
"""Of all texts of a page; what is beyond is named, and whole in the ledger's detail."""


@st.fragment
def draw(facts: RunFacts) -> None:
    """A page of messages."""
    run_choice.full_rerun_if_asked()
    told = "All text of the page can be found with the browser's own search."
    shown = run_pages.draw(facts, PAGE, "reading", told)
    left = PAGE_CHARACTERS
    opened = Opened(revealed=detail_state.revealed())
    with st.container(key="run_reading"):
        for message in facts.run.messages[shown.start : shown.stop]:
            left = _draw_message(facts, message, opened, left)


def _draw_message(facts: RunFacts, message: Message, opened: Opened, left: int) -> int:
    st.header(f"[{message.index}] {message_title(message)}", anchor=f"message-{message.index}")
    st.text("\n".join(f"{slot}: {segments_text(line)}" for slot, line in message_facts(facts, message)))
    for index in range(len(message.blocks)):
        payload = block_payload(facts, message, index, opened)
        notes = [segments_text(note) for note in payload["notes"]]
        st.text("\n".join([f"{payload['position']} {segments_text(payload['head'])}", *notes]))
        for body in payload["bodies"]:
            left -= _draw_body(facts, message, index, body, opened, left)
    return left


def _draw_body(facts: RunFacts, message: Message, index: int, body: dict[str, Any], opened: Opened, left: int) -> int:
    """The text of a body; returns how many characters it took."""
    if body["kind"] == "image":
        st.text(f"{body['label']}: {body['extent']}; shown in the ledger's detail")
        return 0
    if body["to"] < body["characters"] <= min(WHOLE, left):
        whole = Opened({body["id"]: 0}, opened.revealed)
        bodies = block_payload(facts, message, index, whole)["bodies"]
        body = next(one for one in bodies if one["id"] == body["id"])
    if body["text"]:
        if body["kind"] == "text":
            st.text(body["text"])
        else:
            st.code(body["text"], language=None, wrap_lines=True)
    if body["to"] < body["characters"]:
        st.text(f"the first {body['to']:,} of {body['characters']:,} characters; whole in the ledger's detail")
    for note in body["notes"]:
        st.text(note)
    return int(body["to"])
