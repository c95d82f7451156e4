"""Quantiles of step counts where some runs were cut: Kaplan–Meier of any ending, intervals log-log."""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from viewer.analysis.caps.cells import Floats, Ints, Units

Z = float(ndtri(0.975))


@dataclass(frozen=True)
class Curve:
    """The share of units that went on beyond each step count."""

    steps: Ints
    """Step counts at which a unit ended, ascending."""
    survival: Floats
    """Share still going after that many steps."""
    variance: Floats
    """Greenwood's sum: of log survival."""


@dataclass(frozen=True)
class Quantile:
    """One quantile; None where the curve does not come down that far: not reached."""

    p: float
    value: int | None
    low: int | None
    high: int | None


def curve(units: Units) -> Curve:
    """Kaplan–Meier; at equal step counts endings come before censorings."""
    steps, ended = units.steps, units.ended
    if not len(steps):
        return Curve(np.array([], np.int64), np.array([]), np.array([]))
    top = int(steps.max()) + 1
    events: Floats = np.bincount(steps[ended], units.weight[ended], top).astype(np.float64)
    at_risk = _from_here(steps, units.weight, top)
    at_risk_squares = _from_here(steps, units.squares, top)
    times = np.flatnonzero(events)
    n, d = at_risk[times], events[times]
    survival: Floats = np.cumprod(1 - d / n, dtype=np.float64)
    # With weights n is the effective number at risk, (sum of w)^2 / sum of w^2.
    effective = n * n / at_risk_squares[times]
    share = d / n
    with np.errstate(divide="ignore", invalid="ignore"):
        variance: Floats = np.cumsum(share / ((1 - share) * effective))
    return Curve(times, survival, variance)


def _from_here(steps: Ints, values: Floats, top: int) -> Floats:
    still: Floats = np.bincount(steps, values, top)[::-1].cumsum()[::-1]
    return still


def quantile(curve: Curve, p: float) -> Quantile:
    """The smallest step count by which at least a share p has ended, with its 95 % interval."""
    low_band, high_band = _bands(curve)
    target = 1 - p
    return Quantile(
        p, _first_at_most(curve, curve.survival, target), _first_at_most(curve, low_band, target),
        _first_at_most(curve, high_band, target),
    )  # fmt: skip


def _bands(curve: Curve) -> tuple[Floats, Floats]:
    """Log-log limits of the survival."""
    survival = curve.survival
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = Z * np.sqrt(curve.variance) / np.abs(np.log(survival))
        low, high = survival ** np.exp(spread), survival ** np.exp(-spread)
    return np.where(survival > 0, low, 0.0), np.where(survival > 0, high, np.nan)


def _first_at_most(curve: Curve, values: Floats, target: float) -> int | None:
    reached = np.flatnonzero(values <= target + 1e-12)
    return int(curve.steps[reached[0]]) if len(reached) else None
