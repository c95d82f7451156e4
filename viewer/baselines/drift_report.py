"""Drift of many cases against their baselines, the largest first; judged in aggregate, never by one case."""

from collections.abc import Mapping
from dataclasses import dataclass

from viewer.analysis.drift import Drift, drift
from viewer.analysis.run_path import RunPath
from viewer.baselines.cases import Case

SEVERE = 0.5
"""A drift ratio above it is counted as severe; the user may set another."""


@dataclass(frozen=True)
class CaseDrift:
    """One case and one run of it."""

    case: str
    run_key: str | None
    drift: Drift | None
    reason: str | None
    """Why there is no drift: no baseline, no run."""
    asks_for_no_tool: bool = False

    def ratio(self, by: str) -> float | None:
        """The ratio over `names` or over names with `arguments`."""
        if self.drift is None:
            return None
        if by == "arguments":
            return None if self.drift.arguments is None else self.drift.arguments.ratio
        return self.drift.names.ratio


@dataclass(frozen=True)
class DriftReport:
    """All cases, and how many are severe."""

    cases: tuple[CaseDrift, ...]
    """Largest ratio first, then those without one."""
    by: str
    severe_line: float
    allowed_severe: int

    @property
    def severe(self) -> tuple[CaseDrift, ...]:
        """Cases beyond the line; those that ask for no tool are left out, since their ratio is 0 or 1 only."""
        return tuple(
            one
            for one in self.cases
            if not one.asks_for_no_tool and (ratio := one.ratio(self.by)) is not None and ratio > self.severe_line
        )

    @property
    def is_within_budget(self) -> bool:
        """No more severe cases than allowed."""
        return len(self.severe) <= self.allowed_severe

    @property
    def largest(self) -> CaseDrift | None:
        """The case that went furthest, which a median would hide."""
        return next((one for one in self.cases if one.ratio(self.by) is not None and not one.asks_for_no_tool), None)

    def sentence(self) -> str:
        """What the report says in a line."""
        measured = [one for one in self.cases if one.drift is not None]
        if not measured:
            return "no case has both a baseline and a run"
        if self.largest is None:
            return f"{len(measured)} cases, none of which calls tools: no drift to speak of"
        ratio = self.largest.ratio(self.by) or 0.0
        return (
            f"{len(self.severe)} of {len(measured)} cases changed by more than {self.severe_line:g} "
            f"({self.allowed_severe} allowed); most: {self.largest.case} with {ratio:.2f}, by {self.by}"
        )


def drift_report(
    baselines: Mapping[str, RunPath],
    runs: Mapping[str, tuple[str, RunPath]],
    cases: Mapping[str, Case],
    *,
    by: str = "names",
    severe_line: float = SEVERE,
    allowed_severe: int = 0,
) -> DriftReport:
    """Compare each case's run with its baseline.

    Args:
        baselines: case -> accepted path.
        runs: case -> key of its run, and its path.
        cases: what is known of the cases; cases without a run and runs without a case are listed too.
        by: `names` or `arguments`: which ratio counts.
        severe_line: ratio above which a case is severe.
        allowed_severe: how many may be, from `calibration`.
    """
    found = []
    for case in dict.fromkeys([*cases, *runs, *baselines]):
        asks_for_no_tool = case in cases and cases[case].asks_for_no_tool
        key, path = runs.get(case, (None, None))
        if path is None:
            found.append(CaseDrift(case, None, None, "no run of this case", asks_for_no_tool))
        elif case not in baselines:
            found.append(CaseDrift(case, key, None, "no baseline: accept one", asks_for_no_tool))
        else:
            found.append(CaseDrift(case, key, drift(baselines[case], path), None, asks_for_no_tool))
    order = sorted(found, key=lambda one: -1.0 if (ratio := one.ratio(by)) is None else ratio, reverse=True)
    return DriftReport(tuple(order), by, severe_line, allowed_severe)
