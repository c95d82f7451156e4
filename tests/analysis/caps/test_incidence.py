"""Aalen–Johansen against statsmodels, and against a known truth."""

import numpy as np
import pytest
from statsmodels.duration.survfunc import CumIncidenceRight

from viewer.analysis.caps.cells import counted
from viewer.analysis.caps.incidence import incidence, incidence_share
from viewer.analysis.caps.units import CappedRun

RNG = np.random.default_rng(19)


@pytest.mark.parametrize("weights", [(1.0,), (1.0, 5.0)])
def test_the_curves_are_those_of_statsmodels(weights: tuple[float, ...]) -> None:
    steps = RNG.negative_binomial(3, 0.2, 300) + 1
    cause = RNG.choice([0, 1, 2], 300, p=[0.3, 0.4, 0.3])
    weight = RNG.choice(weights, 300)
    top = int(steps.max())
    ours = incidence(steps, cause > 0, cause == 1, weight, top)
    theirs = CumIncidenceRight(steps, cause, freq_weights=weight)
    times = theirs.times.astype(int)
    np.testing.assert_allclose(ours.success[times], theirs.cinc[0], atol=1e-10)
    np.testing.assert_allclose(ours.other[times], theirs.cinc[1], atol=1e-10)


def test_success_failure_and_still_going_add_up() -> None:
    steps, ended = np.array([2, 3, 3, 5]), np.array([True, True, False, True])
    found = incidence(steps, ended, np.array([True, False, False, False]), np.ones(4), 5)
    np.testing.assert_allclose(found.success + found.other + found.going, 1)


def test_crashes_at_random_do_not_hide_late_successes() -> None:
    """2 % a step crash, independently: the observed share is too low, Aalen–Johansen is not."""
    rng = np.random.default_rng(2)
    n = 40_000
    steps = np.maximum(1, np.round(np.exp(rng.normal(2.2, 0.5, n)))).astype(int)
    success = rng.random(n) < 0.6
    crash = rng.geometric(0.02, n)
    truth = float((steps[success] > 15).mean())
    runs = [
        CappedRun(str(i), str(i), ("success" if success[i] else "failure") if steps[i] <= crash[i] else "censored",
                  (int(min(steps[i], crash[i])),))
        for i in range(n)
    ]  # fmt: skip
    cells = counted(runs).cells
    found = incidence_share([cells], int(cells.steps.max()))
    assert found.share[15] == pytest.approx(truth, abs=0.01)
    seen = [run for run in runs if run.ending == "success"]
    assert sum(run.longest > 15 for run in seen) / len(seen) < truth - 0.02


def test_short_tasks_under_a_small_cap_are_not_mixed_with_long_ones() -> None:
    short = [CappedRun(f"s{n}", f"s{n}", "success", (4,), cap=10) for n in range(10)]
    long = [CappedRun(f"l{n}", f"l{n}", "success" if n < 5 else "censored", (30,), cap=30) for n in range(10)]
    found = incidence_share([counted(short).cells, counted(long).cells], 30)
    assert found.share[10] == pytest.approx(1 - 10 / 15)
    assert found.unseen == pytest.approx(0.25)
