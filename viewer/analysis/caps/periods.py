"""Did step counts change between two periods or versions? The effect with its interval, then the log-rank test."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import chdtrc, stdtr, stdtrit

from viewer.analysis.caps.cells import Bools, Floats, Ints, Units, counted
from viewer.analysis.caps.quantiles import curve
from viewer.analysis.caps.units import CappedRun

PERMUTATIONS = 9_999
_MOST_PARTS = 200
"""Tasks left out one at a time up to so many; of more, so many groups of them."""


@dataclass(frozen=True)
class LogRank:
    """Observed less expected endings of the second group; more means that it ends sooner."""

    observed: float
    expected: float
    chi2: float
    p: float


@dataclass(frozen=True)
class Difference:
    """How many steps more the second group takes."""

    effect: float
    low: float
    """95 %."""
    high: float
    tasks: int
    """Those that both groups hold, if paired; else all."""
    paired: bool
    p: float
    method: str
    sentence: str
    notes: tuple[str, ...]


def logrank(steps: Ints, ended: Bools, second: Bools, stratum: Ints) -> LogRank:
    """Log-rank test of two groups, stratified.

    Args:
        ended: whether a unit ended by itself.
        second: whether it belongs to the second group.
        stratum: a number for its stratum, from 0.
    """
    width = int(steps.max()) + 1
    place = stratum * width + steps
    size = (int(stratum.max()) + 1) * width
    shape = (-1, width)
    n = np.bincount(place, minlength=size).reshape(shape)[:, ::-1].cumsum(1)[:, ::-1]
    n_second = np.bincount(place[second], minlength=size).reshape(shape)[:, ::-1].cumsum(1)[:, ::-1]
    d = np.bincount(place[ended], minlength=size).reshape(shape)
    expected = np.divide(d * n_second, n, out=np.zeros(n.shape), where=n > 0)
    spread = np.divide(
        d * n_second * (n - n_second) * (n - d), n.astype(float) ** 2 * (n - 1), out=np.zeros(n.shape), where=n > 1
    )
    observed = float((ended & second).sum())
    difference, variance = observed - float(expected.sum()), float(spread.sum())
    chi2 = difference**2 / variance if variance > 0 else 0.0
    return LogRank(observed, float(expected.sum()), chi2, float(chdtrc(1, chi2)))


def permuted(steps: Ints, ended: Bools, second: Bools, task: Ints, seed: int = 0) -> float:
    """The p-value of the log-rank difference when whole tasks change their group at random."""
    width = int(steps.max()) + 1
    n = np.bincount(steps, minlength=width)[::-1].cumsum()[::-1]
    hazard = np.cumsum(np.divide(np.bincount(steps[ended], minlength=width), n, out=np.zeros(width), where=n > 0))
    # Observed less expected is a sum of residuals, so a task carries the sum of its own wherever it goes.
    residual = np.bincount(task, ended - hazard[steps])
    groups = np.bincount(task, second) > 0
    rng = np.random.default_rng(seed)
    seen = abs(float(residual[groups].sum()))
    orders = rng.permuted(np.tile(groups, (PERMUTATIONS, 1)), axis=1)
    return float((1 + (np.abs(orders @ residual) >= seen - 1e-9).sum()) / (1 + PERMUTATIONS))


def difference(first: Sequence[CappedRun], second: Sequence[CappedRun], names: tuple[str, str]) -> Difference | None:
    """Compare the step counts of two groups; None where one of them is empty.

    Args:
        names: what the two groups are called in the sentence.
    """
    if not first or not second:
        return None
    shared = {run.task for run in first} & {run.task for run in second}
    if len(shared) >= 2:
        return _paired([run for run in first if run.task in shared], [run for run in second if run.task in shared],
                       len(first) + len(second), names)  # fmt: skip
    return _apart(first, second, names)


@dataclass(frozen=True)
class _Long:
    """Units of both groups, one after another."""

    steps: Ints
    ended: Bools
    second: Bools
    task: Ints
    weight: Floats


def _long(first: Sequence[CappedRun], second: Sequence[CappedRun]) -> _Long:
    numbers: dict[str, int] = {}
    runs = [*first, *second]
    units = counted(runs).units
    of_run = np.repeat(np.arange(len(runs)), [len(run.units) for run in runs])
    task = np.array([numbers.setdefault(run.task, len(numbers)) for run in runs], np.int64)
    return _Long(units.steps, units.ended, of_run >= len(first), task[of_run], units.weight)


def _paired(first: Sequence[CappedRun], second: Sequence[CappedRun], of: int, names: tuple[str, str]) -> Difference:
    both = _long(first, second)
    means = []
    for group in (~both.second, both.second):
        weight = np.bincount(both.task[group], both.weight[group])
        means.append(np.bincount(both.task[group], both.weight[group] * both.steps[group]) / weight)
    change = means[1] - means[0]
    tasks = len(change)
    error = float(change.std(ddof=1)) / np.sqrt(tasks)
    reach = float(stdtrit(tasks - 1, 0.975)) * error
    effect = float(change.mean())
    p = float(2 * stdtr(tasks - 1, -abs(effect) / error)) if error > 0 else (1.0 if effect == 0 else 0.0)
    rank = logrank(both.steps, both.ended, both.second, both.task)
    notes = _notes(both)
    if (left := of - len(first) - len(second)) > 0:
        notes = (f"{left:,} runs of tasks that only one of the two holds are left out", *notes)
    method = f"paired over {tasks:,} tasks; log-rank stratified by task p = {rank.p:.2g}"
    return _said(effect, effect - reach, effect + reach, tasks, True, p, method, names, notes)


def _apart(first: Sequence[CappedRun], second: Sequence[CappedRun], names: tuple[str, str]) -> Difference:
    both = _long(first, second)
    until = int(min(both.steps[~both.second].max(), both.steps[both.second].max()))
    effect, variance = 0.0, 0.0
    for sign, group in ((-1.0, ~both.second), (1.0, both.second)):
        mean, error = _restricted(both, group, until)
        effect += sign * mean
        variance += error**2
    reach = 1.96 * float(np.sqrt(variance))
    p = permuted(both.steps, both.ended, both.second, both.task)
    tasks = int(both.task.max()) + 1
    method = f"mean steps up to {until:,}, tasks left out in turn; log-rank with whole tasks permuted p = {p:.2g}"
    return _said(effect, effect - reach, effect + reach, tasks, False, p, method, names, _notes(both))


def _restricted(both: _Long, group: Bools, until: int) -> tuple[float, float]:
    """Mean steps up to `until` by Kaplan–Meier, and its jackknife error over tasks."""
    _, task = np.unique(both.task[group], return_inverse=True)
    part = task % _MOST_PARTS
    parts = int(part.max()) + 1
    steps, ended, weight = both.steps[group], both.ended[group], both.weight[group]

    def mean(kept: Bools) -> float:
        units = Units(steps[kept], ended[kept], np.ones(int(kept.sum()), np.int64), weight[kept], weight[kept] ** 2)
        found = curve(units)
        going = np.ones(until)
        for at, left in zip(found.steps, found.survival, strict=True):
            going[int(at) :] = left
        return float(going.sum())

    whole = mean(np.ones(len(steps), np.bool_))
    if parts < 2:
        return whole, float("nan")
    left_out = np.array([mean(part != one) for one in range(parts)])
    return whole, float(np.sqrt((parts - 1) / parts * ((left_out - left_out.mean()) ** 2).sum()))


def _notes(both: _Long) -> tuple[str, ...]:
    cut = int((~both.ended).sum())
    return (f"{cut:,} units were cut or are open: their steps are lower bounds",) if cut else ()


def _said(
    effect: float, low: float, high: float, tasks: int, paired: bool, p: float, method: str,
    names: tuple[str, str], notes: tuple[str, ...],
) -> Difference:  # fmt: skip
    words = f"{abs(effect):,.2f} steps {'more' if effect >= 0 else 'fewer'}"
    sentence = f"{names[1]} takes {words} than {names[0]} (95 %: {low:+,.2f} to {high:+,.2f}; {method})."
    return Difference(effect, low, high, tasks, paired, p, method, sentence, notes)
