"""Every invariant answers for every run: kept, broken, or not evaluated and why."""

from scripted import run_of, step, use

from viewer.analysis.invariants.registry import INVARIANTS, invariant_results
from viewer.analysis.policy import Policy


def test_each_invariant_answers_once_at_least() -> None:
    found = invariant_results(run_of(step(use("get")), step()))
    assert {one.code for one in found} == {one.code for one in INVARIANTS}
    assert all(one.reason for one in found if one.result == "not_evaluated")
    assert all(one.text and one.positions for one in found if one.result == "violation")


def test_a_strict_policy_asks_the_seven_published_ones() -> None:
    found = invariant_results(run_of(step()), Policy(strict=True))
    assert len({one.code for one in found}) == 7
    assert sorted(one.number for one in INVARIANTS if one.number) == [1, 2, 3, 4, 5, 6, 7]


def test_a_run_without_anything_breaks_nothing() -> None:
    for policy in (Policy(), Policy(strict=True), Policy(frozenset({"a"}), frozenset({"b"}), expect_zero_tools=True)):
        assert not [one for one in invariant_results(run_of(), policy) if one.result == "violation"]
