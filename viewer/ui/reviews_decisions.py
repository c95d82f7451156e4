"""What follows from the claims: counterfactuals with their bundles, the cap, actions, tickets."""

import hashlib
from functools import partial

import streamlit as st

from viewer.errors import RunFileError
from viewer.plain import visible
from viewer.replay.bundle import parse_bundle
from viewer.reviews.document import Action, CapDecision, Counterfactual, ReviewDocument
from viewer.ui import reviews_edit, reviews_fields
from viewer.ui.components import kit
from viewer.ui.reviews_edit import Change
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import button, code, quiet, shown

_TROUBLE, _ROUND, _BUNDLES = "_counterfactual_trouble", "_counterfactual_round", "_counterfactual_bundles"
_LARGEST = 64
"""Megabytes of a bundle."""


def draw(document: ReviewDocument, *, frozen: bool) -> None:
    """All four, each with its own heading."""
    st.header("Counterfactuals", anchor=False)
    for number, one in enumerate(document.counterfactuals, 1):
        with st.container(key=f"counterfactual_{number}"):
            kit.draw(
                "lines", {"rows": _rows(one, frozen), "names": False}, key=f"counterfactual_lines_{one.id}",
                on_act_change=partial(_act, f"counterfactual_lines_{one.id}"),
            )  # fmt: skip
            left, right = st.columns(2, gap="medium")
            with left:
                update = partial(_value, one.id, "question")
                reviews_fields.text("what", one.question, update, frozen=frozen, entry_id=one.id, number=number)
            with right:
                update = partial(_value, one.id, "results")
                reviews_fields.text("results", one.results, update, frozen=frozen, entry_id=one.id, number=number)
    if not document.counterfactuals:
        st.markdown("None." if frozen else "None yet: a bundle of the Replay page says what would have been sent.")
    if not frozen:
        _draw_upload()
    _draw_cap(document, frozen)
    _draw_actions(document, frozen)


def _rows(one: Counterfactual, frozen: bool) -> list[Row]:
    line = [code(one.bundle or "no bundle"), quiet(f" replaces {one.position or 'nothing'}")]
    if one.bundle_sha256:
        line.append(quiet(f" · sha256 {one.bundle_sha256[:15]}…"))
    if not frozen:
        line += [" ", button("remove", one.id, "remove")]
    return [("", line)]


def _act(key: str) -> None:
    asked = (st.session_state.get(key) or {}).get("act") or {}
    match asked.get("name"), asked.get("value"):
        case "remove", str(entry):
            reviews_edit.change(reviews_fields.removed("counterfactuals", entry))
        case "remove_action", str(entry):
            reviews_edit.change(reviews_fields.removed("actions", entry))
        case "remove_link", str(link):
            reviews_edit.change(
                lambda one: one.model_copy(update={"links": [other for other in one.links if other != link]})
            )
        case _:
            pass


def _value(entry_id: str, field: str, text: str) -> Change:
    return reviews_fields.entry("counterfactuals", entry_id, **{field: text})


def _draw_upload() -> None:
    number: int = st.session_state.setdefault(_ROUND, 0)
    with st.expander("Add a bundle", key="counterfactual_new"):
        dropped = st.file_uploader(
            "A bundle of the Replay page", type="json", key=f"counterfactual_file_{number}", max_upload_size=_LARGEST
        )
    if dropped is not None:
        content = dropped.getvalue()
        try:
            bundle = parse_bundle(content, dropped.name)
        except RunFileError as error:
            st.session_state[_TROUBLE] = str(error)
        else:
            made = Counterfactual(
                bundle=dropped.name[:1_000],
                bundle_sha256=hashlib.sha256(content).hexdigest(),
                position=bundle.position,
            )
            reviews_edit.change(reviews_fields.added("counterfactuals", made))
            st.session_state[_BUNDLES] = {**st.session_state.get(_BUNDLES, {}), made.bundle_sha256: content}
            st.session_state[_TROUBLE] = None
        st.session_state[_ROUND] = number + 1
        st.rerun()
    if reason := st.session_state.get(_TROUBLE):
        st.text(visible(reason))


def uploaded(document: ReviewDocument) -> dict[str, bytes]:
    """Id of a counterfactual -> its bundle, of those that this session has uploaded."""
    held: dict[str, bytes] = st.session_state.get(_BUNDLES, {})
    return {one.id: held[one.bundle_sha256] for one in document.counterfactuals if one.bundle_sha256 in held}


def _draw_cap(document: ReviewDocument, frozen: bool) -> None:
    st.header("Cap decision", anchor=False)
    cap = document.cap or CapDecision()
    with st.container(key="review_cap"):
        first, second, third = st.columns([2, 4, 8], gap="medium")
        with first:
            shown_cap = "" if cap.cap is None else str(cap.cap)
            reviews_fields.text("cap", shown_cap, partial(_cap, "cap"), frozen=frozen)
        with second:
            reviews_fields.text("cap_group", cap.group, partial(_cap, "group"), frozen=frozen)
        with third:
            reviews_fields.text("cap_reason", cap.reason, partial(_cap, "reason"), frozen=frozen)


def _cap(field: str, text: str) -> Change:
    def update(document: ReviewDocument) -> ReviewDocument:
        if field == "cap" and text.strip() and not (text.strip().isascii() and text.strip().isdigit()):
            raise ValueError("a cap is a number of steps")
        value = (int(text) if text.strip() else None) if field == "cap" else text
        made = (document.cap or CapDecision()).model_copy(update={field: value})
        return document.model_copy(update={"cap": made if made != CapDecision() else None})

    return update


def _draw_actions(document: ReviewDocument, frozen: bool) -> None:
    st.header("Actions", anchor=False)
    for number, one in enumerate(document.actions, 1):
        with st.container(horizontal=True, vertical_alignment="bottom", key=f"action_{number}"):
            key = reviews_edit.name(f"action_{one.id}", one.done)
            st.checkbox(
                f"{number:,d} done", one.done, key=key, disabled=frozen, on_change=_tick, args=(one.id, not one.done)
            )
            with st.container(key=f"action_text_{number}", width=460):
                update = partial(reviews_fields.text_of, "actions", one.id)
                reviews_fields.text("action", one.text, update, frozen=frozen, entry_id=one.id, number=number)
            with st.container(key=f"action_owner_{number}", width=180):
                update = partial(_owner, one.id)
                reviews_fields.text("owner", one.owner, update, frozen=frozen, entry_id=one.id, number=number)
        rows: list[Row] = []
        if one.link:
            rows.append(("", [quiet("ticket "), shown(one.link)]))
        if not frozen:
            rows.append(("", [button("remove_action", one.id, "remove")]))
        if rows:
            key = f"action_lines_{one.id}"
            kit.draw("lines", {"rows": rows, "names": False}, key=key, on_act_change=partial(_act, key))
    if not frozen:
        reviews_fields.new("actions", lambda text: reviews_fields.added("actions", Action(text=text)))
    st.header("Tickets", anchor=False)
    for number, link in enumerate(document.links, 1):
        with st.container(horizontal=True, vertical_alignment="center", key=f"link_{number}"):
            st.text(visible(link), width="content")
            st.link_button(f"Open ticket {number:,d}", link)
            if not frozen:
                st.button(
                    f"Remove ticket {number:,d}", key=f"link_remove_{number}", on_click=_remove_link, args=(link,)
                )
    if not frozen:
        reviews_fields.new("links", _linked)


def _remove_link(link: str) -> None:
    reviews_edit.change(lambda one: one.model_copy(update={"links": [other for other in one.links if other != link]}))


def _linked(text: str) -> Change:
    return lambda one: one.model_copy(update={"links": list(dict.fromkeys([*one.links, text]))})


def _tick(entry_id: str, done: bool) -> None:
    reviews_edit.change(reviews_fields.entry("actions", entry_id, done=done))


def _owner(entry_id: str, text: str) -> Change:
    return reviews_fields.entry("actions", entry_id, owner=text)
