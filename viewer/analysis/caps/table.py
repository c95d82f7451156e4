"""For every cap: how many runs and successes it cuts, with bounds, interval and price; and the cap to choose."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from viewer.analysis.caps.cells import CENSORED, FAILURE, OPEN, SUCCESS, Bools, Cells, Counts, Floats, Ints, counted
from viewer.analysis.caps.intervals import Shares, lower_limits, upper_limits
from viewer.analysis.caps.moments import CutShares, cut_shares
from viewer.analysis.caps.quantiles import Quantile, curve, quantile
from viewer.analysis.caps.recommendation import Basis, Recommended, Seen, recommended
from viewer.analysis.caps.units import CappedRun, CapUnit

QUANTILES = (0.5, 0.9, 0.95, 0.99)
MOST_CAPS = 100_000
"""Rows at most; runs of more steps than this are counted as cut by every cap shown."""


@dataclass(frozen=True)
class Cap:
    """What one cap would have done to the runs at hand."""

    cap: int
    runs_cut: int
    """Known to go beyond the cap; censored and open ones that stopped before it are not among them."""
    successes_cut: int | None
    """None: no outcome is recorded."""
    observed_share: float | None
    """Of the successes seen. None: none is, or money cut runs, so that only bounds can be told."""
    bounds: tuple[float, float] | None
    """If every censored run would have succeeded within its cap; if each would have succeeded beyond it."""
    interval: tuple[float, float] | None
    """95 %: the lower limit of the lower bound, the upper limit of the upper."""
    steps_saved: int
    """At least, where runs were censored; a cut run is taken not to be retried."""
    input_tokens_saved: int | None
    """None: no request records its size."""


@dataclass(frozen=True)
class CapTable:
    """All that a group of runs says about its cap."""

    group: str
    unit: CapUnit
    n: int
    tasks: int | None
    """None: too many to be counted at once."""
    censored: int
    open: int
    weighted: bool
    n_effective: float
    """Unweighted runs that carry as much: the square of the sum of weights over the sum of squares."""
    quantiles: dict[str, Quantile]
    caps: tuple[Cap, ...]
    """One for every cap from 1 to the longest observed."""
    recommended: Recommended
    notes: tuple[str, ...]


def cap_table(
    runs: Sequence[CappedRun] | Counts,
    unit: CapUnit,
    *,
    loss: float = 0.01,
    group: str = "all",
    basis: Basis = "worst case",
    quantiles: Sequence[float] = QUANTILES,
) -> CapTable:
    """Derive the table and the recommendation of one group.

    Args:
        runs: runs of one kind, or their counts: mixed groups are noted, never told apart in silence.
        unit: what the cap counts requests of.
        loss: accepted share of successes cut.
        group: its name.
        basis: what the recommendation rests on.
    """
    counts = runs if isinstance(runs, Counts) else counted(runs)
    cells = counts.cells
    top = min(int(cells.steps.max()), MOST_CAPS) if len(cells.steps) else 0
    known = bool(((cells.kind == SUCCESS) | (cells.kind == FAILURE)).any())
    groups = counts.pooled.groups
    found = cut_shares(cells, top, None if groups is None else groups.most_trials)
    tasks = tasks_of(cells) if groups is None else groups.tasks
    survival = curve(counts.units)
    seen = Seen(
        _runs(cells), tasks, _runs(cells, cells.is_cut), _runs(cells, cells.kind == SUCCESS),
    )  # fmt: skip
    total, squares = float(cells.weight.sum()), float(cells.squares.sum())
    return CapTable(
        group,
        unit,
        seen.runs,
        seen.tasks,
        _runs(cells, cells.kind == CENSORED),
        _runs(cells, cells.kind == OPEN),
        is_weighted(cells),
        total * total / squares if squares else 0.0,
        {f"p{100 * p:g}": quantile(survival, p) for p in quantiles},
        _rows(counts, cells, found, known, top),
        recommended(found, seen, f"requests a {unit}", loss, basis),
        notes(counts, unit),
    )


def _runs(cells: Cells, chosen: Bools | None = None) -> int:
    return int((cells.runs if chosen is None else cells.runs[chosen]).sum())


def tasks_of(cells: Cells) -> int:
    """How many tasks the runs are trials of."""
    shared = cells.task[cells.task >= 0]
    alone = int(cells.runs[cells.task < 0].sum())
    return alone + (len(np.unique(shared)) if len(shared) else 0)


def is_weighted(cells: Cells) -> bool:
    """Whether runs count differently."""
    if not len(cells.runs):
        return False
    first = cells.weight[0] / cells.runs[0]
    return not np.allclose(cells.weight, first * cells.runs) or not np.allclose(cells.squares, first**2 * cells.runs)


def _rows(counts: Counts, cells: Cells, found: CutShares, known: bool, top: int) -> tuple[Cap, ...]:
    runs_cut = _beyond(cells.steps, cells.runs, top)
    success = cells.kind == SUCCESS
    successes_cut = _beyond(cells.steps[success], cells.runs[success], top)
    units = counts.units
    went_on = _beyond(units.steps, units.units, top)
    # Steps beyond k: all units that go beyond k, beyond k + 1, and so on.
    steps_saved = went_on[::-1].cumsum()[::-1] + _far(units.steps, units.units, top)
    tokens_saved = _tokens_beyond(counts.tokens, top)
    low, high = lower_limits(found.low, 0.975), upper_limits(found.high, 0.975)
    bounds_only = counts.pooled.money > 0

    def share(shares: Shares, cap: int) -> float:
        return float(shares.share[cap])

    return tuple(
        Cap(
            cap,
            int(runs_cut[cap]),
            int(successes_cut[cap]) if known else None,
            None if bounds_only or not known or np.isnan(found.observed.share[cap]) else share(found.observed, cap),
            None if not known or _unknown(found, cap) else (share(found.low, cap), share(found.high, cap)),
            None if not known or _unknown(found, cap) else (float(low[cap]), float(high[cap])),
            int(steps_saved[cap]),
            None if tokens_saved is None else int(tokens_saved[cap]),
        )
        for cap in range(1, top + 1)
    )


def _unknown(found: CutShares, cap: int) -> bool:
    return bool(np.isnan(found.low.share[cap]) or np.isnan(found.high.share[cap]))


def _beyond(steps: Ints, numbers: Ints, top: int) -> Ints:
    """For each cap, how many have more steps."""
    counted: Floats = np.bincount(np.minimum(steps, top + 1), numbers, top + 2)[::-1].cumsum()[::-1]
    return counted[1 : top + 2].astype(np.int64)


def _far(steps: Ints, numbers: Ints, top: int) -> int:
    """Steps beyond the last cap and one more."""
    return int((np.maximum(steps - top - 1, 0) * numbers).sum())


def _tokens_beyond(tokens: Ints | None, top: int) -> Ints | None:
    if tokens is None:
        return None
    # Place p, from 0, is the request after cap p: a cap of k saves all places from k on.
    at = np.zeros(max(top + 1, len(tokens)), np.int64)
    at[: len(tokens)] = tokens
    beyond: Ints = at[::-1].cumsum()[::-1]
    return beyond


def notes(counts: Counts, unit: CapUnit) -> tuple[str, ...]:
    """What is mixed, cut or assumed, in words."""
    made: list[str] = []
    pooled, cells = counts.pooled, counts.cells
    if len(pooled.caps) > 1:
        several = ", ".join(f"{cap:g}" for cap in pooled.caps[:6]) + (", …" if len(pooled.caps) > 6 else "")
        made.append(
            f"runs were recorded under different caps ({several}): the bounds hold, the observed share does not"
        )
    if len(pooled.models) > 1:
        made.append(f"runs of several models are pooled ({len(pooled.models):,})")
    if len(pooled.formats) > 1:
        made.append(f"runs of several harnesses are pooled ({len(pooled.formats):,} formats)")
    if pooled.groups is not None:
        made.append("so many tasks are told apart in groups of whole tasks: intervals get wider, never narrower")
    if pooled.money:
        made.append(
            f"money cut {pooled.money:,} {'run' if pooled.money == 1 else 'runs'}: steps get bounds only; "
            "the money axis tells more"
        )
    if cells.is_cut.any():
        made.append("some runs were cut or are open: steps and tokens saved are at least what is shown")
    made.append("the price assumes that a cut run is not retried")
    if len(counts.units.units) and int(counts.units.units.sum()) > int(cells.runs.sum()):
        made.append(f"quantiles are of single {unit}s; a run is cut when one of its {unit}s goes beyond the cap")
    if np.array_equal(cells.weight, cells.runs):
        made.append("unweighted: assumes that all runs were stored")
    return tuple(made)
