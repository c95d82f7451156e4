"""Replace one tool result and look at the request that the next model call would have been. Nothing is sent."""

import json
from typing import Any

import streamlit as st

from viewer.errors import RunFileError
from viewer.masking import masked
from viewer.model.block import ToolResult
from viewer.model.position import Position
from viewer.plain import visible
from viewer.replay.built import APIS, Api
from viewer.replay.prefix import Refusal
from viewer.replay.stored_messages import stored_messages
from viewer.replay.swap import Replacement, SwappedRequest, request_json, swap
from viewer.ui import blob, detail_state, session
from viewer.ui.components import kit
from viewer.ui.detail_blocks import json_text
from viewer.ui.detail_text import HEAD
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import Segment, code, prose, quiet, shown, spans

OPEN = "detail_swap"
_DOWNLOAD = "swap"
TITLES: dict[Api, str] = {
    "anthropic_messages": "Anthropic Messages",
    "openai_chat": "OpenAI Chat Completions",
    "openai_responses": "OpenAI Responses",
}
EDITED = 100_000
"""Characters up to which the stored result is put into the field."""
FLAGS: dict[str, bool | None] = {"as stored": None, "is_error: true": True, "is_error: false": False}


def draw(facts: RunFacts, message_index: int) -> None:
    """The panel below the detail, where *replace this result* was pressed."""
    asked = st.session_state.get(OPEN)
    if not asked or asked[:2] != [facts.key, message_index]:
        return
    block = asked[2]
    blocks = facts.run.messages[message_index].blocks
    result = blocks[block] if block < len(blocks) else None
    if not isinstance(result, ToolResult):
        return
    key = f"swap_{facts.key}_{message_index}_{block}"
    with st.container(key="run_swap", border=True):
        st.markdown(
            f"**Replace the result at {_at(message_index, block)}** in the next call's request. Nothing is sent."
        )
        content, why = stored_text(result, detail_state.revealed())
        if why:
            st.text(why)
        text = st.text_area("What the tool is to have answered", content, height=120, key=f"{key}_text")
        left, right = st.columns(2)
        flag = left.selectbox("Error flag", tuple(FLAGS), key=f"{key}_flag")
        api: Api = right.selectbox(
            "Request as", APIS, format_func=lambda one: TITLES[one], index=api_of(facts), key=f"{key}_api"
        )
        untouched = why == "" and text == content and FLAGS[flag] is None
        value = result.content if untouched else replaced(text, result)
        try:
            stored = stored_messages(facts.run, session.decoded(facts.run.source))
        except RunFileError as error:
            st.text(visible(str(error)))
            return
        built = swap(facts.run, Replacement(message_index, block, value, FLAGS[flag]), api, stored)
        if isinstance(built, Refusal):
            st.markdown("**No request can be built.**")
            st.text(visible(masked(built.reason).text))
        else:
            _draw_request(built, f"request-{message_index}-{block}.json")
        st.button("Close", key="swap_close", on_click=_close)


def _at(message_index: int, block: int) -> str:
    return f"`{Position(message_index, block)}`"


def api_of(facts: RunFacts) -> int:
    """The API (its number in `APIS`) in whose form the file most likely is."""
    return APIS.index("openai_chat") if facts.run.format.startswith("openai") else 0


def _close() -> None:
    st.session_state.pop(OPEN, None)


def stored_text(result: ToolResult, revealed: frozenset[str]) -> tuple[str, str]:
    """The stored content for the field, or nothing and a sentence why not."""
    text = (
        result.content
        if isinstance(result.content, str)
        else ""
        if result.content is None
        else json_text(result.content)
    )
    if len(text) > EDITED:
        return "", f"The stored result has {len(text):,} characters; the field starts empty."
    hidden = [value for value in masked(text).values if value.id not in revealed]
    if hidden:
        return (
            "",
            "The stored result holds values that look like credentials; until they are revealed the field is empty.",
        )
    if visible(text) != text:
        return "", "The stored result holds characters that a field cannot show; it starts empty."
    return text, ""


def replaced(text: str, result: ToolResult) -> Any:
    """The typed content: JSON where the stored content is no text and what was typed reads as JSON, else text."""
    if not isinstance(result.content, str) and result.content is not None:
        try:
            return json.loads(text)
        except ValueError:
            return text
    return text


def _draw_request(built: SwappedRequest, name: str) -> None:
    kit.draw("lines", {"rows": request_rows(built)}, key="swap_facts")
    data = request_json(built.body)
    text = data.decode()
    shown_text = masked(text[:HEAD])
    st.code(visible(shown_text.text), language=None, wrap_lines=True)
    more = f"the first {HEAD:,} of " if len(text) > HEAD else ""
    st.text(f"{more}{len(text):,} characters")
    if masked(text).values:
        st.text("The download holds values that look like credentials, as the run does.")
    st.button("Download the request", on_click=blob.ask, args=(_DOWNLOAD,), key="swap_download")
    blob.draw(_DOWNLOAD, name, lambda: data)


def request_rows(built: SwappedRequest) -> list[Row]:
    """What is sent, what is left out, what to look at first when behaviour differs."""
    discarded: list[Segment] = [quiet("nothing: no later message is stored")]
    if built.discarded is not None:
        discarded = [*spans((built.discarded,)), quiet(" came after that model call and are not in it")]
    rows: list[Row] = [("sent", spans(built.sent)), ("discarded", discarded)]
    same = built.old_hash == built.new_hash
    becomes: list[Segment] = [quiet(" unchanged so far")] if same else [quiet(" becomes "), code(built.new_hash[:19])]
    rows.append(("message", [code(built.old_hash[:19]), *becomes]))
    rows += [("warning", prose(warning)) for warning in built.warnings]
    rows += [
        ("not as stored", [shown(f"{loss.position or 'request fields'}: {loss.text}")]) for loss in built.losses[:30]
    ]
    return rows
