"""The table of caps against a recount by brute force, and a recommendation that keeps its promise."""

import numpy as np
import pytest

from viewer.analysis.caps.table import cap_table
from viewer.analysis.caps.units import CappedRun

RNG = np.random.default_rng(3)
ENDINGS = ("success", "failure", "censored", "open")


def _runs(n: int) -> list[CappedRun]:
    made = []
    for number in range(n):
        units = tuple(int(count) for count in RNG.integers(1, 30, RNG.integers(1, 4)))
        tokens = tuple(tuple(100 * (place + 1) for place in range(count)) for count in units)
        ending = ENDINGS[RNG.integers(0, 4)]
        made.append(CappedRun(str(number), f"task-{number % 17}", ending, units, tokens))
    return made


def test_each_row_is_what_a_recount_gives() -> None:
    runs = _runs(200)
    table = cap_table(runs, "turn")
    assert [row.cap for row in table.caps] == list(range(1, max(run.longest for run in runs) + 1))
    for row in table.caps:
        k = row.cap
        successes = [run for run in runs if run.ending == "success"]
        a = sum(run.longest <= k for run in successes)
        b = sum(run.longest > k for run in successes)
        cut_short = [run for run in runs if run.ending in ("censored", "open")]
        c0 = sum(run.longest < k for run in cut_short)
        c1 = sum(run.longest >= k for run in cut_short)
        assert row.runs_cut == sum(run.longest > k for run in runs)
        assert row.successes_cut == b
        assert row.observed_share == pytest.approx(b / (a + b))
        assert row.bounds == pytest.approx((b / (a + b + c0), (b + c0 + c1) / (a + b + c0 + c1)))
        assert row.steps_saved == sum(max(0, count - k) for run in runs for count in run.units)
        assert row.input_tokens_saved == sum(
            sum(sizes[k:]) for run in runs for sizes in run.unit_tokens for sizes in [list(sizes)]
        )
        assert row.interval is not None
        assert row.interval[0] <= row.bounds[0] <= row.bounds[1] <= row.interval[1]


def test_without_an_outcome_no_success_is_counted_and_nothing_is_recommended() -> None:
    table = cap_table([CappedRun(str(n), str(n), "unknown", (n + 1,)) for n in range(9)], "run")
    assert table.caps[0].successes_cut is None
    assert table.recommended.cap is None
    assert "no success is recorded" in table.recommended.sentence


def test_few_tasks_recommend_nothing_and_say_how_many_it_takes() -> None:
    runs = [CappedRun(str(n), str(n), "success", (4,)) for n in range(20)]
    found = cap_table(runs, "run", loss=0.05).recommended
    assert (found.cap, found.needed_tasks) == (None, 59)
    assert "59 independent tasks" in found.sentence


def test_enough_tasks_recommend_the_smallest_cap_within_the_loss() -> None:
    runs = [CappedRun(str(n), str(n), "success", (4 if n else 9,)) for n in range(400)]
    table = cap_table(runs, "run", loss=0.02)
    assert table.recommended.cap == 4
    assert "4 requests a run" in table.recommended.sentence


def test_runs_under_different_caps_and_models_are_not_pooled_in_silence() -> None:
    runs = [
        CappedRun("a", "a", "censored", (20,), cap=20, model="one"),
        CappedRun("b", "b", "censored", (40,), cap=40, model="two"),
    ]
    notes = cap_table(runs, "run").notes
    assert any("different caps" in note for note in notes)
    assert any("several models" in note for note in notes)


def test_an_empty_group_has_no_rows() -> None:
    table = cap_table([], "run")
    assert (table.n, table.caps, table.recommended.cap) == (0, (), None)


def test_a_recommended_cap_breaks_its_promise_in_at_most_5_percent_of_sets() -> None:
    rng = np.random.default_rng(5)
    broken = recommended = 0
    loss = 0.05
    for _ in range(300):
        level = np.exp(rng.normal(2.3, 0.6, 80))
        steps = np.maximum(1, np.round(level[:, None] * np.exp(rng.normal(0, 0.3, (80, 4))))).astype(int)
        runs = [
            CappedRun(f"{task}.{trial}", str(task), "success", (int(steps[task, trial]),))
            for task in range(80)
            for trial in range(4)
        ]
        cap = cap_table(runs, "run", loss=loss).recommended.cap
        if cap is None:
            continue
        recommended += 1
        fresh = np.exp(rng.normal(2.3, 0.6, 20_000) + rng.normal(0, 0.3, 20_000))
        broken += float((np.round(fresh) > cap).mean()) > loss
    assert recommended > 100
    assert broken / 300 <= 0.05
