"""Cases down, checks across."""

from scripted import run_of, step, use

from viewer.analysis.policy import Policy
from viewer.analysis.run_path import run_path
from viewer.baselines.checked_run import CheckedRun, checked_run
from viewer.baselines.matrix import INVARIANT_CODES, cell, codes_of, matrix
from viewer.policy_file import Policies


def checked(case: str | None, *tools: str, run_id: str = "r", started: str | None = None) -> CheckedRun:
    attributes = {} if case is None else {"case": case}
    run = run_of(*(step(use(tool)) for tool in tools), step(), attributes=attributes, run_id=run_id, started_at=started)
    return checked_run(run, Policies(Policy(max_calls=2)), {})


def test_the_largest_drift_stands_first_and_what_has_no_baseline_last() -> None:
    baselines = {"near": run_path(run_of(step(use("a")), step())), "far": run_path(run_of(step(use("a")), step()))}
    runs = [checked("near", "a"), checked("none", "a", "b", "c"), checked("far", "b", run_id="x")]
    rows = matrix(runs, baselines, by_case=True, known={})
    assert [(row.case, row.max_drift) for row in rows] == [("far", 1.0), ("near", 0.0), ("none", None)]


def test_a_case_tells_in_how_many_of_its_runs_a_check_is_broken() -> None:
    (row,) = matrix(
        [checked("a", "x", started="2026-01-02"), checked("a", "x", "y", "z", run_id="s", started="2026-01-01")],
        {},
        by_case=True,
        known={},
    )
    assert [one.checked.run_id for one in row.runs] == ["s", "r"], "by their start"
    found = cell(row, "too_many_calls")
    assert found is not None
    assert (found.result, found.text) == ("violation", "violation in 1 of 2 runs [5].0")
    other = cell(row, "required_tool_missing")
    assert other is not None
    assert (other.text, other.worst[0].reason) == ("not evaluated", "no tool is required")


def test_runs_without_a_case_have_rows_of_their_own() -> None:
    runs = [checked(None, "x", run_id="one"), checked(None, "x", run_id="two")]
    assert len(matrix(runs, {}, by_case=True, known={})) == 2
    assert len(matrix([checked("a", "x"), checked("a", "x", run_id="s")], {}, by_case=False, known={})) == 2


def test_the_columns_are_all_invariants_and_the_findings_that_occur() -> None:
    run = run_of(step(use("a", answered=False)), step(), attributes={"case": "a"})
    rows = matrix([checked_run(run, Policies(), {})], {}, by_case=True, known={})
    assert codes_of(rows)[: len(INVARIANT_CODES)] == INVARIANT_CODES
    assert "call_never_answered" in codes_of(rows)
    other = matrix([checked("a", "x")], {}, by_case=True, known={})
    assert cell(other[0], "call_never_answered") is None
