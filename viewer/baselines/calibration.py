"""What repeated runs of the same cases with the same model say about their own noise: where thresholds come from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

from viewer.analysis.drift import drift
from viewer.analysis.run_path import RunPath
from viewer.baselines.drift_report import SEVERE

ENOUGH = 5
"""Runs of the set below which a worst case says little."""


@dataclass(frozen=True)
class Spread:
    """Smallest, median and largest of a count or ratio."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True)
class CaseNoise:
    """One case over the runs that have it."""

    case: str
    n: int
    calls: Spread
    requests: Spread
    to_baseline: Spread | None
    """Drift ratios to the accepted path; None: no baseline, or only the run that is the baseline."""
    between_runs: Spread | None
    """Drift ratios of all pairs of runs: the noise of the case; None: one run."""

    @property
    def noise_floor(self) -> float | None:
        """The largest drift seen between two runs with nothing changed."""
        return None if self.between_runs is None else self.between_runs.high

    @property
    def suggested_max_calls(self) -> int:
        """The most calls seen; a margin on top is the user's choice."""
        return int(self.calls.high)

    def sentence(self) -> str:
        """The noise in words, with its n."""
        if self.noise_floor is None:
            return "one run: no noise can be told"
        if self.noise_floor == 0:
            return f"0 seen in {self.n}, which is no proof of none"
        return f"up to {self.noise_floor:.2f} in {self.n} runs"


@dataclass(frozen=True)
class Calibration:
    """Thresholds, each with the n it rests on."""

    n: int
    """Runs of the set."""
    cases: tuple[CaseNoise, ...]
    severe_line: float
    severe_by_run: tuple[int, ...]
    """Severe cases of each run of the set, against the baselines."""
    warnings: tuple[str, ...]

    @property
    def allowed_severe(self) -> int:
        """The worst count seen, not one reasoned out."""
        return max(self.severe_by_run, default=0)


@dataclass(frozen=True)
class Baseline:
    """An accepted path, and the run it was taken from."""

    path: RunPath
    run_key: str | None = None


def calibrate(
    run_sets: Sequence[Mapping[str, tuple[str, RunPath]]],
    baselines: Mapping[str, Baseline],
    *,
    without_tools: frozenset[str] = frozenset(),
    severe_line: float = SEVERE,
) -> Calibration:
    """Measure the noise of N runs of the same cases.

    Args:
        run_sets: one for each run of the set: case -> key of its run, and its path.
        baselines: case -> accepted path.
        without_tools: cases that ask for no tool: their ratio is 0 or 1 only and counts for nothing.
        severe_line: the ratio above which a case counts as severe.
    """
    cases = list(dict.fromkeys(case for one in run_sets for case in one))
    noise = []
    severe = [0] * len(run_sets)
    warnings = []
    for case in cases:
        found = [(number, *one[case]) for number, one in enumerate(run_sets) if case in one]
        if len(found) < len(run_sets):
            warnings.append(f"case {case} is missing in {len(run_sets) - len(found)} of {len(run_sets)} runs")
        ratios = []
        baseline = baselines.get(case)
        for number, key, path in found:
            if baseline is None:
                continue
            if key == baseline.run_key:
                warnings.append(f"case {case}: run {number + 1} is the baseline itself, its drift of 0 is left out")
                continue
            ratio = drift(baseline.path, path).names.ratio
            ratios.append(ratio)
            severe[number] += ratio > severe_line and case not in without_tools
        pairs = [drift(one, other).names.ratio for (*_, one), (*_, other) in combinations(found, 2)]
        noise.append(
            CaseNoise(
                case,
                len(found),
                _spread([len(path.calls) for *_, path in found]),
                _spread([len(path.requests) for *_, path in found]),
                _spread(ratios) if ratios else None,
                _spread(pairs) if pairs else None,
            )
        )
    if len(run_sets) < ENOUGH:
        warnings.insert(0, f"{len(run_sets)} runs of the set: fewer than {ENOUGH}, the worst case seen says little")
    models = sorted({", ".join(path.models) or "not recorded" for one in run_sets for _, path in one.values()})
    if len(models) > 1:
        warnings.insert(0, f"the runs mix models ({'; '.join(models)}): what looks like noise may be the model")
    return Calibration(len(run_sets), tuple(noise), severe_line, tuple(severe), tuple(warnings))


def _spread(values: Sequence[float]) -> Spread:
    return Spread(min(values), median(values), max(values))
