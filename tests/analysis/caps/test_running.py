"""Runs still going beyond a cap, counted again one by one."""

import numpy as np

from viewer.analysis.caps.cells import counted
from viewer.analysis.caps.running import still_running
from viewer.analysis.caps.units import CappedRun

ENDINGS = ("success", "failure", "unknown", "censored", "open")


def test_each_row_is_a_recount() -> None:
    rng = np.random.default_rng(1)
    runs = [CappedRun(str(n), str(n % 7), ENDINGS[rng.integers(0, 5)], (int(rng.integers(1, 20)),)) for n in range(99)]
    for row in still_running(counted(runs).cells, 19):
        beyond = [run for run in runs if run.longest > row.cap]
        assert row.running == len(beyond)
        assert row.succeeded == sum(run.ending == "success" for run in beyond)
        assert row.failed == sum(run.ending == "failure" for run in beyond)
        assert row.unknown == sum(run.ending == "unknown" for run in beyond)
        assert row.cut == sum(run.is_cut for run in beyond)


def test_later_success_is_told_by_bounds() -> None:
    runs = [CappedRun(str(n), str(n), ending, (9,)) for n, ending in enumerate(ENDINGS)]
    row = still_running(counted(runs).cells, 9)[5]
    assert row.later_success == (1 / 5, 4 / 5)
    assert still_running(counted(runs).cells, 9)[9].later_success is None
