"""The Replay page: one stored result beside what replaces it, then what would be sent."""

from datetime import UTC, datetime
from typing import Any

import streamlit as st

from viewer import load
from viewer.analysis.pairing import Place
from viewer.errors import RunFileError
from viewer.model.block import ToolResult
from viewer.model.hashes import canonical_json
from viewer.model.position import Position
from viewer.plain import visible
from viewer.replay.alternatives import tool_of
from viewer.replay.built import APIS, Api
from viewer.replay.bundle import Bundle
from viewer.replay.draft import Draft
from viewer.replay.make import Credentials, Why, draft_bundle
from viewer.replay.prefix import Refusal
from viewer.replay.stored_messages import stored_messages
from viewer.replay.swap import Replacement
from viewer.ui import (
    access,
    detail_state,
    replay_apis,
    replay_editor,
    replay_elsewhere,
    replay_fields,
    replay_open,
    replay_send,
    replay_take,
    replay_target,
    run_choice,
    session,
    text_panel,
)
from viewer.ui.components import kit
from viewer.ui.detail_text import Opened, text_body
from viewer.ui.replay_editor import Edited
from viewer.ui.replay_fields import GivenFields
from viewer.ui.replay_lines import bundle_rows, refusal_rows
from viewer.ui.run_facts import RunFacts, facts_of
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import Segment, code, page_link, quiet, strong

_CREDENTIALS: dict[str, Credentials] = {
    "refuse a bundle that holds credentials": "refuse",
    "mask them": "mask",
    "include them on purpose": "include",
}


def draw() -> None:
    """The page: a result by the URL, else the list of a run's results, else the place to open a bundle."""
    kit.draw_kit()
    if "run" not in st.query_params:
        st.markdown(
            "**No result is chosen.** Open a run and press *replace this result…* at a tool_result, "
            "or open a bundle that was made before."
        )
        st.page_link("pages/runs.py", label="All runs", icon=":material/list:")
        opened = replay_open.draw(is_open=True)
        if opened is not None and st.toggle("Run samples of it", key="replay_run"):
            replay_send.show(opened)
        return
    run = session.chosen_run()
    if run is None:
        return
    facts = facts_of(run, run_choice.branch(run))
    found = replay_target.place_in_url(facts)
    if isinstance(found, str):
        st.text(found)
    if found is None or isinstance(found, str):
        chosen = replay_target.draw_list(facts)
        if chosen is not None:
            st.query_params["at"] = replay_target.parameters(*chosen)["at"]
            st.rerun()
        return
    _draw_swap(facts, found)


def _draw_swap(facts: RunFacts, place: Place) -> None:
    result = facts.run.messages[place[0]].blocks[place[1]]
    assert isinstance(result, ToolResult)  # `place_in_url` made sure
    kit.draw("lines", {"rows": head_rows(facts, place, result)}, key="replay_head")
    with st.container(horizontal=True, key="replay_elsewhere_links"):
        st.button("Another result of this run", key="replay_other", on_click=_leave, args=(("at",),))
        st.button("Open a bundle", key="replay_bundles", on_click=_leave, args=(("at", "run", "branch"),))
    with st.container(key="replay_swap"):
        left, right = st.columns(2, gap="medium")
        with left:
            st.markdown("**As stored**")
            _draw_stored(facts, place, result)
            elsewhere = replay_elsewhere.draw(tool_of(facts.run, facts.pairing, place))
        with right:
            st.markdown("**What replaces it**")
            edited = replay_editor.draw(facts, place, result, elsewhere)
    if edited is None:
        return
    _draw_difference(place, result, edited)
    with st.container(key="replay_choices"):
        first, second = st.columns(2, gap="medium")
        api: Api = first.selectbox(
            "Request as",
            APIS,
            format_func=lambda one: replay_apis.TITLES[one],
            index=replay_apis.number_of(facts),
            key=f"replay_api_{facts.key}",
        )
        ways = [way for way, does in _CREDENTIALS.items() if does != "include" or access.may("reviewer")]
        keep = second.selectbox("Values that look like credentials", ways, key="replay_credentials")
        author = first.text_input("Who makes it (optional)", key="replay_author")
        reason = second.text_input("What for (optional)", key="replay_reason")
    given = replay_fields.draw(facts)
    try:
        made = _made(facts, place, edited, api, _CREDENTIALS[keep], given, (author or None, reason or None))
    except RunFileError as error:
        st.markdown("**The file cannot be read as it was.** Go to the list of runs and reload.")
        st.text(visible(str(error)))
        return
    if isinstance(made, Refusal):
        kit.draw("lines", {"rows": refusal_rows(made, facts.key)}, key="replay_refused")
        return
    kit.draw("lines", {"rows": bundle_rows(made.slim, facts.key)}, key="replay_lines")
    replay_take.draw(made.slim, made.content, f"{facts.key}-{place[0]}-{place[1]}")
    if st.toggle("Run samples of it", key="replay_run"):
        replay_send.show(_whole(made.slim.replacement.hash, made.slim.unchanged_hash, made.slim.created_at, made))


@st.cache_resource(show_spinner=False, max_entries=1)
def _whole(replacement: str, unchanged: str, created_at: str, _made: Draft) -> Bundle:
    return _made.bundle()


def _leave(names: tuple[str, ...]) -> None:
    """Take parameters out of the address; a link to the page itself would keep them."""
    for name in names:
        st.query_params.pop(name, None)


def head_rows(facts: RunFacts, place: Place, result: ToolResult) -> list[Row]:
    """Which result of which run."""
    tool = tool_of(facts.run, facts.pairing, place)
    line: list[Segment] = [strong(str(Position(*place))), quiet(" of ")]
    line += [code(tool)] if tool else [quiet("no call of this list")]
    line += [quiet(f" {result.tool_use_id or 'no id'} · in "), page_link("the run", facts.key, place[0])]
    call = facts.pairing.calls.get(place)
    if call is not None:
        line += [quiet(" · asked for at "), page_link(str(Position(*call)), facts.key, call[0])]
    flag = {True: "is_error: true", False: "is_error: false", None: "no error flag"}[result.is_error]
    return [("result", line), ("flag", [quiet(flag)])]


def _draw_stored(facts: RunFacts, place: Place, result: ToolResult) -> None:
    text = replay_editor.stored_words(result.content)
    text_panel.draw(
        "replay_stored",
        text,
        of=f"{facts.key} {place[0]}.{place[1]}",
        name=f"result-{place[0]}-{place[1]}.txt",
        json=not isinstance(result.content, str) and result.content is not None,
    )


def _draw_difference(place: Place, result: ToolResult, edited: Edited) -> None:
    """The exact difference, of the flag as well."""
    text = replay_editor.difference(replay_editor.stored_words(result.content), edited.text)
    is_error = result.is_error if edited.is_error is None else edited.is_error
    if is_error != result.is_error:
        st.markdown(f"**Flag:** `is_error` was {_FLAGS[result.is_error]} and becomes {_FLAGS[is_error]}.")
    if not text:
        kind = type(edited.content) is type(result.content)
        st.markdown("**The content is the same so far.**" if kind else "**The same words, in another form.**")
        return
    st.markdown("**Difference**")
    body = text_body("difference", text, Opened(revealed=detail_state.revealed()), kind="code")
    st.code(body["text"], language=None, wrap_lines=True)
    if len(text) > len(body["text"]):
        st.markdown(f"The first part of {len(text):,} characters.")


_FLAGS = {True: "true", False: "false", None: "not stored"}


def _made(
    facts: RunFacts,
    place: Place,
    edited: Edited,
    api: Api,
    credentials: Credentials,
    given: GivenFields,
    who: tuple[str | None, str | None],
) -> Draft | Refusal:
    name = canonical_json([place, edited.content, edited.is_error, api, credentials, given.names(), who]).decode()
    return _cached(facts.key, facts.run.source.version, name, (facts, place, edited, api, credentials, given, who))


@st.cache_resource(show_spinner="Building the request", max_entries=2)
def _cached(key: str, version: str, name: str, _asked: tuple[Any, ...]) -> Draft | Refusal:
    facts, place, edited, api, credentials, given, who = _asked
    run = facts.run
    with load.collector_paused():
        return draft_bundle(
            run,
            Replacement(place[0], place[1], edited.content, edited.is_error),
            api,
            stored_messages(run, session.decoded(run.source)),
            Why(datetime.now(UTC).isoformat(timespec="seconds"), *who),
            credentials,
            given.supplied,
            given.current,
        )
