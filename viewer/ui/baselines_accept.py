"""Taking a run's path as the accepted one of its case: both paths in full view, then a reason to type."""

import streamlit as st

from viewer.analysis.drift import drift, path_alignment
from viewer.analysis.run_path import RunPath
from viewer.baselines.accepted import Acceptance, History
from viewer.baselines.checked_run import CheckedRun, checked_run
from viewer.baselines.matrix import MatrixRow, RunOfCase
from viewer.baselines.store import BaselineStore, NotAccepted
from viewer.errors import RunFileError
from viewer.model.hashes import run_hash
from viewer.model.run import Run
from viewer.plain import visible
from viewer.ui import access, session, trouble
from viewer.ui.baselines_case import draw_who, say
from viewer.ui.baselines_rows import asked_rows, drift_rows, payload
from viewer.ui.check_inputs import CheckInputs
from viewer.ui.checks_detail import not_evaluated_rows, run_line, violation_rows
from viewer.ui.components import kit
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import Segment, code, heading, quiet, shown, strong

_SEEN = "_baselines_seen"


def draw(given: CheckInputs, case: str, key: str) -> None:
    """The run that the URL names, beside what is accepted for the case."""
    st.button("‹ The case", key="baselines_back", on_click=_to_the_case)
    if session.is_awaited(key):
        trouble.draw_waiting(session.catalog(), until=lambda: not session.is_awaited(key))
        return
    try:
        with st.spinner("Reading the run", show_time=True):
            run = session.run_of_key(key)
    except RunFileError as error:
        st.markdown("**This run cannot be shown.**")
        st.text(visible(str(error)))
        return
    checked = _checked(key, run.source.version, f"{given.words}-{case}", given, run, case)
    if checked.case not in (None, case):
        st.markdown("**This run names another case.** Its own is:")
        st.text(visible(checked.case or ""))
        return
    history = given.histories.get(case, History(case=case))
    seen = _seen(case, key, history)
    if checked.path is not None:
        _draw_comparison(case, run, checked, checked.path, seen)
    _draw_form(given, case, run, checked, history, seen)


@st.cache_resource(show_spinner=False, max_entries=16)
def _checked(key: str, version: str, words: str, _given: CheckInputs, _run: Run, _case: str) -> CheckedRun:
    return checked_run(_run, _given.policies, _given.cases)


def _seen(case: str, key: str, history: History) -> Acceptance | None:
    """The accepted path that this reader looks at: it stays the same while someone else accepts another."""
    held: dict[tuple[str, str], str | None] = st.session_state.setdefault(_SEEN, {})
    current = None if history.current is None else history.current.hash
    wanted = held.setdefault((case, key), current)
    return next((entry for entry in reversed(history.entries) if entry.hash == wanted), None)


def _draw_comparison(case: str, run: Run, checked: CheckedRun, path: RunPath, seen: Acceptance | None) -> None:
    change = None if seen is None else drift(seen.path, path)
    rows: list[Row] = [("case", [heading(case)])]
    if change is not None:
        rows += asked_rows(change)
    rows.append(("this run", run_line(RunOfCase(checked, change), can_compare=False)))
    rows.append(("accepted", accepted_line(seen)))
    kit.draw("lines", {"rows": rows}, key="baselines_head")
    if change is not None and seen is not None:
        alignment = path_alignment(seen.path, path)
        st.header("Where do the paths part?")
        if alignment.first_divergence is None:
            st.markdown("**Every step is the same**: the same tools with the same arguments.")
        before_key = (
            seen.run_key if seen.run_key and session.catalog_of_key(seen.run_key).rows_of_key(seen.run_key) else None
        )
        kit.draw(
            "aligned", payload(alignment, seen.path, path, before_key=before_key, after_key=checked.key),
            key="baselines_aligned",
        )  # fmt: skip
        kit.draw("lines", {"rows": drift_rows(change)}, key="baselines_drift")
    else:
        st.header("Which path would be accepted?")
        empty = RunPath(())
        kit.draw(
            "aligned", payload(path_alignment(empty, path), empty, path, before_key=None, after_key=checked.key),
            key="baselines_aligned",
        )  # fmt: skip
    row = MatrixRow(case, (RunOfCase(checked, change),))
    st.header("Which invariants does it keep?")
    kept = violation_rows([row]) or [("checks", [quiet("nothing is broken in what was evaluated")])]
    kit.draw("lines", {"rows": [*kept, *not_evaluated_rows(row)]}, key="baselines_checks")


def accepted_line(seen: Acceptance | None) -> list[Segment]:
    """Who accepted what, when and why."""
    if seen is None:
        return [quiet("no path so far: this would be the first")]
    line: list[Segment] = [code(seen.hash[:12]), quiet(" by "), strong(seen.accepted_by)]
    line += [quiet(f" on {seen.accepted_at:%Y-%m-%d %H:%M} UTC: "), shown(seen.reason)]
    if seen.source:
        line += [quiet(" · from "), code(seen.source)]
    return line


def _draw_form(
    given: CheckInputs, case: str, run: Run, checked: CheckedRun, history: History, seen: Acceptance | None
) -> None:
    st.header("Accept this path?")
    refused = why_not(given, checked)
    if refused is not None:
        st.text(visible(refused))
        return
    store = given.store
    if store is None:
        return
    if history.current is not None and (seen is None or history.current.hash != seen.hash):
        st.markdown("**Another path was accepted while you looked.** It has to be seen before this one can replace it.")
        kit.draw("lines", {"rows": [("accepted now", accepted_line(history.current))]}, key="baselines_newer")
        st.button("Compare with that one", key="baselines_look", on_click=_forget, args=(case, checked.key))
        return
    with st.form("baselines_accept"):
        reason = st.text_area("Why is this the path to keep?", key="baselines_reason", height=90)
        who = draw_who("baselines_who")
        override = False
        if checked.violated_invariants:
            override = st.checkbox(
                f"Accept it though it breaks {len(checked.violated_invariants):,} invariants; the reason says why",
                key="baselines_override",
            )
        if st.form_submit_button("Accept this path", key="baselines_accept_go", type="primary"):
            _accept(store, case, run, checked, seen, reason, who, override)


def why_not(given: CheckInputs, checked: CheckedRun) -> str | None:
    """Why nothing can be accepted here; None: it can."""
    if given.store is None:
        return (
            "Uploaded paths are only looked at: open the app with --baseline DIR to accept one."
            if given.baseline_name
            else "Open the app with --baseline DIR to accept paths into a folder."
        )
    if not access.may("reviewer"):
        return "Only reviewers accept paths."
    if checked.problems:
        return f"{checked.problems:,} records of this run could not be read: what it did is not known whole."
    return None


def _to_the_case() -> None:
    st.query_params.pop("run", None)


def _forget(case: str, key: str) -> None:
    st.session_state.get(_SEEN, {}).pop((case, key), None)


def _accept(
    store: BaselineStore, case: str, run: Run, checked: CheckedRun, seen: Acceptance | None, reason: str, who: str,
    override: bool,
) -> None:  # fmt: skip
    if not who.strip():
        st.text("Say who you are.")
        return
    if checked.path is None:
        return
    try:
        entry = store.accept(
            case, checked.path, reason=reason, accepted_by=who.strip(), expected=None if seen is None else seen.hash,
            run_key=checked.key, run_hash=run_hash(run), source=run.source.name, problems=checked.problems,
            violations=checked.violated_invariants, override=override,
        )  # fmt: skip
    except (NotAccepted, RunFileError) as error:
        st.text(visible(f"Not accepted: {error}"))
        return
    except OSError as error:
        st.text(visible(f"Not accepted: {store.folder} cannot be written ({error.strerror})"))
        return
    _forget(case, checked.key)
    st.query_params.pop("run", None)
    say(f"Accepted as {entry.hash[:12]} by {entry.accepted_by}: {entry.reason}")
    st.rerun()
