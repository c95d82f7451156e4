"""Intervals of a share where trials of one task are alike: Korn and Graubard's Clopper–Pearson on n / deff."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaincinv, stdtrit


@dataclass(frozen=True)
class ShareOf:
    """A weighted share with what its interval needs."""

    share: float
    effective: float
    """n / deff, corrected for the degrees of freedom."""
    tasks: int


def share_of(hits: NDArray[np.bool_], tasks: NDArray[np.int64], weights: NDArray[np.float64]) -> ShareOf | None:
    """A share of runs clustered by task; None without runs.

    Args:
        hits: whether each run counts.
        tasks: a number for the task of each run.
        weights: one over the sampling rate of each run.
    """
    n = len(hits)
    if not n:
        return None
    total = float(weights.sum())
    share = float(weights[hits].sum() / total)
    count = int(tasks.max()) + 1
    sizes = np.bincount(tasks, weights, count)
    sizes = sizes[sizes > 0]
    clusters = len(sizes)
    n_weighted = total * total / float((weights * weights).sum())
    if share in (0.0, 1.0):
        deff = max(1.0, float((sizes * sizes).sum() / sizes.sum()) * n_weighted / total)
    elif clusters < 2:
        deff = n_weighted
    else:
        residual = weights * (hits - share)
        sums = np.bincount(tasks, residual, count)
        variance = clusters / (clusters - 1) * float((sums * sums).sum()) / (total * total)
        deff = max(1.0, variance / (share * (1 - share) / n_weighted))
    effective = n_weighted / deff
    if clusters > 1 and n > 1:
        effective *= float((stdtrit(n - 1, 0.975) / stdtrit(clusters - 1, 0.975)) ** 2)
    return ShareOf(share, min(effective, n_weighted), clusters)


def interval(share: ShareOf, confidence: float = 0.95) -> tuple[float, float]:
    """Two-sided Clopper–Pearson limits on the effective numbers."""
    tail = (1 - confidence) / 2
    return lower_limit(share, 1 - tail), upper_limit(share, 1 - tail)


def upper_limit(share: ShareOf, confidence: float = 0.95) -> float:
    """One-sided upper limit."""
    hits = share.share * share.effective
    if share.share >= 1:
        return 1.0
    return float(betaincinv(hits + 1, max(share.effective - hits, 1e-9), confidence))


def lower_limit(share: ShareOf, confidence: float = 0.95) -> float:
    """One-sided lower limit."""
    hits = share.share * share.effective
    if hits <= 0:
        return 0.0
    return float(betaincinv(hits, share.effective - hits + 1, 1 - confidence))
