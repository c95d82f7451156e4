"""The sums for all caps at once, against one cap at a time."""

import numpy as np
import pytest

from viewer.analysis.caps.cells import Cells, counted, sorted_cells
from viewer.analysis.caps.intervals import share_of
from viewer.analysis.caps.moments import cut_shares
from viewer.analysis.caps.units import CappedRun

ENDINGS = ("success", "failure", "unknown", "censored", "open")


def _runs(seed: int, n: int, tasks: int, weights: tuple[float, ...]) -> list[CappedRun]:
    rng = np.random.default_rng(seed)
    return [
        CappedRun(
            str(number),
            f"task-{rng.integers(0, tasks)}",
            ENDINGS[rng.integers(0, 5)],
            (int(rng.integers(1, 25)),),
            weight=float(rng.choice(weights)),
        )
        for number in range(n)
    ]


@pytest.mark.parametrize(("n", "tasks", "weights"), [(150, 20, (1.0,)), (150, 20, (1.0, 10.0)), (40, 400, (1.0, 3.0))])
def test_each_cap_is_what_its_own_runs_give(n: int, tasks: int, weights: tuple[float, ...]) -> None:
    runs = _runs(n, n, tasks, weights)
    top = max(run.longest for run in runs)
    found = cut_shares(counted(runs).cells, top)
    steps = np.array([run.longest for run in runs])
    success = np.array([run.ending == "success" for run in runs])
    cut = np.array([run.is_cut for run in runs])
    codes = {task: number for number, task in enumerate(sorted({run.task for run in runs}))}
    task = np.array([codes[run.task] for run in runs])
    weight = np.array([run.weight for run in runs])
    for cap in range(top + 1):
        beyond = success & (steps > cap)
        for ours, base, hits in (
            (found.observed, success, beyond),
            (found.low, success | (cut & (steps < cap)), beyond),
            (found.high, success | cut, beyond | cut),
        ):
            theirs = share_of(hits[base], task[base], weight[base])
            assert ours.share[cap] == pytest.approx(theirs.share[0], abs=1e-9)
            assert ours.effective[cap] == pytest.approx(theirs.effective[0], rel=1e-6)


def test_runs_that_are_tasks_of_their_own_need_no_cell_each() -> None:
    runs = _runs(5, 300, 10**9, (1.0, 2.0))
    one_each = counted(runs).cells
    cells: dict[tuple[int, int], list[float]] = {}
    for run in runs:
        kept = cells.setdefault((run.longest, ENDINGS.index(run.ending)), [0, 0.0, 0.0])
        for place, value in enumerate((1, run.weight, run.weight**2)):
            kept[place] += value
    steps, kinds = (np.array([key[place] for key in cells]) for place in (0, 1))
    sums = np.array(list(cells.values()))
    together: Cells = sorted_cells(
        steps, kinds, np.full(len(cells), -1), sums[:, 0].astype(int), sums[:, 1], sums[:, 2]
    )
    top = int(steps.max())
    for one, other in zip(
        (cut_shares(one_each, top).low, cut_shares(one_each, top).high),
        (cut_shares(together, top).low, cut_shares(together, top).high),
        strict=True,
    ):
        np.testing.assert_allclose(one.share, other.share)
        np.testing.assert_allclose(one.effective, other.effective)
        np.testing.assert_array_equal(one.tasks, other.tasks)


def test_steps_beyond_the_last_cap_count_as_beyond_it() -> None:
    runs = [CappedRun(str(n), "t", "success", (steps,)) for n, steps in enumerate((2, 3, 50))]
    assert cut_shares(counted(runs).cells, 3).observed.share.tolist() == pytest.approx([1, 1, 2 / 3, 1 / 3])
