"""Citing from the Run page: the chosen message goes into an open review, with its text and hash."""

from typing import Literal

import streamlit as st

from viewer.model.position import Position
from viewer.model.run import Run
from viewer.plain import visible
from viewer.reviews.document import Claim, Moment, ReviewDocument
from viewer.reviews.incidents import ListedReview, reviews
from viewer.ui import reviewer, reviews_edit, reviews_runs, reviews_store
from viewer.ui.components import kit
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import button, quiet, shown

As = Literal["a new claim", "more of the last claim", "a moment of the timeline"]
WAYS: tuple[As, ...] = ("a new claim", "more of the last claim", "a moment of the timeline")
_LAST, _TOLD, _ROUND = "_last_review", "_cite_told", "_cite_round"
_KEY = "cite_reviews"
OFFERED = 12
"""Reviews offered, the last changed first."""


def draw(facts: RunFacts, message: int) -> None:
    """The control below the detail of a message."""
    if facts.key.count("-") or not reviewer.may_write():
        return
    with st.expander("Cite in a review", key="cite", on_change="rerun") as opened:
        if opened.open:
            _draw_fields(facts, message)
    if sentence := told():
        st.text(visible(sentence))


def told() -> str | None:
    """What came of the last citing, once."""
    sentence: str | None = st.session_state.pop(_TOLD, None)
    return sentence


def _draw_fields(facts: RunFacts, message: int) -> None:
    blocks = len(facts.run.messages[message].blocks)
    with st.container(horizontal=True, key="cite_fields"):
        st.selectbox("As", WAYS, key="cite_as", width=210)
        st.selectbox(
            "Place",
            [None, *range(blocks)],
            format_func=lambda block: "the whole message" if block is None else f"block {block:,d}",
            key=f"cite_block_{message}",
            width=180,
        )
    st.text_input(
        "Sentence", key=f"cite_words_{st.session_state.setdefault(_ROUND, 0)}", placeholder="what this place bears out"
    )
    listed = _open_reviews()
    if not listed:
        st.markdown("No review is open: start one on the page *Reviews*.")
        return
    rows: list[Row] = [
        ("", [button("cite", one.id, "cite"), " ", shown(one.title), quiet(f" · {one.state.replace('_', ' ')}")])
        for one in listed[:OFFERED]
    ]
    kit.draw("lines", {"rows": rows, "names": False}, key=_KEY, on_act_change=lambda: _act(facts.run, message))


def _open_reviews() -> list[ListedReview]:
    nothing: tuple[ListedReview, ...] = ()
    listed = reviews_store.asked(lambda engine: reviews(engine, reviewer.prefixes()), nothing)
    return [one for one in listed if one.state != "signed_off"]


def _act(run: Run, message: int) -> None:
    asked = (st.session_state.get(_KEY) or {}).get("act") or {}
    if asked.get("name") == "cite" and isinstance(asked.get("value"), str):
        _cite(run, message, asked["value"])


def key_pressed(run: Run, sent: object) -> None:
    """The key of the ledger: cite in the review chosen last; what it sends comes from the browser, so it is checked."""
    message = sent.get("message") if isinstance(sent, dict) else None
    if type(message) is not int or not 0 <= message < len(run.messages) or not reviewer.may_write():
        return
    open_now = [one.id for one in _open_reviews()]
    last = st.session_state.get(_LAST)
    if last not in open_now:
        if len(open_now) != 1:
            st.session_state[_TOLD] = "Not cited: choose a review below, under Cite in a review."
            st.session_state["cite"] = True
            return
        last = open_now[0]
    _cite(run, message, last)


def _cite(run: Run, message: int, review_id: str) -> None:
    block = st.session_state.get(f"cite_block_{message}")
    words = str(st.session_state.get(f"cite_words_{st.session_state.get(_ROUND, 0)}") or "").strip()
    way: As = st.session_state.get("cite_as", WAYS[0])
    sentence = ""

    def update(document: ReviewDocument) -> ReviewDocument:
        nonlocal sentence
        made, alias = reviews_runs.with_run(document, run)
        position = str(Position(message, block if type(block) is int else None, run=alias))
        sentence = f"{position} is cited in: {document.title}"
        return cited(made, position, words, way)

    st.session_state[_LAST] = review_id
    if reviews_edit.change_of(review_id, update):
        st.session_state[_TOLD] = sentence
        st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
    else:
        st.session_state[_TOLD] = "Not cited: the page Reviews says why."


def cited(document: ReviewDocument, position: str, words: str, way: As) -> ReviewDocument:
    """The review with a position in it; its text and hash are copied when it is saved."""
    if way == "a moment of the timeline":
        moment = Moment(position=position, text=words)
        return document.model_copy(update={"timeline": [*document.timeline, moment]})
    if way == "more of the last claim" and document.claims:
        last = document.claims[-1]
        text = " ".join(part for part in (last.text.rstrip(), words, f"`{position}`") if part)
        claims = [*document.claims[:-1], last.model_copy(update={"text": text})]
        return document.model_copy(update={"claims": claims})
    claim = Claim(text=with_position(words, position))
    return document.model_copy(update={"claims": [*document.claims, claim]})


def with_position(words: str, position: str) -> str:
    """A sentence with its position before the full stop; a position alone where there are no words."""
    if not words:
        return f"`{position}` "
    end = words[-1] if words[-1] in ".!?" else ""
    return f"{words.removesuffix(end) if end else words} (`{position}`){end or '.'}"
