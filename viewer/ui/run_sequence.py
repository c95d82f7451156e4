"""The sequence of a run: caller, loop, model and tools as lanes, every crossing an arrow, a few hundred a page."""

import streamlit as st

from viewer.analysis.policy import NO_POLICY, Policy
from viewer.analysis.sequence import Arrow, sequence
from viewer.errors import RunFileError
from viewer.plain import visible
from viewer.ui import run_choice, session
from viewer.ui.components import kit
from viewer.ui.detail_blocks import encoded
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_head import open_for
from viewer.ui.run_segments import Segment, code, quiet, strong
from viewer.ui.sequence_rows import page_of, pages_of, row_payload, rows_of

_KEY = "sequence"


@st.fragment
def draw(facts: RunFacts) -> None:
    """A page of arrows, the one with the chosen message first."""
    run_choice.full_rerun_if_asked()
    policy = _policy()
    arrows = _arrows(facts.key, facts.run.source.version, tuple(sorted(policy.write_tools)), facts)
    if not arrows:
        st.markdown("**No message is stored** in this run, so nothing crossed a boundary.")
        return
    pages = pages_of(rows_of(arrows))
    choice = run_choice.current(facts)
    chosen = choice.number if choice.kind == "message" else 0
    kit.draw("lines", {"rows": [("read as", _legend(policy))]}, key="sequence_legend")
    page = 1
    if len(pages) > 1:
        page = st.pagination(len(pages), default=page_of(pages, chosen), key=f"sequence_{facts.key}")
    rows = pages[min(page, len(pages)) - 1]
    first, last = (pick(arrow.message_index for row in rows for arrow in row) for pick in (min, max))
    st.markdown(
        f"Messages **[{first:d}–{last:d}]** of {len(facts.run.messages):,}. A click or Enter opens the message."
    )
    largest = max((arrow.tokens or 0 for arrow in arrows if arrow.end == "model"), default=0)
    payload = {
        "run": facts.key,
        "page": page,
        "chosen": chosen,
        "rows": [row_payload(facts, row, largest) for row in rows],
    }
    kit.draw("sequence", encoded(payload), key=_KEY, on_open_change=open_for(_KEY))


def _policy() -> Policy:
    """The declared write tools; a policy that cannot be read is named, and declares nothing."""
    try:
        return session.policy()
    except RunFileError as error:
        st.markdown("**The policy file cannot be read**, so no effect is marked.")
        st.text(visible(str(error)))
        return NO_POLICY


@st.cache_resource(show_spinner=False, max_entries=4)
def _arrows(key: str, version: str, write_tools: tuple[str, ...], _facts: RunFacts) -> tuple[Arrow, ...]:
    return sequence(_facts.run, frozenset(write_tools))


def _legend(policy: Policy) -> list[Segment]:
    line: list[Segment] = [
        quiet("an arrow to the model carries the whole range it saw, drawn thicker where the request is bigger; "),
        quiet("calls of one reply were issued together, whether they ran in parallel only logs tell; "),
    ]
    if not policy.write_tools:
        return [*line, quiet("no effect is marked, since no policy file declares write tools")]
    line += [strong("● effect"), quiet(" at the result of ")]
    for number, name in enumerate(sorted(policy.write_tools)[:12]):
        line += [quiet(", "), code(name)] if number else [code(name)]
    return line
