"""Repeated runs as sets."""

from pathlib import Path

from case_runs import checked_runs, write_runs

from viewer.baselines.run_sets import folders, run_sets


def test_a_folder_is_a_set_and_so_are_the_first_runs_of_all_cases(tmp_path: Path) -> None:
    runs = checked_runs(write_runs(tmp_path))
    assert folders(runs) == 2
    for by in ("folder", "order"):
        sets = run_sets(runs, by)  # type: ignore[arg-type]  # of the two
        assert [sorted(one) for one in sets] == [["hours", "refund"], ["hours", "refund"]]
        assert [len(one["refund"][1].calls) for one in sets] == [2, 3]


def test_a_case_with_more_runs_makes_more_sets_by_order(tmp_path: Path) -> None:
    runs = checked_runs(write_runs(tmp_path))
    assert [sorted(one) for one in run_sets([run for run in runs if run.run_id != "hours-2"], "order")] == [
        ["hours", "refund"],
        ["refund"],
    ]
