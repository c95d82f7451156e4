"""A request as the JSON of an API, built from the record: shown, copied, downloaded. Nothing is sent."""

from typing import Any

import streamlit as st

from viewer.errors import RunFileError
from viewer.plain import visible
from viewer.replay.built import APIS, Api
from viewer.replay.prefix import Refusal
from viewer.replay.sent import SentRequest, request_of
from viewer.replay.stored_messages import stored_messages
from viewer.replay.swap import request_json
from viewer.ui import replay_apis, session, text_panel
from viewer.ui.components import kit
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import prose, quiet, shown

_BUILD = "request_build"
_LOSSES = 30
"""Losses listed; the rest is counted."""


def draw(facts: RunFacts, k: int) -> None:
    """The JSON of request k, once it is asked for."""
    api: Api = st.selectbox(
        "Request as",
        APIS,
        format_func=lambda one: replay_apis.TITLES[one],
        index=replay_apis.number_of(facts),
        key="request_api",
    )
    wanted = [facts.key, k]
    if st.session_state.get(_BUILD) != wanted:
        st.button("Show its JSON", key="request_show", on_click=_build, args=(wanted,))
        return
    try:
        built = _built(facts.key, facts.run.source.version, k, api, facts)
    except RunFileError as error:
        st.markdown("**The file cannot be read as it was.** Go to the list of runs and reload.")
        st.text(visible(str(error)))
        return
    if isinstance(built, Refusal):
        st.markdown("**No request can be built.**")
        kit.draw("lines", {"rows": [("why", prose(built.reason))]}, key="request_refused")
        return
    kit.draw("lines", {"rows": built_rows(built)}, key="request_built")
    text = _text(facts.key, facts.run.source.version, k, api, built)
    text_panel.draw("request_json", text, of=f"{facts.key} {k} {api}", name=f"request-{k}.json", json=True)


def _build(wanted: list[Any]) -> None:
    st.session_state[_BUILD] = wanted


def built_rows(built: SentRequest) -> list[Row]:
    """What the JSON lacks of the request that was sent."""
    rows: list[Row] = [("warning", prose(warning)) for warning in built.warnings]
    rows += [
        ("not as stored", [shown(f"{loss.position or 'request fields'}: {loss.text}")])
        for loss in built.losses[:_LOSSES]
    ]
    if len(built.losses) > _LOSSES:
        rows.append(("", [quiet(f"and {len(built.losses) - _LOSSES:,} more")]))
    if not rows:
        rows = [("", [quiet("as the file stores it, word by word where it holds this API's own messages")])]
    return rows


@st.cache_resource(show_spinner="Building the request", max_entries=2)
def _built(key: str, version: str, k: int, api: Api, _facts: RunFacts) -> SentRequest | Refusal:
    run = _facts.run
    stored = stored_messages(run, session.decoded(run.source))
    request = next(request for request in run.requests if request.k == k)
    return request_of(run, request, api, stored)


@st.cache_resource(show_spinner=False, max_entries=2)
def _text(key: str, version: str, k: int, api: Api, _built: SentRequest) -> str:
    return request_json(_built.body).decode()
