"""Trials of a task side by side."""

from itertools import combinations

import pytest

from viewer.analysis.caps.trials import by_task, pass_all
from viewer.analysis.caps.units import CappedRun


def _trials(task: str, outcomes: str) -> list[CappedRun]:
    endings = {"s": "success", "f": "failure", "u": "unknown", "c": "censored"}
    return [CappedRun(f"{task}{n}", task, endings[one], (2, n + 1)) for n, one in enumerate(outcomes)]


def test_a_task_counts_its_successes_and_keeps_its_trials_in_order() -> None:
    first, second = by_task([*_trials("a", "sfcu"), *_trials("b", "s")])
    assert (first.task, first.successes, first.judged, first.steps) == ("a", 1, 3, (3, 4, 5, 6))
    assert (second.task, len(second.trials)) == ("b", 1)


def test_pass_k_is_the_share_of_draws_of_k_trials_that_all_succeed() -> None:
    tasks = by_task([*_trials("a", "ssfs"), *_trials("b", "sfff")])
    for row in pass_all(tasks):
        shares = [
            sum(all(one == "s" for one in draw) for draw in combinations(word, row.k))
            / len(list(combinations(word, row.k)))
            for word in ("ssfs", "sfff")
        ]
        assert row.share == pytest.approx(sum(shares) / 2)
        assert row.tasks == 2


def test_without_an_outcome_there_is_no_pass_k() -> None:
    assert pass_all(by_task(_trials("a", "uu"))) == ()
    assert pass_all(()) == ()
