"""Quantiles of step counts where some runs were cut: Kaplan–Meier of any ending, intervals log-log."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from viewer.analysis.caps.units import CappedRun

Z = float(ndtri(0.975))


@dataclass(frozen=True)
class Curve:
    """The share of units that went on beyond each step count."""

    steps: NDArray[np.int64]
    """Step counts at which a unit ended, ascending."""
    survival: NDArray[np.float64]
    """Share still going after that many steps."""
    variance: NDArray[np.float64]
    """Greenwood's sum: of log survival."""


@dataclass(frozen=True)
class Quantile:
    """One quantile; None where the curve does not come down that far: not reached."""

    p: float
    value: int | None
    low: int | None
    high: int | None


def observations(
    runs: list[CappedRun],
) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.float64]]:
    """Every unit: its steps, whether it ended by itself, its weight. Only a run's last unit can be censored."""
    steps: list[int] = []
    ended: list[bool] = []
    weights: list[float] = []
    for run in runs:
        for number, count in enumerate(run.units, 1):
            steps.append(count)
            ended.append(number < len(run.units) or run.ending not in ("censored", "open"))
            weights.append(run.weight)
    return np.array(steps, np.int64), np.array(ended, np.bool_), np.array(weights, np.float64)


def curve(steps: NDArray[np.int64], ended: NDArray[np.bool_], weights: NDArray[np.float64]) -> Curve:
    """Kaplan–Meier; at equal step counts endings come before censorings."""
    if not len(steps):
        return Curve(np.array([], np.int64), np.array([]), np.array([]))
    top = int(steps.max()) + 1
    events = np.bincount(steps[ended], weights[ended], top)
    squares = np.bincount(steps, weights * weights, top)
    leaving = np.bincount(steps, weights, top)
    at_risk = leaving[::-1].cumsum()[::-1]
    at_risk_squares = squares[::-1].cumsum()[::-1]
    times = np.flatnonzero(events)
    n, d = at_risk[times], events[times]
    survival = np.cumprod(1 - d / n)
    # With weights n is the effective number at risk, (sum of w)^2 / sum of w^2.
    effective = n * n / at_risk_squares[times]
    share = d / n
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.cumsum(share / ((1 - share) * effective))
    return Curve(times, survival, variance)


def quantile(curve: Curve, p: float) -> Quantile:
    """The smallest step count by which at least a share p has ended, with its 95 % interval."""
    low_band, high_band = _bands(curve)
    target = 1 - p
    return Quantile(
        p, _first_at_most(curve, curve.survival, target), _first_at_most(curve, low_band, target),
        _first_at_most(curve, high_band, target),
    )  # fmt: skip


def _bands(curve: Curve) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Log-log limits of the survival."""
    survival = curve.survival
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = Z * np.sqrt(curve.variance) / np.abs(np.log(survival))
        low, high = survival ** np.exp(spread), survival ** np.exp(-spread)
    return np.where(survival > 0, low, 0.0), np.where(survival > 0, high, np.nan)


def _first_at_most(curve: Curve, values: NDArray[np.float64], target: float) -> int | None:
    reached = np.flatnonzero(values <= target + 1e-12)
    return int(curve.steps[reached[0]]) if len(reached) else None
