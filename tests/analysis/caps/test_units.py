"""What a cap bounds."""

from viewer.analysis.caps.units import CappedRun, default_unit


def test_a_run_is_cut_when_its_longest_unit_is() -> None:
    assert CappedRun("a", "t", "success", (3, 9, 4)).longest == 9


def test_censored_and_open_runs_are_cut_and_no_others() -> None:
    endings = ("success", "failure", "unknown", "censored", "open")
    assert [CappedRun("a", "t", ending, (1,)).is_cut for ending in endings] == [False, False, False, True, True]


def test_the_unit_is_the_turn_where_runs_hold_more_than_one() -> None:
    assert default_unit([1, 1, 3]) == "turn"
    assert default_unit([1, 1]) == "run"
