"""Where did the model's values come from? Those without a source first; the places of the chosen one beside."""

import pandas as pd
import streamlit as st

from viewer.analysis.evidence.facts import Evidence, evidence
from viewer.analysis.evidence.registry import evidence_findings
from viewer.analysis.policy import Policy
from viewer.analysis.provenance.overview import Overview
from viewer.analysis.provenance.where import Use
from viewer.counted import counted
from viewer.errors import RunFileError
from viewer.plain import visible
from viewer.ui import detail_state, run_choice, run_order, session
from viewer.ui.components import kit
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_head import act_for, open_for
from viewer.ui.run_head_lists import Row, finding_rows
from viewer.ui.run_segments import Segment, code, quiet, status, strong
from viewer.ui.shown_values import ShownValues
from viewer.ui.value_lines import STATUS_WORDS, use_rows
from viewer.ui.values_table import Counts, counts_of, is_without_source, listed, values_frame

_ROWS, _CHOSEN = "values_rows", "values_chosen"
SHOWS = ("Without a source", "All values")
PAGE = 1_000
"""Rows of the table: more of them keep the browser waiting."""


@st.fragment
def draw(facts: RunFacts) -> None:
    """Findings, counts, table, panel."""
    run_choice.full_rerun_if_asked()
    try:
        policy = session.policy()
    except RunFileError as error:
        st.markdown("**The policy file cannot be read.** Correct it; the next click reads it again.")
        st.text(visible(str(error)))
        return
    words = repr(_plain(policy))
    found = _evidence(facts.key, facts.run.source.version, words, facts, policy)
    _lines("values_head", _head_rows(facts.key, facts.run.source.version, words, session.has_policy(), found))
    if not found.overview:
        st.markdown(
            "**No value** stands in a message of the model: no argument, and no number, date or name in its text."
        )
        return
    left, right = st.columns([13, 9], gap="small")
    with left:
        _draw_table(facts, found)
    with right, st.container(key="run_value"):
        _draw_use(facts)
    run_order.draw(facts)


def _lines(key: str, rows: list[Row], title: str | None = None) -> None:
    payload = {"title": title, "rows": rows}
    kit.draw("lines", payload, key=key, on_act_change=act_for(key), on_open_change=open_for(key))


def _plain(policy: Policy) -> tuple[list[str], list[str], list[tuple[str, tuple[str, ...]]]]:
    """The policy in an order of its own, as a key."""
    return sorted(policy.write_tools), sorted(policy.read_tools), sorted(policy.requires.items())


@st.cache_resource(show_spinner="Looking up every value of the run", max_entries=3)
def _evidence(key: str, version: str, policy_words: str, _facts: RunFacts, _policy: Policy) -> Evidence:
    return evidence(_facts.run, _policy, _facts.provenance)


@st.cache_resource(show_spinner=False, max_entries=3)
def _head_rows(key: str, version: str, policy_words: str, has_policy: bool, _found: Evidence) -> list[Row]:
    return [*evidence_rows(_found, has_policy), *count_rows(counts_of(_found.overview), _found)]


def evidence_rows(found: Evidence, has_policy: bool) -> list[Row]:
    """What the evidence checks say, and what they could not look at."""
    rows = finding_rows(evidence_findings(found))
    if not has_policy:
        rows.append(
            (
                "not evaluated",
                [
                    quiet("writes before what they need was read: no policy file declares them. Open the app with "),
                    code("trajectory-viewer open --policy FILE PATH"),
                ],
            )
        )
    elif not found.policy.requires:
        rows.append(("not evaluated", [quiet("writes before what they need was read: the policy has no `requires`")]))
    return rows or [
        ("findings", [quiet("none: no write before its reads, no unread id, no value after an empty result")])
    ]


def count_rows(counts: Counts, found: Evidence) -> list[Row]:
    """Counts by status, and whether the request fields could be searched."""
    line: list[Segment] = [f"{counted(len(found.overview), 'value')} of the model"]
    for name, words in STATUS_WORDS.items():
        count = counts.by_status.get(name, 0)
        if count:
            line += [quiet(" · "), strong(f"{count:,}"), f" {words}"]
    if counts.echoes:
        rule = "The value stands in an earlier message of the model only: an echo is no source."
        line += [quiet(" · of those found "), status(f"{counts.echoes:,} only in the model's own earlier words", rule)]
    stored = found.provenance.fields_stored
    fields = (
        "the system prompt and the tool schemas are in this file and were searched too"
        if stored
        else "not all in this file, so a value without a source may have come from there"
    )
    return [("values", line), ("request fields", [quiet(fields)])]


def _draw_table(facts: RunFacts, found: Evidence) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        show = st.segmented_control(
            "Values", SHOWS, default=SHOWS[0], required=True, key="values_show", label_visibility="collapsed"
        )
        wanted = st.text_input(
            "Only values that hold",
            key="values_text",
            placeholder="only values that hold…",
            label_visibility="collapsed",
            width=240,
        )
    only_without = show == SHOWS[0]
    uses, total = _listed(facts.key, facts.run.source.version, only_without, wanted, found)
    said = f"{len(uses):,} of {total:,} values. Select a row to see where else it stands."
    page, pages = 1, -(-len(uses) // PAGE)
    if pages > 1:
        place = st.empty()  # above the pages, which say what it tells
        page = st.pagination(pages, key=f"values_page_{SHOWS.index(show)}_{len(uses)}")
        first = (page - 1) * PAGE
        uses = uses[first : first + PAGE]
        said += f" The table holds those from {first + 1:,} to {first + len(uses):,}: turn the page, or name a text."
        place.markdown(said)
    else:
        st.markdown(said)
    # A selection is a row number of the table as it was seen.
    st.session_state[_ROWS] = [[facts.key, use.at.message, use.at.block, use.at.path, use.text] for use in uses]
    key = f"values_table_{SHOWS.index(show)}_{page}"
    st.dataframe(
        _frame(facts.key, facts.run.source.version, show, wanted, page, facts, uses),
        key=key,
        hide_index=True,
        lazy=False,
        on_select=lambda: _select(key),
        selection_mode="single-row",
        placeholder="—",
        row_height=28,
        height=min(520, 40 + 28 * max(1, len(uses))),
        alt="Values, one a row",
    )


@st.cache_resource(show_spinner=False, max_entries=4)
def _listed(
    key: str, version: str, only_without: bool, wanted: str, _found: Evidence
) -> tuple[tuple[Overview, ...], int]:
    """The values to list, and how many there are without the text."""
    total = sum(1 for use in _found.overview if is_without_source(use) or not only_without)
    return tuple(listed(_found.overview, only_without=only_without, wanted=wanted)), total


@st.cache_resource(show_spinner=False, max_entries=8)
def _frame(
    key: str, version: str, show: str, wanted: str, page: int, _facts: RunFacts, _uses: tuple[Overview, ...]
) -> pd.DataFrame:
    return values_frame(_facts, _uses)


def _select(key: str) -> None:
    chosen = st.session_state[key].selection.rows
    rows: list[list[object]] = st.session_state.get(_ROWS, [])
    if chosen and chosen[0] < len(rows):
        st.session_state[_CHOSEN] = rows[chosen[0]]


def _draw_use(facts: RunFacts) -> None:
    """The places of the chosen value."""
    chosen = st.session_state.get(_CHOSEN)
    use = chosen_use(facts, chosen[1:]) if chosen and chosen[0] == facts.key else None
    if use is None:
        st.markdown("**Where else does it stand?** Select a value.")
        return
    _lines("values_use", use_rows(use, ShownValues(facts.run, detail_state.revealed())), "Where else does it stand?")


def chosen_use(facts: RunFacts, name: list[object]) -> Use | None:
    """The value of that message, block, path and text, looked up; None: there is none such."""
    message, block, path, text = name
    if type(message) is not int or message >= len(facts.run.messages):
        return None
    for value in facts.provenance.values_of(message):
        if (value.at.block, value.at.path, value.text) == (block, path, text):
            return facts.provenance.of(value)
    return None
