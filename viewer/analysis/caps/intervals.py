"""Intervals of a share where trials of one task are alike: Korn and Graubard's Clopper–Pearson on n / deff."""

from dataclasses import dataclass

import numpy as np
from scipy.special import betaincinv, stdtrit

from viewer.analysis.caps.cells import Bools, Floats, Ints


@dataclass(frozen=True)
class Shares:
    """Weighted shares, one a cap, with what their intervals need; NaN where no run is in the base."""

    share: Floats
    effective: Floats
    """n / deff, corrected for the degrees of freedom."""
    tasks: Ints


def share_of(hits: Bools, tasks: Ints, weights: Floats) -> Shares:
    """One share of runs clustered by task, in arrays of length 1.

    Args:
        hits: whether each run counts.
        tasks: a number for the task of each run.
        weights: one over the sampling rate of each run.
    """
    top = int(tasks.max()) + 1 if len(tasks) else 0
    sizes, hit = np.bincount(tasks, weights, top), np.bincount(tasks, weights * hits, top)
    return shares(
        hits=np.array([weights[hits].sum()]), total=np.array([weights.sum()]), hit_runs=np.array([hits.sum()]),
        runs=np.array([len(hits)]), squares=np.array([weights @ weights]), tasks=np.array([(sizes > 0).sum()]),
        hh=np.array([hit @ hit]), hm=np.array([hit @ sizes]), mm=np.array([sizes @ sizes]),
    )  # fmt: skip


def shares(
    *, hits: Floats, total: Floats, hit_runs: Ints, runs: Ints, squares: Floats, tasks: Ints,
    hh: Floats, hm: Floats, mm: Floats, most: int | None = None,
) -> Shares:  # fmt: skip
    """Shares from sums.

    Args:
        hits: sum of the weights of the runs that count.
        total: sum of all weights.
        hit_runs: how many runs count.
        runs: how many runs there are.
        squares: sum of the squared weights.
        tasks: how many tasks the runs belong to.
        hh: sum over tasks of the square of their hits; hm: of hits times total; mm: of the squared total.
        most: the most runs of one task, where groups of whole tasks stand for tasks.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(hit_runs == 0, 0.0, np.where(hit_runs == runs, 1.0, hits / total))
        n = total * total / squares
        variance = tasks / (tasks - 1) * (hh - 2 * share * hm + share * share * mm) / (total * total)
        inner = variance / (share * (1 - share) / n)
        extreme = mm / total * n / total
        if most is not None:
            extreme = np.minimum(extreme, most)
        one_sided = (hit_runs == 0) | (hit_runs == runs)
        deff = np.where(one_sided, extreme, np.where(tasks < 2, n, inner))
        degrees = np.where(
            (tasks > 1) & (runs > 1),
            (stdtrit(np.maximum(runs - 1, 1), 0.975) / stdtrit(np.maximum(tasks - 1, 1), 0.975)) ** 2,
            1.0,
        )
        effective = np.minimum(n / np.maximum(1.0, deff) * degrees, n)
    empty = runs == 0
    return Shares(np.where(empty, np.nan, share), np.where(empty, np.nan, effective), tasks)


def upper_limits(of: Shares, confidence: float = 0.95) -> Floats:
    """One-sided Clopper–Pearson upper limits on the effective numbers."""
    hits = of.share * of.effective
    limits: Floats = betaincinv(hits + 1, np.maximum(of.effective - hits, 1e-9), confidence)
    return np.where(of.share >= 1, 1.0, limits)


def lower_limits(of: Shares, confidence: float = 0.95) -> Floats:
    """One-sided lower limits."""
    hits = of.share * of.effective
    limits: Floats = betaincinv(np.maximum(hits, 1e-300), of.effective - hits + 1, 1 - confidence)
    return np.where(hits <= 0, 0.0, limits)
