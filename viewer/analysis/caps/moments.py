"""Sums over tasks for every cap at once: what the intervals of clustered shares are made of."""

from dataclasses import dataclass

import numpy as np

from viewer.analysis.caps.cells import SUCCESS, Bools, Cells, Floats, Ints, last_caps
from viewer.analysis.caps.intervals import Shares, shares


@dataclass(frozen=True)
class _Products:
    """For each cap k from 0: sums over tasks of products of B, S, C and L.

    B = successes with more than k steps, S = all successes, C = all cut runs, L = cut runs with at least k steps.
    """

    bb: Floats
    bs: Floats
    bc: Floats
    bl: Floats
    ll: Floats
    sl: Floats
    cl: Floats
    ss: float
    sc: float
    cc: float
    tasks_s: int
    """Tasks with a success."""
    tasks_sc: int
    tasks_short: Ints
    """Tasks with a success, or with a cut run of fewer than k steps."""


@dataclass(frozen=True)
class CutShares:
    """The share of successes that each cap from 0 on cuts, with what its interval needs."""

    observed: Shares
    low: Shares
    """If every cut run that stopped short of the cap had succeeded in time."""
    high: Shares
    """If every cut run had succeeded beyond the cap."""


def cut_shares(cells: Cells, top: int, most_trials: int | None = None) -> CutShares:
    """Shares for the caps 0 to top.

    Args:
        cells: runs in the order that `sorted_cells` makes.
        top: the last cap.
        most_trials: where groups of tasks share a number, the most runs of one task.
    """
    success, cut = cells.kind == SUCCESS, cells.is_cut
    beyond = _beyond(cells, success, top)
    reaching = _reaching(cells, cut, top)
    all_s, all_c = _totals(cells, success), _totals(cells, cut)
    p = _products(cells, success, cut, top)
    flat = np.ones(top + 1)
    short = all_c.less(reaching)
    observed = shares(
        hits=beyond.weight, total=all_s.weight * flat, hit_runs=beyond.runs, runs=all_s.runs * _ones(top),
        squares=all_s.squares * flat, tasks=p.tasks_s * _ones(top), hh=p.bb, hm=p.bs, mm=p.ss * flat, most=most_trials,
    )  # fmt: skip
    low = shares(
        hits=beyond.weight, total=all_s.weight + short.weight, hit_runs=beyond.runs, runs=all_s.runs + short.runs,
        squares=all_s.squares + short.squares, tasks=p.tasks_short, hh=p.bb, hm=p.bs + p.bc - p.bl,
        mm=(p.ss + 2 * p.sc + p.cc) - 2 * (p.sl + p.cl) + p.ll, most=most_trials,
    )  # fmt: skip
    high = shares(
        hits=beyond.weight + all_c.weight, total=(all_s.weight + all_c.weight) * flat,
        hit_runs=beyond.runs + all_c.runs, runs=(all_s.runs + all_c.runs) * _ones(top),
        squares=(all_s.squares + all_c.squares) * flat, tasks=p.tasks_sc * _ones(top),
        hh=p.bb + 2 * p.bc + p.cc, hm=p.bs + p.sc + p.bc + p.cc, mm=(p.ss + 2 * p.sc + p.cc) * flat,
        most=most_trials,
    )  # fmt: skip
    return CutShares(observed, low, high)


def _ones(top: int) -> Ints:
    return np.ones(top + 1, np.int64)


@dataclass(frozen=True)
class _Sums:
    runs: Ints
    weight: Floats
    squares: Floats

    def less(self, other: "_Sums") -> "_Sums":
        # What is left of a sum after its last part went away is 0, not what rounding left.
        runs = self.runs - other.runs
        gone = runs == 0
        return _Sums(
            runs,
            np.where(gone, 0.0, np.maximum(self.weight - other.weight, 0.0)),
            np.where(gone, 0.0, np.maximum(self.squares - other.squares, 0.0)),
        )


def _totals(cells: Cells, chosen: Bools) -> _Sums:
    runs, weight, squares = cells.runs[chosen], cells.weight[chosen], cells.squares[chosen]
    return _Sums(np.int64(runs.sum()), weight.sum(), squares.sum())  # type: ignore[arg-type]  # numbers, spread over caps


def _beyond(cells: Cells, chosen: Bools, top: int) -> _Sums:
    return _from(cells, chosen, cells.steps[chosen] - 1, top)


def _reaching(cells: Cells, chosen: Bools, top: int) -> _Sums:
    return _from(cells, chosen, cells.steps[chosen], top)


def _from(cells: Cells, chosen: Bools, last: Ints, top: int) -> _Sums:
    """Sums over the cells that count at every cap up to `last`."""
    return _Sums(
        _upto(last, cells.runs[chosen], top).astype(np.int64),
        _upto(last, cells.weight[chosen], top),
        _upto(last, cells.squares[chosen], top),
    )


def _upto(last: Ints, values: Floats | Ints, top: int) -> Floats:
    """For each cap, the sum of the values that count at it: each counts at all caps up to its own last one."""
    counted: Floats = np.bincount(np.minimum(last, top), values, top + 1)[::-1].cumsum()[::-1]
    return counted


def _products(cells: Cells, success: Bools, cut: Bools, top: int) -> _Products:
    kept = success | cut
    shared = kept & (cells.task >= 0)
    alone = _alone(cells.where(kept & (cells.task < 0)), top)
    if not shared.any():
        return alone
    return _added(alone, _shared(cells.where(shared), top))


def _alone(cells: Cells, top: int) -> _Products:
    """Runs that are tasks of their own: a product is a square, or 0."""
    success, cut = cells.kind == SUCCESS, cells.is_cut
    bb = _upto(cells.steps[success] - 1, cells.squares[success], top)
    ll = _upto(cells.steps[cut], cells.squares[cut], top)
    none = np.zeros(top + 1)
    s, c = int(cells.runs[success].sum()), int(cells.runs[cut].sum())
    reaching = _upto(cells.steps[cut], cells.runs[cut], top).astype(np.int64)
    return _Products(
        bb, bb, none, none, ll, none, ll,
        float(cells.squares[success].sum()), 0.0, float(cells.squares[cut].sum()),
        s, s + c, s + c - reaching,
    )  # fmt: skip


def _shared(cells: Cells, top: int) -> _Products:
    """Trials of tasks: each cell adds its products with those of its task that count at higher caps."""
    is_success = cells.kind == SUCCESS
    last, task, weight = last_caps(cells.steps, cells.kind), cells.task, cells.weight
    s, c = np.where(is_success, weight, 0.0), np.where(is_success, 0.0, weight)
    starts = np.flatnonzero(np.diff(task, prepend=-1))
    sizes = np.diff(starts, append=len(task))
    task_s, task_c = np.add.reduceat(s, starts), np.add.reduceat(c, starts)
    before_s, before_c = _before(s, starts, sizes), _before(c, starts, sizes)
    all_s, all_c = np.repeat(task_s, sizes), np.repeat(task_c, sizes)

    def at(values: Floats) -> Floats:
        return _upto(last, values, top)

    only_cut = task_s == 0
    shortest = np.minimum.reduceat(np.where(is_success, top + 1, last), starts)[only_cut]
    arriving = np.bincount(np.minimum(shortest + 1, top + 1), minlength=top + 2)[: top + 1].cumsum()
    with_success = int((~only_cut).sum())
    return _Products(
        bb=at(s * (2 * before_s + s)), bs=at(s * all_s), bc=at(s * all_c), bl=at(s * before_c + c * before_s),
        ll=at(c * (2 * before_c + c)), sl=at(c * all_s), cl=at(c * all_c),
        ss=float(task_s @ task_s), sc=float(task_s @ task_c), cc=float(task_c @ task_c),
        tasks_s=with_success, tasks_sc=len(starts), tasks_short=with_success + arriving,
    )  # fmt: skip


def _before(values: Floats, starts: Ints, sizes: Ints) -> Floats:
    """What stands before each value in its task."""
    running = values.cumsum() - values
    return running - np.repeat(running[starts], sizes)


def _added(one: _Products, other: _Products) -> _Products:
    names = _Products.__dataclass_fields__
    return _Products(**{name: getattr(one, name) + getattr(other, name) for name in names})
