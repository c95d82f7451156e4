"""Kaplan–Meier of any ending, held to scipy and statsmodels."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.duration.survfunc import SurvfuncRight

from viewer.analysis.caps.cells import Units
from viewer.analysis.caps.quantiles import Curve, quantile
from viewer.analysis.caps.quantiles import curve as curve_of

RNG = np.random.default_rng(7)


def curve(steps: np.ndarray, ended: np.ndarray, weights: np.ndarray) -> Curve:
    return curve_of(Units(steps, ended, np.ones(len(steps), int), weights, weights**2))


def _sample(n: int, censored: float) -> tuple[np.ndarray, np.ndarray]:
    steps = RNG.negative_binomial(3, 0.2, n) + 1
    return steps, RNG.random(n) >= censored


@pytest.mark.parametrize("censored", [0.0, 0.2, 0.6])
def test_the_curve_is_that_of_scipy(censored: float) -> None:
    steps, ended = _sample(400, censored)
    ours = curve(steps, ended, np.ones(400))
    data = stats.CensoredData(uncensored=steps[ended], right=steps[~ended])
    theirs = stats.ecdf(data).sf
    np.testing.assert_allclose(ours.survival, theirs.evaluate(ours.steps), atol=1e-12)


def test_the_weighted_curve_is_that_of_statsmodels() -> None:
    steps, ended = _sample(300, 0.3)
    weights = RNG.choice([1.0, 4.0, 20.0], 300)
    ours = curve(steps, ended, weights)
    theirs = SurvfuncRight(steps, ended.astype(int), freq_weights=weights)
    np.testing.assert_allclose(ours.survival, theirs.surv_prob, atol=1e-10)
    np.testing.assert_array_equal(ours.steps, theirs.surv_times)


@pytest.mark.parametrize("p", [0.25, 0.5, 0.9])
def test_a_quantile_and_its_interval_are_those_of_statsmodels(p: float) -> None:
    steps, ended = _sample(250, 0.2)
    ours = quantile(curve(steps, ended, np.ones(250)), p)
    theirs = SurvfuncRight(steps, ended.astype(int))
    assert ours.value == theirs.quantile(p)
    low, high = theirs.quantile_ci(p, method="cloglog")
    assert (ours.low, ours.high) == (low, None if np.isinf(high) else high)


def test_a_quantile_beyond_the_curve_is_not_reached() -> None:
    steps, ended = np.array([3, 5, 8, 8]), np.array([True, True, False, False])
    found = quantile(curve(steps, ended, np.ones(4)), 0.95)
    assert (found.value, found.high) == (None, None)


def test_endings_come_before_censorings_at_equal_steps() -> None:
    steps, ended = np.array([5, 5]), np.array([True, False])
    assert curve(steps, ended, np.ones(2)).survival.tolist() == [0.5]
