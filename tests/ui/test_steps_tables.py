"""Tables of the Steps page."""

from viewer.analysis.caps.cells import counted
from viewer.analysis.caps.running import still_running
from viewer.analysis.caps.table import cap_table
from viewer.analysis.caps.trials import by_task, pass_all
from viewer.analysis.caps.units import CappedRun
from viewer.ui.steps_figures import histogram
from viewer.ui.steps_tables import (
    caps_frame,
    groups_frame,
    histogram_frame,
    pass_frame,
    quantiles_frame,
    running_frame,
    tasks_frame,
)

RUNS = [
    CappedRun("a", "label\n=cmd", "success", (3,)),
    CappedRun("b", "label\n=cmd", "censored", (5,)),
    CappedRun("c", "c", "failure", (2,)),
]
TABLE = cap_table(RUNS, "run")


def test_a_quantile_that_is_not_reached_says_so() -> None:
    made = quantiles_frame(TABLE)
    assert list(made["share ended"]) == ["50 %", "90 %", "95 %", "99 %"]
    assert made["requests"].iloc[-1] == "not reached"


def test_a_row_a_cap() -> None:
    made = caps_frame(TABLE)
    assert list(made["cap"]) == [1, 2, 3, 4, 5]
    assert list(made["runs cut"]) == [3, 2, 1, 1, 0]
    assert made["input tokens saved"].isna().all()


def test_a_row_a_group_with_why_nothing_is_recommended() -> None:
    made = groups_frame([TABLE, cap_table([], "run", group="none")])
    assert list(made["runs"]) == [3, 0]
    assert made["why"].str.contains("No cap is recommended").all()
    assert made["p50"].iloc[1] == "—"


def test_the_table_behind_the_chart_counts_every_run() -> None:
    assert histogram_frame(histogram(counted(RUNS)), "runs that")["runs"].sum() == 3


def test_runs_still_going_are_told_by_bounds() -> None:
    made = running_frame(still_running(TABLE_CELLS, 5))
    assert list(made["runs"]) == [3, 3, 2, 1, 1]
    assert made["later success at least"].iloc[0] == 1 / 3
    assert made["at most"].iloc[0] == 2 / 3


TABLE_CELLS = counted(RUNS).cells


def test_trials_stand_side_by_side_and_a_name_is_no_formula() -> None:
    made = tasks_frame(by_task(RUNS))
    assert made["task"].iloc[0].startswith("'=")
    assert made["label"].iloc[0] == "label"
    assert made["requests of each trial"].iloc[0] == "3 ✓  ·  5 cut"
    assert made["succeeded"].iloc[0] == "1 of 2"


def test_pass_k_is_a_row_each() -> None:
    assert list(pass_frame(pass_all(by_task(RUNS)))["k"]) == [1, 2]
