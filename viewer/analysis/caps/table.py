"""For every cap: how many runs and successes it cuts, with bounds, interval and price; and the cap to choose."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.caps.intervals import ShareOf, lower_limit, share_of, upper_limit
from viewer.analysis.caps.quantiles import Quantile, curve, observations, quantile
from viewer.analysis.caps.units import CappedRun, CapUnit

QUANTILES = (0.5, 0.9, 0.95, 0.99)


@dataclass(frozen=True)
class Cap:
    """What one cap would have done to the runs at hand."""

    cap: int
    runs_cut: int
    """Known to go beyond the cap; censored and open ones that stopped before it are not among them."""
    successes_cut: int | None
    """None: no outcome is recorded."""
    observed_share: float | None
    """Of the successes seen; wrong where runs were censored, so the bounds stand beside it."""
    bounds: tuple[float, float] | None
    """If every censored run would have succeeded within its cap; if each would have succeeded beyond it."""
    interval: tuple[float, float] | None
    """95 %: the lower limit of the lower bound, the upper limit of the upper."""
    steps_saved: int
    """At least, where runs were censored; a cut run is taken not to be retried."""
    input_tokens_saved: int | None
    """None: no request beyond the cap records its size."""


@dataclass(frozen=True)
class Recommended:
    """The smallest cap that keeps its promise, or why there is none."""

    cap: int | None
    loss: float
    rule: str
    needed_tasks: int | None
    """Independent tasks that would carry a promise this small, if none of their successes were cut."""
    sentence: str


@dataclass(frozen=True)
class CapTable:
    """All that a group of runs says about its cap."""

    group: str
    unit: CapUnit
    n: int
    tasks: int
    censored: int
    open: int
    weighted: bool
    quantiles: dict[str, Quantile]
    caps: tuple[Cap, ...]
    recommended: Recommended
    notes: tuple[str, ...]


@dataclass(frozen=True)
class _Columns:
    longest: NDArray[np.int64]
    success: NDArray[np.bool_]
    censored: NDArray[np.bool_]
    tasks: NDArray[np.int64]
    weights: NDArray[np.float64]


def cap_table(runs: Iterable[CappedRun], unit: CapUnit, *, loss: float = 0.01, group: str = "all") -> CapTable:
    """Derive the table and the recommendation of one group.

    Args:
        runs: runs of one kind: mixed groups are noted, never told apart in silence.
        unit: what the cap counts requests of.
        loss: accepted share of successes cut.
        group: its name.
    """
    listed = list(runs)
    columns = _columns(listed)
    known = bool(columns.success.any()) or any(run.ending == "failure" for run in listed)
    steps, ended, weights = observations(listed)
    survival = curve(steps, ended, weights)
    top = int(columns.longest.max()) if len(listed) else 0
    saved_steps, saved_tokens = _saved(listed, top)
    caps = tuple(
        _cap(cap, columns, known, saved_steps[cap], None if saved_tokens is None else saved_tokens[cap])
        for cap in range(1, top + 1)
    )
    return CapTable(
        group,
        unit,
        len(listed),
        len(set(columns.tasks.tolist())),
        int(columns.censored.sum()),
        sum(run.ending == "open" for run in listed),
        bool(len(listed)) and not np.all(columns.weights == columns.weights[0]),
        {f"p{100 * p:g}": quantile(survival, p) for p in QUANTILES},
        caps,
        _recommended(columns, known, unit, loss, top),
        _notes(listed, columns),
    )


def _columns(runs: list[CappedRun]) -> _Columns:
    numbers: dict[str, int] = {}
    return _Columns(
        np.array([run.longest for run in runs], np.int64),
        np.array([run.ending == "success" for run in runs], np.bool_),
        np.array([run.ending in ("censored", "open") for run in runs], np.bool_),
        np.array([numbers.setdefault(run.task, len(numbers)) for run in runs], np.int64),
        np.array([run.weight for run in runs], np.float64),
    )


def _cap(cap: int, columns: _Columns, known: bool, steps_saved: int, tokens_saved: int | None) -> Cap:
    beyond = columns.longest > cap
    # A censored run that stopped at the cap or later went on to at least its own count.
    cut = int(beyond.sum())
    if not known:
        return Cap(cap, cut, None, None, None, None, steps_saved, tokens_saved)
    successes = columns.success
    observed = share_of(beyond[successes], columns.tasks[successes], columns.weights[successes])
    low, high = _worst(cap, columns)
    return Cap(
        cap,
        cut,
        int((beyond & successes).sum()),
        None if observed is None else observed.share,
        None if low is None or high is None else (low.share, high.share),
        None if low is None or high is None else (lower_limit(low, 0.975), upper_limit(high, 0.975)),
        steps_saved,
        tokens_saved,
    )


def _worst(cap: int, columns: _Columns) -> tuple[ShareOf | None, ShareOf | None]:
    """Shares if censored runs short of the cap had succeeded in time, and if all had succeeded too late."""
    beyond, success, censored = columns.longest > cap, columns.success, columns.censored
    short = censored & (columns.longest < cap)
    best = success | short
    worst = success | censored
    return (
        share_of((beyond & success)[best], columns.tasks[best], columns.weights[best]),
        share_of(((beyond & success) | censored)[worst], columns.tasks[worst], columns.weights[worst]),
    )


def _recommended(columns: _Columns, known: bool, unit: CapUnit, loss: float, top: int) -> Recommended:
    rule = "smallest cap whose one-sided 95 % upper limit of the worst case is within the accepted loss"
    needed = math.ceil(math.log(0.05) / math.log(1 - loss)) if 0 < loss < 1 else None
    if not known or not columns.success.any():
        why = "no success is recorded, so no cap can promise to keep them"
        return Recommended(None, loss, rule, needed, f"No cap is recommended: {why}.")
    for cap in range(1, top + 1):
        _, worst = _worst(cap, columns)
        if worst is not None and upper_limit(worst) <= loss:
            tasks = worst.tasks
            sentence = (
                f"An iteration cap of {cap} requests a {unit} cuts at most {loss:.1%} of successes "
                "with 95 % confidence "
                f"(worst case, {len(columns.longest):,} runs of {tasks:,} tasks)."
            )
            return Recommended(cap, loss, rule, needed, sentence)
    sentence = (
        f"No cap is recommended: with {len(columns.longest):,} runs of {len(set(columns.tasks.tolist())):,} tasks none "
        f"keeps the loss within {loss:.1%} at 95 % confidence; that takes at least {needed:,} independent tasks."
    )
    return Recommended(None, loss, rule, needed, sentence)


def _saved(runs: list[CappedRun], top: int) -> tuple[list[int], list[int] | None]:
    """Steps and prompt tokens beyond each cap from 0 to top, by one pass over the units."""
    beyond = np.zeros(top + 2, np.int64)
    tokens = np.zeros(top + 2, np.int64)
    any_tokens = False
    for run in runs:
        for count in run.units:
            beyond[:count] += 1
        for sizes in run.unit_tokens:
            for number, size in enumerate(sizes):
                if size is not None:
                    tokens[number] += size
                    any_tokens = True
    steps_saved = beyond[::-1].cumsum()[::-1]
    tokens_saved = tokens[::-1].cumsum()[::-1]
    return steps_saved.tolist(), tokens_saved.tolist() if any_tokens else None


def _notes(runs: list[CappedRun], columns: _Columns) -> tuple[str, ...]:
    notes: list[str] = []
    if len({run.cap for run in runs if run.cap is not None}) > 1:
        notes.append("runs were recorded under different caps: the bounds hold, the observed share does not")
    if len({run.model for run in runs if run.model}) > 1:
        notes.append("runs of several models are pooled")
    if columns.censored.any():
        notes.append("some runs were cut or are open: steps and tokens saved are at least what is shown")
    if not any(run.weight != 1 for run in runs):
        notes.append("unweighted: assumes that all runs were stored")
    return tuple(notes)
