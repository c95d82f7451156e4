"""Several trials of one task side by side: successes of n, steps, and pass^k."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

from viewer.analysis.caps.units import CappedRun


@dataclass(frozen=True)
class TaskTrials:
    """All trials of one task."""

    task: str
    trials: tuple[CappedRun, ...]
    successes: int
    judged: int
    """Trials whose outcome counts: successes, failures, and cut ones, which did not succeed."""

    @property
    def steps(self) -> tuple[int, ...]:
        """Steps of each trial, all its turns together."""
        return tuple(sum(run.units) for run in self.trials)


@dataclass(frozen=True)
class PassAll:
    """pass^k: the chance that k trials of a task all succeed, averaged over the tasks with at least k trials."""

    k: int
    share: float
    tasks: int


def by_task(runs: Iterable[CappedRun]) -> tuple[TaskTrials, ...]:
    """The tasks in the order of their first trial."""
    found: dict[str, list[CappedRun]] = {}
    for run in runs:
        found.setdefault(run.task, []).append(run)
    return tuple(
        TaskTrials(
            task,
            tuple(trials),
            sum(run.ending == "success" for run in trials),
            sum(run.ending in ("success", "failure", "censored") for run in trials),
        )
        for task, trials in found.items()
    )


def pass_all(tasks: Iterable[TaskTrials], most: int = 8) -> tuple[PassAll, ...]:
    """pass^1, pass^2 … as far as a task has so many judged trials; nothing where no outcome is recorded."""
    judged = [task for task in tasks if task.judged]
    if not any(run.ending in ("success", "failure") for task in judged for run in task.trials):
        return ()
    made = []
    for k in range(1, min(most, max(task.judged for task in judged)) + 1):
        shares = [comb(task.successes, k) / comb(task.judged, k) for task in judged if task.judged >= k]
        made.append(PassAll(k, sum(shares) / len(shares), len(shares)))
    return tuple(made)
