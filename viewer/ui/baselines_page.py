"""The Baselines page: cases whose path changed most first, small charts over time, one case, and taking a path."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from viewer.baselines.checked_run import CheckedRun
from viewer.baselines.matrix import MatrixRow, matrix
from viewer.plain import cell
from viewer.ui import baselines_accept, baselines_calibration, baselines_case, charts, checks_given, runs_table
from viewer.ui.baselines_charts import MOST
from viewer.ui.baselines_over_time import draw_over_time
from viewer.ui.catalog import Catalog
from viewer.ui.check_inputs import CheckInputs
from viewer.ui.checks_page import accepted_paths, drifts
from viewer.ui.components import kit

_TABLE, _CHART = "baselines_table", "baselines_chart"


def draw(catalog: Catalog) -> None:
    """A run beside the accepted path where the URL names one, else a case, else all cases."""
    kit.draw_kit()
    given = checks_given.draw()
    if given is None:
        return
    case, run = st.query_params.get("case"), st.query_params.get("run")
    if case is not None and run is not None:
        baselines_accept.draw(given, case, run)
        return
    job, sources = checks_given.checked(catalog, given)
    runs = [one for one in job.results(sources) if isinstance(one, CheckedRun)]
    rows = case_rows(given, runs)
    if case is not None:
        row = next((one for one in rows if one.case == case), None)
        baselines_case.draw(given, case, row)
        return
    if not rows and not given.accepted:
        if not job.is_running:
            _draw_nothing(given)
        return
    _draw_table(given, rows)
    if rows:
        _draw_charts(rows)
        baselines_calibration.draw(given, runs)


def case_rows(given: CheckInputs, runs: Sequence[CheckedRun]) -> tuple[MatrixRow, ...]:
    """A row for each case that has a run, the largest drift first."""
    named = [run for run in runs if run.case is not None]
    return matrix(named, accepted_paths(given), by_case=True, known=drifts(given, named))


def _draw_nothing(given: CheckInputs) -> None:
    st.markdown(
        "**No run here names a case.** A run names one by its attribute `case` or `case_id`, or by its label; "
        'the recorder writes it: `Recorder(folder, case="refund")`.'
    )
    if given.baseline_name is None:
        st.markdown("Open the app with `--baseline DIR` to accept paths into a folder.")


def table_frame(given: CheckInputs, rows: Sequence[MatrixRow]) -> tuple[pd.DataFrame, list[str]]:
    """A row a case, those without a run last; and the cases in the same order."""
    by_case = {row.case: row for row in rows if row.case is not None}
    cases = [*by_case, *(case for case in given.accepted if case not in by_case)]
    made: list[dict[str, Any]] = []
    for case in cases:
        row, history = by_case.get(case), given.histories.get(case)
        current = None if history is None else history.current
        drift = None if row is None or row.furthest is None else row.furthest.drift
        counts = [] if row is None else [one.checked.calls for one in row.runs]
        made.append(
            {
                "case": cell(case),
                "max drift": None if row is None else row.max_drift,
                "with arguments": None if drift is None or drift.arguments is None else drift.arguments.ratio,
                "runs": 0 if row is None else len(row.runs),
                "accepted calls": None if current is None else len(current.path.calls),
                "fewest calls": min(counts) if counts else None,
                "most calls": max(counts) if counts else None,
                "violations": 0 if row is None else row.violations,
                "accepted by": None if current is None else cell(current.accepted_by),
                "on": None if current is None else f"{current.accepted_at:%Y-%m-%d %H:%M}",
                "reason": None if current is None else cell(current.reason),
                "entries": 0 if history is None else len(history.entries),
            }
        )
    found = pd.DataFrame(made)
    for name in ("accepted calls", "fewest calls", "most calls"):
        found[name] = found[name].astype("Int64")
    return found, cases


def _draw_table(given: CheckInputs, rows: Sequence[MatrixRow]) -> None:
    made, cases = table_frame(given, rows)
    without = sum(case not in given.accepted for case in cases)
    st.markdown(
        f"**{len(cases):,}** cases, **{without:,}** without an accepted path. A changed path is not a worse one. "
        "Tick a case to see its runs, and to accept a path: one at a time, by hand."
    )
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    chosen: Any = st.dataframe(
        made, key=_TABLE, hide_index=True, lazy=False, on_select="rerun", selection_mode="single-row",
        placeholder="—", row_height=runs_table.ROW_HEIGHT, height=runs_table.height(min(len(made), 12)),
        column_config={
            "case": text("case", width=150, pinned=True),
            "max drift": number("max drift", width=84, format="%.2f", help="Names changed, of the furthest run"),
            "with arguments": number("with arguments", width=110, format="%.2f"),
            **{
                name: number(name, width=92, format="localized")
                for name in ("runs", "accepted calls", "fewest calls", "most calls", "violations", "entries")
            },
            "on": text("on", width=130, help="UTC"),
            "reason": text("reason", width=220),
        },
        alt="Cases, one a row",
    )  # fmt: skip
    for row in (chosen or {}).get("selection", {}).get("rows", [])[:1]:
        st.query_params["case"] = cases[row]
        st.rerun()


def _draw_charts(rows: Sequence[MatrixRow]) -> None:
    st.header("How did paths and calls change over time?")
    pages = -(-len(rows) // MOST)
    page = st.pagination(pages, key="baselines_charts_page") if pages > 1 else 1
    here = rows[(page - 1) * MOST : page * MOST]
    runs = sum(len(row.runs) for row in here)
    st.markdown(f"n = {runs:,} runs of {len(here):,} cases. A click on a mark opens that run beside the accepted path.")
    draw_over_time(here, _CHART)
    charts.draw_image_choice()
