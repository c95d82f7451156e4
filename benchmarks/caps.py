"""The statistics of the cap against simulated runs whose truth is known: coverage of intervals, promises kept.

python benchmarks/caps.py --sets 2000
"""

import argparse
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent)]

import numpy as np  # noqa: E402  # after the path

from viewer.analysis.caps.cells import counted  # noqa: E402
from viewer.analysis.caps.incidence import incidence_share  # noqa: E402
from viewer.analysis.caps.intervals import lower_limits, share_of, upper_limits  # noqa: E402
from viewer.analysis.caps.periods import difference  # noqa: E402
from viewer.analysis.caps.table import cap_table  # noqa: E402
from viewer.analysis.caps.units import CappedRun  # noqa: E402

TASKS, TRIALS = 50, 4


def coverage(rng: np.random.Generator, sets: int) -> None:
    """How often the 95 % interval of a share holds the truth; trials of a task are alike."""
    for truth, spread in ((0.2, 2.0), (0.1, 1.0), (0.05, 1.0), (0.02, 1.0)):
        covered = 0
        for _ in range(sets):
            p = rng.beta(truth * spread, (1 - truth) * spread, TASKS)
            hits = (rng.random((TASKS, TRIALS)) < p[:, None]).ravel()
            found = share_of(hits, np.repeat(np.arange(TASKS), TRIALS), np.ones(TASKS * TRIALS))
            covered += lower_limits(found, 0.975)[0] <= truth <= upper_limits(found, 0.975)[0]
        print(f"share {truth:.0%}, {TASKS} tasks x {TRIALS} trials: interval holds it in {covered / sets:.1%} of sets")


def promises(rng: np.random.Generator, sets: int) -> None:
    """How often a recommended cap cuts more successes than it promised."""
    fresh = np.exp(rng.normal(2.3, 0.6, 400_000) + rng.normal(0, 0.3, 400_000))
    for loss, tasks, cut_at in ((0.05, 80, None), (0.05, 200, None), (0.02, 300, None), (0.05, 150, 60)):
        broken = recommended = 0
        for _ in range(sets):
            level = np.exp(rng.normal(2.3, 0.6, tasks))
            steps = np.maximum(1, np.round(level[:, None] * np.exp(rng.normal(0, 0.3, (tasks, TRIALS))))).astype(int)
            runs = [
                CappedRun(
                    f"{task}.{trial}", str(task),
                    "success" if cut_at is None or steps[task, trial] <= cut_at else "censored",
                    (int(steps[task, trial] if cut_at is None else min(steps[task, trial], cut_at)),),
                )
                for task in range(tasks) for trial in range(TRIALS)
            ]  # fmt: skip
            cap = cap_table(runs, "run", loss=loss).recommended.cap
            if cap is not None:
                recommended += 1
                broken += float((np.maximum(1, np.round(fresh)) > cap).mean()) > loss
        cut = f", cut at {cut_at}" if cut_at else ""
        print(
            f"loss {loss:.0%}, {tasks} tasks x {TRIALS}{cut}: a cap in {recommended / sets:.0%} of sets, "
            f"promise broken in {broken / sets:.1%}"
        )


def crashes(rng: np.random.Generator) -> None:
    """2 % a step crash, independently: the observed share, the bounds and Aalen–Johansen against the truth at 15."""
    n = 40_000
    steps = np.maximum(1, np.round(np.exp(rng.normal(2.2, 0.5, n)))).astype(int)
    success, crash = rng.random(n) < 0.6, rng.geometric(0.02, n)
    runs = [
        CappedRun(str(i), str(i), ("success" if success[i] else "failure") if steps[i] <= crash[i] else "censored",
                  (int(min(steps[i], crash[i])),))
        for i in range(n)
    ]  # fmt: skip
    row = cap_table(runs, "run").caps[14]
    found = incidence_share([counted(runs).cells], max(run.longest for run in runs))
    assert row.bounds is not None
    print(
        f"crashes, truth {float((steps[success] > 15).mean()):.1%}: observed {row.observed_share:.1%}, "
        f"bounds {row.bounds[0]:.1%} to {row.bounds[1]:.1%}, Aalen-Johansen {found.share[15]:.1%}"
    )


def differences(rng: np.random.Generator, sets: int) -> None:
    """How often the interval of a difference holds the truth, paired and not."""
    for name, shared in (("same tasks", True), ("different tasks", False)):
        covered = 0
        for _ in range(sets):
            levels = [rng.uniform(10, 60, 30)] * 2 if shared else [rng.uniform(10, 60, 30), rng.uniform(10, 60, 30)]
            first, second = (
                [
                    CappedRun(f"{task}", f"{'' if shared else place}{task}", "success",
                              (max(1, round(level + 2 * place + rng.normal(0, 3))),))
                    for task, level in enumerate(of) for _ in range(TRIALS)
                ]
                for place, of in enumerate(levels)
            )  # fmt: skip
            found = difference(first, second, ("a", "b"))
            assert found is not None
            covered += found.low <= 2.0 <= found.high
        print(f"two periods of {name}: the interval of the difference holds it in {covered / sets:.1%} of sets")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", type=int, default=2_000)
    sets = parser.parse_args().sets
    rng = np.random.default_rng(2026)
    coverage(rng, sets)
    promises(rng, max(1, sets // 4))
    crashes(rng)
    differences(rng, max(1, sets // 10))


if __name__ == "__main__":
    main()
