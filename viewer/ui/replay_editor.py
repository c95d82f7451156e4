"""The editor of what replaces a result: text, or JSON that is checked, with ready answers to start from."""

import difflib
import json
from dataclasses import dataclass
from typing import Any

import streamlit as st

from viewer.analysis.pairing import Place
from viewer.decode.json_value import JsonError, parse
from viewer.masking import masked
from viewer.model.block import ToolResult
from viewer.model.position import Position
from viewer.plain import visible
from viewer.replay.alternatives import Alternative, alternatives, results_of, tool_of
from viewer.ui import detail_state
from viewer.ui.run_facts import RunFacts

EDITED = 100_000
"""Characters up to which a text is put into the field."""
AS_STORED, ELSEWHERE = "as stored", "another result of this tool"
FLAGS: dict[str, bool | None] = {"as stored": None, "is_error: true": True, "is_error: false": False}
TEXT, JSON = "Text", "JSON"
_HEIGHT = 180


@dataclass(frozen=True)
class Edited:
    """What the reader made of a result."""

    content: Any
    is_error: bool | None
    """None: as it is stored."""
    text: str
    """The content as it stands in the field, for the difference."""


@dataclass(frozen=True)
class Start:
    """What the field starts with."""

    text: str
    why: str = ""
    """Why it starts empty."""


def draw(facts: RunFacts, place: Place, result: ToolResult, elsewhere: Alternative | None) -> Edited | None:
    """The fields; None while what they hold is no content.

    Args:
        facts: of the run.
        place: of the result.
        result: as stored.
        elsewhere: a result of another run, where one was chosen.
    """
    key = field_key(facts, place)
    offered = starts(facts, place, result, elsewhere)
    start = st.selectbox("Start from", list(offered), key=f"{key}_start", on_change=_begin, args=(key, offered, result))
    st.session_state.setdefault(f"{key}_kind", kind_of(result.content))
    kind = st.segmented_control("The content is", (TEXT, JSON), required=True, key=f"{key}_kind")
    first = start_text(result.content, detail_state.revealed())
    if first.why and start == AS_STORED:
        st.text(first.why)
    st.session_state.setdefault(f"{key}_text", first.text)
    text = st.text_area("What the tool is to have answered", height=_HEIGHT, key=f"{key}_text")
    flag = st.selectbox("Error flag", tuple(FLAGS), key=f"{key}_flag")
    if start == AS_STORED and not first.why and text == first.text and kind == kind_of(result.content):
        return Edited(result.content, FLAGS[flag], stored_words(result.content))
    made = content_of(text, kind == JSON)
    if isinstance(made, NotJson):
        st.markdown("**This is no JSON, so there is nothing to send.**")
        st.text(visible(made.reason))
        return None
    return Edited(made.value, FLAGS[flag], stored_words(made.value))


def field_key(facts: RunFacts, place: Place) -> str:
    """The key of the fields of one result."""
    return f"replay_{facts.key}_{place[0]}_{place[1]}"


def starts(facts: RunFacts, place: Place, result: ToolResult, elsewhere: Alternative | None) -> dict[str, Alternative]:
    """What the field can start from, by titles of ours."""
    found = [Alternative(AS_STORED, result.content, None), *alternatives(result.content)]
    tool = tool_of(facts.run, facts.pairing, place)
    for other in results_of(facts.run, tool, facts.pairing)[:50] if tool is not None else []:
        block = facts.run.messages[other[0]].blocks[other[1]]
        if other != place and type(block) is ToolResult:
            found.append(Alternative(f"the result at {Position(*other)}", block.content, block.is_error))
    if elsewhere is not None:
        found.append(elsewhere)
    return {one.title: one for one in found}


def _begin(key: str, offered: dict[str, Alternative], result: ToolResult) -> None:
    """Put the chosen start into the fields."""
    chosen = offered.get(st.session_state.get(f"{key}_start", AS_STORED))
    if chosen is None:
        return
    st.session_state[f"{key}_text"] = start_text(chosen.content, detail_state.revealed()).text
    st.session_state[f"{key}_kind"] = kind_of(chosen.content)
    st.session_state[f"{key}_flag"] = next(name for name, flag in FLAGS.items() if flag is chosen.is_error)


def kind_of(content: Any) -> str:
    """How a content is edited: only what is no text is JSON."""
    return TEXT if content is None or isinstance(content, str) else JSON


def stored_words(content: Any) -> str:
    """A content as its editor shows it."""
    if content is None:
        return ""
    return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False, indent=2, default=str)


def start_text(content: Any, revealed: frozenset[str]) -> Start:
    """A content for the field, or nothing and a sentence why not."""
    text = stored_words(content)
    if len(text) > EDITED:
        return Start("", f"The stored result has {len(text):,} characters; the field starts empty.")
    if any(value.id not in revealed for value in masked(text).values):
        return Start(
            "",
            "The stored result holds values that look like credentials; until they are revealed the field is empty.",
        )
    if visible(text) != text:
        return Start("", "The stored result holds characters that a field cannot show; it starts empty.")
    return Start(text)


@dataclass(frozen=True)
class NotJson:
    """Why a text is no JSON."""

    reason: str


@dataclass(frozen=True)
class Content:
    """What a text says."""

    value: Any


def content_of(text: str, is_json: bool) -> Content | NotJson:
    """The content that the field holds; lists stay lists, digits stay digits."""
    if not is_json:
        return Content(text)
    try:
        value, notes = parse(text)
    except JsonError as error:
        line = text.encode("utf-8", "surrogatepass")[: error.byte].count(b"\n") + 1
        return NotJson(f"line {line}: {error.reason}")
    return NotJson(notes[0]) if notes else Content(value)


def difference(old: str, new: str) -> str:
    """Every line that differs, with its neighbours; empty where none does."""
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), "as stored", "replacement", lineterm="")
    return "\n".join(lines)
