"""Calibration: what repeated runs of the same cases scatter, and the thresholds that follow, each with its n."""

from collections.abc import Sequence

import streamlit as st

from viewer.baselines.calibration import Baseline, Calibration, calibrate
from viewer.baselines.checked_run import CheckedRun
from viewer.baselines.run_sets import Grouping, folders, run_sets
from viewer.plain import visible
from viewer.ui import charts
from viewer.ui.baselines_charts import noise_figure, noise_frame
from viewer.ui.check_inputs import CheckInputs

_BY: dict[str, Grouping] = {"A set a folder": "folder", "A set by order of start": "order"}
_MOST_CASES, _MOST_SETS = 30, 50


def draw(given: CheckInputs, runs: Sequence[CheckedRun]) -> None:
    """Closed until it is asked for: all pairs of runs are compared."""
    with st.expander(
        "What is noise? Thresholds from repeated runs", key="baselines_noise", on_change="rerun"
    ) as opened:
        if not opened.open:
            return
        st.markdown(
            "Repeat the whole set of cases with nothing changed, and the worst that is seen is the threshold. "
            "A set is a folder (`runs/1`, `runs/2`, …), or the first, second, … run of every case."
        )
        left, right = st.columns([2, 1], vertical_alignment="bottom")
        with left:
            words = list(_BY)
            by = st.segmented_control(
                "Sets", words, default=words[0 if folders(runs) > 1 else 1], key="baselines_sets", required=True
            )
        with right:
            severe = st.number_input(
                "A case is severe above", 0.0, 1.0, 0.5, 0.05, key="baselines_severe", help="Ratio of names changed"
            )
        found = calibration(given, runs, _BY[str(by)], severe)
        if found is None:
            st.markdown("**No case has a run.**")
            return
        _draw_found(found)


def calibration(given: CheckInputs, runs: Sequence[CheckedRun], by: Grouping, severe_line: float) -> Calibration | None:
    """The noise of the sets; None: no run names a case."""
    sets = run_sets(runs, by)[-_MOST_SETS:]
    if not sets:
        return None
    accepted = {
        case: Baseline(history.current.path, history.current.run_key)
        for case, history in given.accepted.items()
        if history.current is not None
    }
    silent = frozenset(case for case, told in given.cases.items() if told.asks_for_no_tool)
    return calibrate(sets, accepted, without_tools=silent, severe_line=severe_line)


def _draw_found(found: Calibration) -> None:
    for warning in found.warnings[:12]:
        st.text(visible(f"warning: {warning}"))
    if len(found.warnings) > 12:
        st.text(f"and {len(found.warnings) - 12:,} more warnings")
    by_run = ", ".join(f"{count:,}" for count in found.severe_by_run)
    st.text(
        f"n = {found.n:,} sets. Severe cases by set: {by_run}. Allow {found.allowed_severe:,} "
        f"(the worst of {found.n:,}): --severe {found.severe_line:g} --allow-severe {found.allowed_severe}"
    )
    noisiest = sorted(found.cases, key=lambda one: (-(one.noise_floor or 0.0), -(one.calls.high - one.calls.low)))
    shown = noisiest[:_MOST_CASES]
    if len(shown) < len(noisiest):
        st.markdown(f"The {len(shown):,} cases that scatter most, of {len(noisiest):,}; the table holds all.")
    charts.draw(noise_figure(shown), "baselines_noise_chart", "Calls and drift of each case over repeated runs")
    st.dataframe(noise_frame(noisiest), key="baselines_noise_rows", hide_index=True, lazy=False, placeholder="—")
