"""The Checks page: cases down, checks across, the path that changed most first; behind each cell its positions."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from viewer.analysis.drift import Drift
from viewer.analysis.run_path import RunPath, path_and_substitutions
from viewer.baselines.case_policy import policy_of
from viewer.baselines.check_report import Unreadable
from viewer.baselines.checked_run import CheckedRun
from viewer.baselines.matrix import MatrixRow, drift_of, matrix
from viewer.counted import counted
from viewer.errors import RunFileError
from viewer.plain import visible
from viewer.ui import blob, checks_given, runs_table, session
from viewer.ui.catalog import Catalog
from viewer.ui.check_inputs import CheckInputs
from viewer.ui.checks_detail import row_rows, rules_rows, substitution_rows, violation_rows
from viewer.ui.checks_table import PAGE, Shown, columns, frame, passing
from viewer.ui.components import kit

_ROWS = ("A row a case", "A row a run")
_TABLE, _CSV, _KNOWN = "checks_table", "checks_csv_file", 50_000


def draw(catalog: Catalog) -> None:
    """The files in force, the choices, the matrix, and what stands behind it."""
    kit.draw_kit()
    given = checks_given.draw()
    if given is None:
        return
    job, sources = checks_given.checked(catalog, given)
    results = job.results(sources)
    runs = [one for one in results if isinstance(one, CheckedRun)]
    unreadable = [one for one in results if isinstance(one, Unreadable)]
    if not runs:
        if not job.is_running:
            st.markdown("**No run was checked.** Open a folder that holds runs.")
        return
    by_case = _draw_row_choice(given, runs)
    rows = matrix(runs, accepted_paths(given), by_case=by_case, known=drifts(given, runs))
    shown = _draw_filters(rows)
    wanted = passing(rows, shown)
    _draw_sentence(rows, wanted, unreadable, given)
    if not wanted:
        st.markdown("**No row passes.** Take a condition away.")
        return
    codes = columns(wanted, shown)
    here = _page(wanted)
    chosen = _draw_matrix(here, codes, by_case, bool(given.accepted))
    _draw_csv(wanted, codes, by_case, bool(given.accepted))
    if chosen is None:
        st.header("What is broken, and where?")
        lines = violation_rows(wanted, shown.checks) or [("checks", ["nothing is broken in what was evaluated"])]
        kit.draw("lines", {"rows": lines}, key="checks_violations")
    else:
        _draw_row(chosen, given)


def accepted_paths(given: CheckInputs) -> dict[str, RunPath]:
    """Case -> the path that counts."""
    return {case: history.current.path for case, history in given.accepted.items() if history.current is not None}


def drifts(given: CheckInputs, runs: Sequence[CheckedRun]) -> dict[str, Drift | None]:
    """Key of a run -> how far it is from the accepted path of its case; worked out once for each pair of paths."""
    paths, known = accepted_paths(given), _known_drifts()
    if len(known) > _KNOWN:
        known.clear()
    found: dict[str, Drift | None] = {}
    for run in runs:
        before = None if run.case is None else paths.get(run.case)
        if before is not None and run.path is not None:
            pair = (id(before), id(run.path))
            kept = known.get(pair)
            if kept is None:
                kept = known[pair] = (before, run.path, drift_of(run, paths))
            found[run.key] = kept[2]
    return found


@st.cache_resource(show_spinner=False)
def _known_drifts() -> dict[tuple[int, int], tuple[RunPath, RunPath, Drift | None]]:
    """Numbers of two paths -> the paths, which keep their numbers while they stand here, and the drift."""
    return {}


def _draw_row_choice(given: CheckInputs, runs: Sequence[CheckedRun]) -> bool:
    left, right = st.columns([1, 1])
    has_cases = any(run.case is not None for run in runs)
    with left:
        default = _ROWS[0] if has_cases else _ROWS[1]
        chosen = st.segmented_control(
            "Rows", _ROWS, default=default, key="checks_rows", label_visibility="collapsed", required=True
        )
    with right:
        checks_given.draw_strict()
    return chosen == _ROWS[0]


def _draw_filters(rows: Sequence[MatrixRow]) -> Shown:
    left, middle, right = st.columns([2, 2, 1], vertical_alignment="bottom")
    with left:
        checks = st.multiselect(
            "Checks", columns(rows, Shown()), key="checks_codes", placeholder="all checks", bind="query-params"
        )
    with middle:
        words = st.text_input(
            "Case, run or file", key="checks_words", placeholder="words of its name", bind="query-params"
        )
    with right:
        only = st.toggle("Only what is broken", key="checks_broken")
    return Shown(tuple(checks), words or "", only)


def _draw_sentence(
    rows: Sequence[MatrixRow], wanted: Sequence[MatrixRow], unreadable: Sequence[Unreadable], given: CheckInputs
) -> None:
    runs = sum(len(row.runs) for row in rows)
    broken = sum(bool(one.checked.violations) for row in rows for one in row.runs)
    told = f"showing **{len(wanted):,}** of **{len(rows):,}** rows · {counted(runs, 'run')}, "
    told += f"**{broken:,}** with violations"
    without = sum(row.max_drift is None for row in rows)
    if given.accepted:
        told += f" · {counted(without, 'row')} without an accepted path"
    st.markdown(f"{told} · {len(unreadable):,} unreadable. Choose a cell for what stands behind it.")
    if unreadable:
        with st.expander(f"{counted(len(unreadable), 'source')} could not be read", key="checks_unreadable"):
            st.dataframe(
                pd.DataFrame({"reason": [visible(one.error) for one in unreadable]}), key="checks_unreadable_rows",
                hide_index=True, lazy=False,
            )  # fmt: skip
    seen = {row.case for row in rows}
    missing = [case for case in given.cases if case not in seen]
    warnings = [sentence for case in given.cases.values() for sentence in case.contradictions()]
    if missing or warnings:
        title = f"{counted(len(missing), 'case')} without a run, {counted(len(warnings), 'contradiction')}"
        with st.expander(title, key="checks_cases"):
            st.text(visible("\n".join([*warnings, *(f"case {case} has no run" for case in missing[:200])])))


def _page(wanted: list[MatrixRow]) -> list[MatrixRow]:
    pages = -(-len(wanted) // PAGE)
    if pages < 2:
        return wanted
    number = st.pagination(pages, key="checks_page")
    return wanted[(number - 1) * PAGE : number * PAGE]


def _draw_matrix(rows: list[MatrixRow], codes: Sequence[str], by_case: bool, has_baseline: bool) -> MatrixRow | None:
    made = frame(rows, codes, by_case=by_case, has_baseline=has_baseline)
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    chosen: Any = st.dataframe(
        made, key=_TABLE, hide_index=True, lazy=False, on_select="rerun", selection_mode="single-cell", placeholder="—",
        row_height=runs_table.ROW_HEIGHT, height=runs_table.height(min(len(rows), 18)),
        column_config={
            "case": text("case", pinned=True, width=150),
            "run": text("run", pinned=True, width=150),
            "runs": number("runs", width=60, help="Runs of the case under the opened paths"),
            "drift": number("drift", width=70, format="%.2f", help="Names changed, of the run that is furthest: 0 = "
                            "the same tools in the same order, 1 = nothing in common"),
            "with arguments": number("with arguments", width=110, format="%.2f",
                                     help="The same over names with normalised arguments"),
            "calls": text("calls", width=80, help="Of the accepted path → of the run that is furthest"),
            **{code: text(code, width=170) for code in codes},
        },
        alt="Checks: a row a case or run, a column a check",
    )  # fmt: skip
    cells = (chosen or {}).get("selection", {}).get("cells", [])
    place = cells[0][0] if cells else None
    return rows[place] if isinstance(place, int) and 0 <= place < len(rows) else None


def _draw_csv(rows: list[MatrixRow], codes: Sequence[str], by_case: bool, has_baseline: bool) -> None:
    st.button(f"CSV of {len(rows):,} rows", key="checks_csv", on_click=blob.ask, args=(_CSV,))

    def content() -> bytes:
        return bytes(frame(rows, codes, by_case=by_case, has_baseline=has_baseline).to_csv(index=False).encode())

    blob.draw(_CSV, "checks.csv", content)


def _draw_row(row: MatrixRow, given: CheckInputs) -> None:
    st.header("The chosen row")
    kit.draw(
        "lines", {"rows": row_rows(row, can_compare=bool(given.accepted) or given.store is not None)}, key="checks_row"
    )
    with st.expander(
        "Which values were masked before paths were compared?", key="checks_masks", on_change="rerun"
    ) as on:
        if on.open:
            _draw_masks(row, given)


def _draw_masks(row: MatrixRow, given: CheckInputs) -> None:
    one = (row.furthest or row.runs[-1]).checked
    policy = policy_of(given.policies, one.case, None if one.case is None else given.cases.get(one.case))
    try:
        with st.spinner("Reading the run", show_time=True):
            found = path_and_substitutions(session.run_of_key(one.key), policy.rules)[1]
    except RunFileError as error:
        st.text(visible(str(error)))
        return
    groups = [
        {"title": "Rules", "rows": rules_rows(policy)},
        {"title": "Masked in this run", "rows": substitution_rows(found, one.key)},
    ]
    kit.draw("lines", {"groups": groups}, key="checks_masked")
