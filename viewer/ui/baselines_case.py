"""One case: its runs, its history of accepted paths, and taking an earlier one again."""

import pandas as pd
import streamlit as st

from viewer.baselines.accepted import History
from viewer.baselines.matrix import MatrixRow
from viewer.baselines.store import NotAccepted
from viewer.errors import RunFileError
from viewer.plain import cell, visible
from viewer.ui import access
from viewer.ui.baselines_over_time import draw_over_time
from viewer.ui.check_inputs import CheckInputs
from viewer.ui.checks_detail import row_rows
from viewer.ui.components import kit
from viewer.ui.run_segments import heading

_SAID = "_baselines_said"


def draw(given: CheckInputs, case: str, row: MatrixRow | None) -> None:
    """The case that the URL names."""
    st.button("‹ All cases", key="baselines_all", on_click=leave)
    kit.draw("lines", {"rows": [("case", [heading(case)])]}, key="baselines_case_head")
    draw_said()
    history = given.histories.get(case, History(case=case))
    if row is None and not history.entries:
        st.markdown("**No run and no accepted path of this case.** Is the address right?")
        return
    if row is not None:
        st.header("How did its path and its calls change over time?")
        draw_over_time([row], "baselines_case_chart")
        st.header("Its runs")
        kit.draw("lines", {"rows": row_rows(row, can_compare=True)}, key="baselines_case_runs")
    _draw_history(given, case, history)


def leave() -> None:
    """Back to all cases."""
    for name in ("case", "run"):
        st.query_params.pop(name, None)


def say(words: str) -> None:
    """A sentence for the next view."""
    st.session_state[_SAID] = words


def draw_said() -> None:
    """The sentence of the view before."""
    words = st.session_state.pop(_SAID, None)
    if words:
        st.text(visible(words))


def history_frame(history: History) -> pd.DataFrame:
    """All that was accepted, the latest first."""
    return pd.DataFrame(
        [
            {
                "entry": number,
                "what": entry.action,
                "on": f"{entry.accepted_at:%Y-%m-%d %H:%M} UTC",
                "by": cell(entry.accepted_by),
                "reason": cell(entry.reason),
                "calls": len(entry.path.calls),
                "requests": len(entry.path.requests),
                "overridden": cell("; ".join(entry.violations)) or None,
                "from": cell(entry.source),
                "hash": entry.hash[:12],
            }
            for number, entry in reversed(list(enumerate(history.entries, 1)))
        ]
    )


def _draw_history(given: CheckInputs, case: str, history: History) -> None:
    st.header("Which paths were accepted?")
    if not history.entries:
        st.markdown("**None so far.** Compare a run of the case, then accept its path.")
        return
    for sentence in history.broken_links():
        st.text(visible(f"warning: {sentence}: the file was edited"))
    st.markdown("The first row counts; nothing is ever taken out of the history.")
    st.dataframe(history_frame(history), key="baselines_history", hide_index=True, lazy=False, placeholder="—")
    if given.store is None or len(history.entries) < 2 or not access.may("reviewer"):
        return
    with st.form("baselines_revert"):
        st.markdown("**Take an earlier path again.** It becomes a new entry.")
        number = st.selectbox("Entry", range(len(history.entries) - 1, 0, -1), key="baselines_revert_entry")
        reason = st.text_input("Why?", key="baselines_revert_reason")
        who = draw_who("baselines_revert_who")
        if st.form_submit_button("Take it again", key="baselines_revert_go"):
            _revert(given, case, history, number, reason, who)


def draw_who(key: str) -> str:
    """Who does it: whoever is signed in, or a name to type."""
    now = access.person()
    if access.claims() is not None and now is not None:
        return now.name
    return st.text_input("Who?", value="" if now is None else now.name, key=key) or ""


def _revert(given: CheckInputs, case: str, history: History, number: int | None, reason: str, who: str) -> None:
    current = history.current
    if given.store is None or number is None or current is None:
        return
    if not who.strip():
        st.text("Say who you are.")
        return
    try:
        entry = given.store.revert(
            case, history.entries[number - 1].hash, reason=reason, accepted_by=who.strip(), expected=current.hash
        )
    except (NotAccepted, RunFileError) as error:
        st.text(visible(str(error)))
        return
    say(f"Entry {number} counts again, as {entry.hash[:12]}.")
    st.rerun()
