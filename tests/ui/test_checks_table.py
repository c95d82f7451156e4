"""The matrix as a table."""

from dataclasses import replace
from pathlib import Path

from case_runs import checked_runs, run_document, write_runs
from scripted import run_of, step, use

from viewer.baselines.checked_run import checked_run
from viewer.baselines.matrix import matrix
from viewer.policy_file import Policies
from viewer.ui.checks_table import Shown, columns, frame, passing


def test_a_case_with_the_name_of_a_formula_stays_text(tmp_path: Path) -> None:
    run = run_of(step(use("look")), step(), attributes={"case": "=cmd|' /C calc'!A0"})
    rows = matrix([checked_run(run, Policies(), {})], {}, by_case=True, known={})
    assert frame(rows, (), by_case=True, has_baseline=False)["case"][0].startswith("'=")


def test_rows_are_chosen_by_words_and_by_what_is_broken(tmp_path: Path) -> None:
    rows = matrix(checked_runs(write_runs(tmp_path)), {}, by_case=True, known={})
    assert [row.case for row in passing(rows, Shown(words="SET-1/hours"))] == ["hours"]
    assert [row.case for row in passing(rows, Shown(only_broken=True))] == ["refund"]
    assert passing(rows, Shown(only_broken=True, checks=("paused_at_end",))) == []
    assert columns(rows, Shown(checks=("paused_at_end",))) == ("paused_at_end",)
    assert columns(rows, Shown())[0] == "too_many_calls", "what is broken stands first"


def test_a_run_of_no_case_is_named_with_its_file(tmp_path: Path) -> None:
    runs = [replace(one, case=None) for one in checked_runs(write_runs(tmp_path))]
    made = frame(matrix(runs, {}, by_case=True, known={}), (), by_case=True, has_baseline=False)
    assert "refund.json#refund-1" in set(made["case"])


def test_a_row_a_run_names_its_file(tmp_path: Path) -> None:
    assert run_document("a", [], "r", 1)["attributes"] == {"case": "a"}
    rows = matrix(checked_runs(write_runs(tmp_path)), {}, by_case=False, known={})
    made = frame(rows, ("duplicate_call",), by_case=False, has_baseline=False)
    assert sorted(made["run"]) == ["hours-1", "hours-2", "refund-1", "refund-2"]
    assert set(made["file"]) == {"refund.json", "hours.json"}
