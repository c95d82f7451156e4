"""The share of successes cut where runs were recorded under different caps: Aalen–Johansen, one curve a cap."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from viewer.analysis.caps.cells import SUCCESS, Bools, Cells, Floats, Ints

ASSUMPTION = (
    "Aalen–Johansen, one curve for each recorded cap: takes it that within a cap, runs were cut "
    "independently of how long they would have gone on"
)


@dataclass(frozen=True)
class Incidence:
    """The share of runs that have succeeded, ended otherwise, or are still going, after each step count."""

    success: Floats
    """For 0, 1, 2 … steps."""
    other: Floats
    going: Floats


@dataclass(frozen=True)
class IncidenceShare:
    """The share of successes beyond each cap from 0 on, over all strata."""

    share: Floats
    """NaN where no stratum saw a success."""
    unseen: float
    """Share of runs that no curve saw end: what they would have done is not in it."""


def incidence(steps: Ints, ended: Bools, success: Bools, weight: Floats, top: int) -> Incidence:
    """Aalen–Johansen for 0 to `top` steps; at equal steps endings come before censorings.

    Args:
        ended: whether a run ended by itself; otherwise it was cut.
        success: whether it ended in success.
    """
    at_risk = np.bincount(steps, weight, top + 1)[::-1].cumsum()[::-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        by_success = np.nan_to_num(np.bincount(steps[success], weight[success], top + 1) / at_risk)
        ending = np.nan_to_num(np.bincount(steps[ended], weight[ended], top + 1) / at_risk)
    going = np.cumprod(1 - ending)
    before = np.concatenate(([1.0], going[:-1]))
    return Incidence(np.cumsum(before * by_success), np.cumsum(before * (ending - by_success)), going)


def incidence_share(strata: Sequence[Cells], top: int) -> IncidenceShare:
    """One share over strata of runs that were recorded under the same cap, each weighing as its runs do."""
    within, whole, unseen, total = np.zeros(top + 1), 0.0, 0.0, 0.0
    for cells in strata:
        if not len(cells.steps):
            continue
        found = incidence(cells.steps, ~cells.is_cut, cells.kind == SUCCESS, cells.weight, top)
        mass = float(cells.weight.sum())
        within += mass * found.success
        whole += mass * float(found.success[-1])
        unseen += mass * float(found.going[-1])
        total += mass
    share = 1 - within / whole if whole else np.full(top + 1, np.nan)
    return IncidenceShare(np.maximum(share, 0.0), unseen / total if total else 0.0)
