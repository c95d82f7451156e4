"""Runs counted: one cell for all runs of one step count, ending and task, however many they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.caps.units import CappedRun

KINDS = ("success", "failure", "unknown", "censored", "open")
SUCCESS, FAILURE, UNKNOWN, CENSORED, OPEN = range(5)
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Cells:
    """Runs by the steps of their longest unit, in the order of tasks, then of `last_caps`, the highest first."""

    steps: Ints
    kind: NDArray[np.int8]
    """Index into KINDS."""
    task: Ints
    """A number for the task that all runs of the cell are trials of; -1: each of them is a task of its own."""
    runs: Ints
    weight: Floats
    """Sum over the runs of one over their sampling rate."""
    squares: Floats
    """Sum of the squares of those."""

    def where(self, chosen: Bools) -> "Cells":
        """Some of the cells."""
        return Cells(*(column[chosen] for column in self.columns()))

    def columns(self) -> tuple[NDArray[Any], ...]:
        """All columns, in order."""
        return self.steps, self.kind, self.task, self.runs, self.weight, self.squares

    @property
    def is_cut(self) -> Bools:
        """Cells of censored and open runs, whose steps are lower bounds."""
        return self.kind >= CENSORED


def last_caps(steps: Ints, kind: NDArray[Any]) -> Ints:
    """The highest cap at which a run counts: successes lie beyond caps below their steps, cut runs reach their own."""
    return np.where(kind == SUCCESS, steps - 1, steps)


@dataclass(frozen=True)
class Units:
    """Turns or runs by their own steps: what a quantile is of."""

    steps: Ints
    ended: Bools
    """False: cut, so that the steps are a lower bound."""
    units: Ints
    weight: Floats
    squares: Floats

    def where(self, chosen: Bools) -> "Units":
        """Some of the cells."""
        return Units(
            self.steps[chosen], self.ended[chosen], self.units[chosen], self.weight[chosen], self.squares[chosen]
        )

    def columns(self) -> tuple[NDArray[Any], ...]:
        """All columns, in order."""
        return self.steps, self.ended, self.units, self.weight, self.squares


@dataclass(frozen=True)
class TaskGroups:
    """Tasks of which whole groups share a number, since there are too many to tell apart."""

    tasks: int | None
    """How many there are; None: not counted yet."""
    most_trials: int | None
    """Runs of the task with the most."""


@dataclass(frozen=True)
class Pooled:
    """What a group mixes; each is named where there are several."""

    caps: tuple[float, ...] = ()
    """Recorded caps, in requests."""
    models: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    money: int = 0
    """Runs cut by money."""
    groups: TaskGroups | None = None
    """None: every task is told apart."""


@dataclass(frozen=True)
class Counts:
    """All that the table of a group is made of."""

    cells: Cells
    units: Units
    tokens: Ints | None
    """Prompt tokens of all requests at each place of their unit, from 0; None: not recorded anywhere."""
    pooled: Pooled


def sorted_cells(steps: Ints, kind: NDArray[Any], task: Ints, runs: Ints, weight: Floats, squares: Floats) -> Cells:
    """Cells in the order that the sums over tasks need."""
    order = np.lexsort((-last_caps(steps, kind), task))
    return Cells(
        steps[order], kind[order].astype(np.int8), task[order], runs[order], weight[order], squares[order]
    )  # fmt: skip


def counted(runs: Sequence[CappedRun]) -> Counts:
    """Runs as cells of one run each, and their units."""
    numbers: dict[str, int] = {}
    weights = np.array([run.weight for run in runs], np.float64)
    cells = sorted_cells(
        np.array([run.longest for run in runs], np.int64),
        np.array([KINDS.index(run.ending) for run in runs], np.int8),
        np.array([numbers.setdefault(run.task, len(numbers)) for run in runs], np.int64),
        np.ones(len(runs), np.int64),
        weights,
        weights * weights,
    )
    models = tuple(sorted({run.model for run in runs if run.model}))
    formats = tuple(sorted({run.format for run in runs if run.format}))
    caps = tuple(sorted({run.cap for run in runs if run.cap is not None}))
    money = sum(run.ending == "censored" and run.cut_by == "money" for run in runs)
    return Counts(cells, _units(runs), _tokens(runs), Pooled(caps, models, formats, money))


def _units(runs: Sequence[CappedRun]) -> Units:
    steps: list[int] = []
    ended: list[bool] = []
    weights: list[float] = []
    for run in runs:
        for number, count in enumerate(run.units, 1):
            steps.append(count)
            ended.append(number < len(run.units) or not run.is_cut)
            weights.append(run.weight)
    weight = np.array(weights, np.float64)
    return Units(
        np.array(steps, np.int64), np.array(ended, np.bool_), np.ones(len(steps), np.int64), weight, weight * weight
    )


def _tokens(runs: Sequence[CappedRun]) -> Ints | None:
    at: dict[int, int] = {}
    for run in runs:
        for sizes in run.unit_tokens:
            for place, size in enumerate(sizes):
                if size is not None:
                    at[place] = at.get(place, 0) + size
    if not at:
        return None
    made = np.zeros(max(at) + 1, np.int64)
    for place, size in at.items():
        made[place] = min(size, 2**62)
    return made
