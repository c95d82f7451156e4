"""Caps of money."""

import pytest

from viewer.analysis.caps.money import money_table
from viewer.analysis.caps.units import CappedRun


def _run(number: int, dollars: float | None, ending: str = "success", steps: int = 3) -> CappedRun:
    return CappedRun(str(number), str(number), ending, (steps,), dollars=dollars, cut_by="money")


def test_amounts_are_the_caps_and_what_lies_beyond_them_is_saved() -> None:
    found = money_table([_run(0, 0.10), _run(1, 0.25), _run(2, 3.0), _run(3, None)])
    assert found is not None
    assert found.dollars == pytest.approx((0.1, 0.25, 3.0))
    assert [cap.successes_cut for cap in found.table.caps] == [2, 1, 0]
    assert found.saved == pytest.approx((0.15 + 2.9, 2.75, 0.0))
    assert (found.table.n, found.without) == (3, 1)


def test_a_run_that_money_cut_is_censored_at_its_amount() -> None:
    found = money_table([_run(n, 1.0) for n in range(5)] + [_run(9, 2.0, "censored")])
    assert found is not None
    assert found.table.censored == 1
    assert found.amount(found.table.quantiles["p50"])[0] == 1.0
    assert found.amount(found.table.quantiles["p99"])[0] is None
    cap = found.table.caps[0]
    assert (cap.observed_share, cap.bounds) == (0.0, (0.0, pytest.approx(1 / 6)))


def test_a_recommended_amount_is_said_in_dollars() -> None:
    found = money_table([_run(n, 0.4 if n else 7.0) for n in range(400)], loss=0.02)
    assert found is not None
    assert "$0.40 a run" in found.sentence


def test_many_amounts_are_rounded_up() -> None:
    found = money_table([_run(n, 0.001 * n + 0.0001) for n in range(5_000)])
    assert found is not None
    assert len(found.dollars) <= 1_000
    assert found.dollars[-1] >= 4.9991


def test_without_a_stated_cost_there_is_no_table() -> None:
    assert money_table([_run(0, None)]) is None
