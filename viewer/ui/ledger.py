"""The ledger: its rows go to the browser once; what changes travels beside them."""

from secrets import token_hex

import streamlit as st

from viewer import load
from viewer.errors import RunFileError
from viewer.ui import reviews_cite, session
from viewer.ui.components import kit
from viewer.ui.ledger_rows import ledger_columns
from viewer.ui.ledger_search import hits_payload, messages_with, searchable
from viewer.ui.run_choice import Choice, listed
from viewer.ui.run_facts import KEPT, RunFacts

_KEY = "ledger"
_SESSION = "ledger_session"


def draw(facts: RunFacts, choice: Choice) -> None:
    """The list, opened at the choice."""
    name = {choice.kind: choice.number}
    screen = "detail" if choice.named else "list"
    # A session that starts anew under an open page counts from 1 again.
    session = st.session_state.setdefault(_SESSION, token_hex(4))
    signal = {"run": facts.key, "session": session, "chosen": name, "seq": choice.seq, "screen": screen}
    kit.draw("signal", signal, key="ledger_signal")
    kit.draw(
        "ledger",
        columns_of(facts),
        key=_KEY,
        on_chosen_change=_chosen,
        on_find_change=lambda: None,
        on_cite_change=lambda: reviews_cite.key_pressed(facts.run, (st.session_state.get(_KEY) or {}).get("cite")),
    )
    draw_hits(facts, _KEY)


def columns_of(facts: RunFacts) -> bytes:
    """The rows as they travel, made once a version of the source."""
    return _columns(facts.key, facts.run.source.version, tuple(sorted(_write_tools())), facts.policy_words, facts)


def draw_hits(facts: RunFacts, key: str) -> None:
    """The messages that hold what was typed into the list with this key."""
    words = (st.session_state.get(key) or {}).get("find") or ""
    bits = messages_with(_texts(facts.key, facts.run.source.version, facts), words) if words else b""
    kit.draw("hits", hits_payload(facts.key, words, bits), key=f"{key}_hits")


def _write_tools() -> frozenset[str]:
    """What the policy declares; the views that rest on one say where it cannot be read."""
    try:
        return session.policy().write_tools
    except RunFileError:
        return frozenset()


def _chosen() -> None:
    listed((st.session_state.get(_KEY) or {}).get("chosen"))


@st.cache_resource(show_spinner=False, max_entries=KEPT)
def _columns(key: str, version: str, write_tools: tuple[str, ...], policy_words: str, _facts: RunFacts) -> bytes:
    with load.collector_paused():
        return ledger_columns(_facts, frozenset(write_tools))


@st.cache_resource(show_spinner=False, max_entries=2)
def _texts(key: str, version: str, _facts: RunFacts) -> tuple[str, ...]:
    return searchable(_facts.run)
