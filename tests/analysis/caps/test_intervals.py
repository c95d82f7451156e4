"""Shares with clustered trials: limits that hold what they promise."""

import numpy as np
import pytest
from scipy.stats import binomtest

from viewer.analysis.caps.intervals import lower_limits, share_of, upper_limits


def _independent(hits: int, n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return np.arange(n) < hits, np.arange(n), np.ones(n)


@pytest.mark.parametrize(("hits", "n"), [(0, 59), (1, 40), (7, 30), (30, 30)])
def test_with_one_trial_a_task_the_limits_are_clopper_and_pearsons(hits: int, n: int) -> None:
    share = share_of(*_independent(hits, n))
    low, high = binomtest(hits, n).proportion_ci(0.95, "exact")
    ours = lower_limits(share, 0.975)[0], upper_limits(share, 0.975)[0]
    # The linearised variance has n - 1 below it, which makes the interval a little wider, never narrower.
    assert ours[0] <= low + 1e-9
    assert ours[1] >= high - 1e-9
    assert ours[1] - high < 0.01


def test_59_tasks_without_a_cut_carry_a_promise_of_5_percent() -> None:
    enough, short = share_of(*_independent(0, 59)), share_of(*_independent(0, 58))
    assert upper_limits(enough)[0] <= 0.05 < upper_limits(short)[0]


def test_trials_of_one_task_that_always_agree_count_once() -> None:
    hits = np.repeat(np.arange(20) < 5, 4)
    share = share_of(hits, np.repeat(np.arange(20), 4), np.ones(80))
    # 80 runs weigh like 20 tasks, and a little less: 19 degrees of freedom instead of 79.
    assert 16 < share.effective[0] < 20


def test_none_cut_in_clusters_counts_each_cluster() -> None:
    share = share_of(np.zeros(80, bool), np.repeat(np.arange(20), 4), np.ones(80))
    assert share.effective[0] <= 20.5


def test_no_run_has_no_share() -> None:
    assert np.isnan(share_of(np.zeros(0, bool), np.zeros(0, int), np.zeros(0)).share[0])


def test_intervals_cover_the_truth_at_50_tasks_of_4_trials() -> None:
    rng = np.random.default_rng(11)
    covered = 0
    sets = 400
    for _ in range(sets):
        p = rng.beta(0.4, 1.6, 50)  # strongly alike within a task
        hits = (rng.random((50, 4)) < p[:, None]).ravel()
        share = share_of(hits, np.repeat(np.arange(50), 4), np.ones(200))
        low, high = lower_limits(share, 0.975)[0], upper_limits(share, 0.975)[0]
        covered += low <= 0.2 <= high
    assert covered / sets >= 0.93
