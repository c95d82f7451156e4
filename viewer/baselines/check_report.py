"""Checks over many runs: each run's results, drift of the cases, and what is missing on either side."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viewer.analysis.run_path import RunPath
from viewer.baselines.cases import Case
from viewer.baselines.checked_run import CheckedRun

if TYPE_CHECKING:
    from viewer.baselines.drift_report import DriftReport


@dataclass(frozen=True)
class Unreadable:
    """A source that could not be checked; the others are."""

    source: str
    error: str


@dataclass(frozen=True)
class CheckReport:
    """All of it; `is_clean` is what the exit code says."""

    runs: tuple[CheckedRun, ...]
    unreadable: tuple[Unreadable, ...]
    drift: "DriftReport | None"
    """None: no baselines were given."""
    warnings: tuple[str, ...]

    @property
    def violations(self) -> int:
        """Broken rules of severity error."""
        return sum(len(run.violations) for run in self.runs)

    @property
    def is_clean(self) -> bool:
        """No invariant is broken, and drift is within its budget."""
        return not self.violations and (self.drift is None or self.drift.is_within_budget)


def check_report(
    runs: Iterable[CheckedRun],
    unreadable: Iterable[Unreadable],
    cases: Mapping[str, Case],
    baselines: Mapping[str, RunPath] | None,
    *,
    by: str = "names",
    severe_line: float = 0.5,
    allowed_severe: int = 0,
) -> CheckReport:
    """Put the checks of single runs together.

    Args:
        runs: checked.
        unreadable: sources that were not.
        cases: of the file of cases; empty without one.
        baselines: case -> accepted path; None: drift is not asked for.
        by: `names` or `arguments`.
        severe_line: ratio above which a case is severe.
        allowed_severe: how many may be.
    """
    kept = tuple(runs)
    warnings = [sentence for case in cases.values() for sentence in case.contradictions()]
    by_case: dict[str, list[CheckedRun]] = {}
    for run in kept:
        if run.case is not None and run.path is not None:
            by_case.setdefault(run.case, []).append(run)
    if cases:
        warnings += [f"case {case} has no run" for case in cases if case not in by_case]
        strays = [run for run in kept if run.case not in cases]
        warnings += [f"run {run.source}#{run.run_id} is of no case ({run.case or 'it names none'})" for run in strays]
    drift = None
    if baselines is not None:
        from viewer.baselines.drift_report import drift_report  # takes a while to import, and only drift needs it

        several = {case: found for case, found in by_case.items() if len(found) > 1}
        warnings += [
            f"case {case} has {len(found)} runs: drift is told of the last one read" for case, found in several.items()
        ]
        drift = drift_report(
            baselines,
            {case: (run.key, run.path) for case, found in by_case.items() if (run := found[-1]).path is not None},
            cases,
            by=by,
            severe_line=severe_line,
            allowed_severe=allowed_severe,
        )
    return CheckReport(kept, tuple(unreadable), drift, tuple(warnings))
