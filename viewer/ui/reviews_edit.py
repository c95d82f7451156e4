"""Changes of the open review: each saved at once, from the version that this session saw."""

import hashlib
from collections.abc import Callable
from typing import Any

import streamlit as st
from sqlalchemy import Engine

from viewer.plain import visible
from viewer.reviews.cited_text import Places
from viewer.reviews.document import ReviewDocument, ReviewState, as_json, review_of
from viewer.reviews.incidents import StoredReview, review, save_review, set_state, sign_off
from viewer.reviews.kept import settle
from viewer.reviews.lint.document_lint import with_citations
from viewer.reviews.parts import parts_of
from viewer.reviews.refused import Conflict, RefusedError
from viewer.ui import reviewer, reviews_runs, reviews_store
from viewer.ui.run_segments import shown

Change = Callable[[ReviewDocument], ReviewDocument]
_SEEN, _CONFLICT, _TROUBLE = "_review_seen", "_review_conflict", "_review_trouble"


def see(stored: StoredReview) -> None:
    """Remember what this session's page shows: its changes start from there."""
    st.session_state[_SEEN] = {"version": stored.version, "document": as_json(stored.document)}


def change(update: Change) -> bool:
    """Save what `update` makes of the review; whether the store took it over. For callbacks."""
    seen = st.session_state.get(_SEEN)
    if seen is None or not reviewer.may_write():
        return False
    try:
        wanted = review_of(as_json(update(review_of(seen["document"]))))
        wanted = with_citations(wanted, reviews_runs.runs_of(wanted))
    except ValueError as error:
        return _refuse(str(error))
    return _write(lambda engine: save_review(engine, seen["version"], wanted, reviewer.name()))


def change_of(review_id: str, update: Change) -> bool:
    """The same for a review that this page does not show: from how it stands now."""
    stored = reviews_store.asked(lambda engine: review(engine, review_id, reviewer.prefixes()), None)
    if stored is None:
        return _refuse("this review is not in the store")
    see(stored)
    return change(update)


def move_to(state: ReviewState) -> None:
    """Draft, in review, or signed off: with the hash that each run has now."""
    seen = st.session_state.get(_SEEN)
    if seen is None or not reviewer.may_write():
        return
    document, version = review_of(seen["document"]), seen["version"]
    if state == "signed_off":
        places = {alias: run for alias, run in reviews_runs.runs_of(document).items() if not isinstance(run, str)}
        hashes = {alias: Places(run).run_hash() for alias, run in places.items()}
        _write(lambda engine: sign_off(engine, document.id, version, hashes, reviewer.name()))
    else:
        _write(lambda engine: set_state(engine, document.id, version, state, reviewer.name()))


def _write(write: Callable[[Engine], StoredReview | Conflict]) -> bool:
    try:
        made = reviews_store.changed(write)
    except RefusedError as error:
        return _refuse(str(error))
    if isinstance(made, Conflict):
        st.session_state[_CONFLICT] = {
            "id": made.theirs.id,
            "kept": made.kept_id,
            "sentence": made.sentence,
            "parts": list(made.parts),
            "mine": made.mine,
            "theirs": as_json(made.theirs.document),
        }
        return False
    if made is None:
        return False
    see(made)
    return True


def _refuse(reason: str) -> bool:
    st.session_state[_TROUBLE] = f"Not saved: {reason}"
    return False


def draw_trouble(review_id: str) -> None:
    """What was refused, and what someone else changed first: both texts, and what to do with mine."""
    reviews_store.draw_trouble()
    if reason := st.session_state.pop(_TROUBLE, None):
        st.text(visible(reason))
    found: dict[str, Any] | None = st.session_state.get(_CONFLICT)
    if found is None or found["id"] != review_id:
        return
    mine, theirs = _parts(found["mine"]), _parts(found["theirs"])
    with st.container(key="review_conflict", border=True):
        st.markdown("**Someone else changed the same words first.** Nothing is lost: both versions are here.")
        st.text(shown(found["sentence"]))
        for part in found["parts"]:
            left, right = st.columns(2)
            with left:
                st.markdown("**Theirs, as it stands**")
                st.text(shown(_told(theirs.get(part, "taken out"))))
            with right:
                st.markdown("**Yours, kept beside it**")
                st.text(shown(_told(mine.get(part, found["mine"] if not mine else "taken out"))))
        with st.container(horizontal=True):
            if mine:
                st.button("Save mine over theirs", key="review_take_mine", on_click=_take_mine)
            st.button("Leave theirs", key="review_leave", on_click=_leave)


def _parts(document: dict[str, Any]) -> dict[str, Any]:
    return parts_of(document) if "claims" in document else {}


def _told(part: Any) -> str:
    if isinstance(part, dict):
        return str(part.get("text") or part.get("results") or part.get("reason") or part)
    return str(part)


def _take_mine() -> None:
    """My parts in theirs, from how it stands now."""
    found = st.session_state.pop(_CONFLICT)
    mine, names = _parts(found["mine"]), set(found["parts"])

    def update(document: ReviewDocument) -> ReviewDocument:
        value = as_json(document)
        for name in names & set(mine):
            field, _, entry = name.partition(" ")
            if field == "conclusion":
                value["conclusion"] = mine[name]["text"]
            elif not entry:
                value[field] = mine[name]
            elif any(one.get("id", one.get("alias")) == entry for one in value[field]):
                value[field] = [mine[name] if one.get("id", one.get("alias")) == entry else one for one in value[field]]
            else:
                value[field].append(mine[name])
        return review_of(value)

    if change_of(found["id"], update):
        reviews_store.changed(lambda engine: settle(engine, found["kept"]))


def _leave() -> None:
    found = st.session_state.pop(_CONFLICT)
    reviews_store.changed(lambda engine: settle(engine, found["kept"]))


def name(field: str, value: object) -> str:
    """The key of a widget that shows this value: another value makes it a new widget, which shows it."""
    return f"review_{field}_{hashlib.sha256(repr(value).encode('utf-8', 'replace')).hexdigest()[:8]}"
