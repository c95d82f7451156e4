"""Two periods: held to statsmodels, to brute force and to a known truth."""

import numpy as np
import pytest
from statsmodels.duration.survfunc import survdiff

from viewer.analysis.caps.periods import difference, logrank, permuted
from viewer.analysis.caps.units import CappedRun

RNG = np.random.default_rng(23)


@pytest.mark.parametrize("strata", [1, 6])
def test_the_log_rank_test_is_that_of_statsmodels(strata: int) -> None:
    steps = RNG.negative_binomial(3, 0.2, 400) + 1
    ended, second = RNG.random(400) < 0.8, RNG.random(400) < 0.5
    stratum = RNG.integers(0, strata, 400)
    ours = logrank(steps, ended, second, stratum)
    chi2, p = survdiff(steps, ended.astype(int), second.astype(int), strata=stratum if strata > 1 else None)
    assert ours.chi2 == pytest.approx(chi2)
    assert ours.p == pytest.approx(p)


def _runs(levels: np.ndarray, trials: int, name: str, rng: np.random.Generator, shift: float) -> list[CappedRun]:
    def steps(level: float) -> int:
        return max(1, round(level + shift + rng.normal(0, 2)))

    return [
        CappedRun(f"{name}{task}.{trial}", f"{name}{task}", "success", (steps(level),))
        for task, level in enumerate(levels)
        for trial in range(trials)
    ]


def test_the_same_tasks_are_paired_so_that_a_small_change_shows() -> None:
    rng = np.random.default_rng(4)
    levels = rng.uniform(10, 60, 40)
    found = difference(_runs(levels, 4, "t", rng, 0.0), _runs(levels, 4, "t", rng, 2.0), ("March", "April"))
    assert found is not None
    assert found.paired
    assert found.tasks == 40
    assert found.low < 2.0 < found.high
    assert found.low > 0
    assert found.sentence.startswith("April takes")
    assert "more than March (95 %:" in found.sentence


def test_different_tasks_are_permuted_whole() -> None:
    rng = np.random.default_rng(6)
    same = [_runs(rng.uniform(10, 60, 30), 4, name, rng, 0.0) for name in "ab"]
    found = difference(same[0], same[1], ("a", "b"))
    assert found is not None
    assert not found.paired
    assert found.low < 0 < found.high
    far = difference(same[0], _runs(rng.uniform(10, 60, 30), 4, "c", rng, 60.0), ("a", "c"))
    assert far is not None
    assert far.low > 20
    assert far.p < 0.01


def test_alike_trials_do_not_feign_a_difference() -> None:
    """Under no difference, whole tasks permuted call 5 % of sets different; the plain test far more."""
    rng = np.random.default_rng(8)
    plain = whole = 0
    sets = 60
    for _ in range(sets):
        levels = rng.uniform(5, 60, 20)
        steps = np.repeat(levels, 8).round().astype(int)
        task, ended = np.repeat(np.arange(20), 8), np.ones(160, bool)
        second = task >= 10
        plain += logrank(steps, ended, second, np.zeros(160, int)).p < 0.05
        whole += permuted(steps, ended, second, task) < 0.05
    assert plain / sets > 0.2
    assert whole / sets < 0.15


def test_cut_runs_and_tasks_that_only_one_group_holds_are_named() -> None:
    first = [CappedRun(f"a{n}", str(n), "censored", (5,)) for n in range(3)]
    second = [CappedRun(f"b{n}", str(n), "success", (n + 4,)) for n in range(1, 5)]
    found = difference(first, second, ("a", "b"))
    assert found is not None
    assert any("lower bounds" in note for note in found.notes)
    assert any("3 runs of tasks that only one" in note for note in found.notes)


def test_an_empty_group_has_no_difference() -> None:
    assert difference([], [CappedRun("a", "a", "success", (1,))], ("a", "b")) is None
