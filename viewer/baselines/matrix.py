"""Checks of many runs as a matrix: cases or runs down, checks across, those whose path changed most first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from viewer.analysis.checks.finding import FindingPosition
from viewer.analysis.drift import Drift, drift
from viewer.analysis.evidence.unread_write import UNREAD_WRITE
from viewer.analysis.invariants.registry import INVARIANTS
from viewer.analysis.invariants.result import CheckResult, Result
from viewer.analysis.run_path import RunPath
from viewer.baselines.checked_run import CheckedRun

INVARIANT_CODES = (*(one.code for one in INVARIANTS), UNREAD_WRITE.code)
"""The columns that are always there; findings on how a run was recorded follow where any occurs."""
WORDS = {"error": "violation", "warning": "warning", "info": "noted"}
"""A broken rule by its severity."""


@dataclass(frozen=True)
class RunOfCase:
    """A run, and how far its path is from the accepted one."""

    checked: CheckedRun
    drift: Drift | None
    """None: its case has no accepted path."""


@dataclass(frozen=True)
class MatrixRow:
    """A case with its runs, or one run."""

    case: str | None
    """None: the run names none."""
    runs: tuple[RunOfCase, ...]
    """In the order of their start, as far as it is recorded."""

    @property
    def furthest(self) -> RunOfCase | None:
        """The run with the largest drift over names."""
        drifted = [one for one in self.runs if one.drift is not None]
        return max(drifted, key=_ratio) if drifted else None

    @property
    def max_drift(self) -> float | None:
        """Its ratio; None: no accepted path to compare with."""
        return None if self.furthest is None else _ratio(self.furthest)

    @property
    def violations(self) -> int:
        """Broken rules of severity error in all its runs."""
        return sum(len(one.checked.violations) for one in self.runs)


@dataclass(frozen=True)
class Cell:
    """What one check says of a row."""

    result: Result
    worst: tuple[CheckResult, ...]
    """Violations of the first run that has any; else one of its results."""
    broken: int
    """Runs with a violation."""
    evaluated: int
    """Runs in which the check could be asked."""
    runs: int

    @property
    def text(self) -> str:
        """As the matrix shows it."""
        if self.result == "violation":
            found = " ".join(_positions(self.worst))
            word = WORDS[self.worst[0].severity]
            many = f" in {self.broken:,} of {self.runs:,} runs" if self.runs > 1 else ""
            return f"{word}{many} {found}".rstrip()
        if self.result == "not_evaluated":
            return "not evaluated"
        return "pass" if self.evaluated == self.runs else f"pass ({self.evaluated:,} of {self.runs:,})"


def matrix(
    runs: Sequence[CheckedRun], baselines: Mapping[str, RunPath], *, by_case: bool, known: Mapping[str, Drift | None]
) -> tuple[MatrixRow, ...]:
    """The rows, the largest drift first, then those with most violations.

    Args:
        runs: checked.
        baselines: case -> accepted path.
        by_case: a row a case; runs that name none have rows of their own.
        known: key of a run -> its drift, where it was worked out before.
    """
    groups: dict[tuple[str, str | None], list[RunOfCase]] = {}
    for run in runs:
        change = known[run.key] if run.key in known else drift_of(run, baselines)
        key = ("", run.case) if by_case and run.case is not None else (f"{run.source}\0{run.run_id}", run.case)
        groups.setdefault(key, []).append(RunOfCase(run, change))
    rows = [MatrixRow(case, tuple(sorted(found, key=_start))) for (_, case), found in groups.items()]
    return tuple(sorted(rows, key=_order))


def drift_of(run: CheckedRun, baselines: Mapping[str, RunPath]) -> Drift | None:
    """How far a run is from the accepted path of its case; None: there is none."""
    accepted = None if run.case is None else baselines.get(run.case)
    return None if accepted is None or run.path is None else drift(accepted, run.path)


def cell(row: MatrixRow, code: str) -> Cell | None:
    """What a check says of a row; None: it has nothing to say (a finding that no run has)."""
    broken = evaluated = 0
    worst: tuple[CheckResult, ...] = ()
    kept: CheckResult | None = None
    for one in row.runs:
        of_code = [result for result in one.checked.results if result.code == code]
        violated = tuple(result for result in of_code if result.result == "violation")
        evaluated += any(result.result != "not_evaluated" for result in of_code)
        broken += bool(violated)
        if violated and (not worst or _is_worse(violated, worst)):
            worst = violated
        if of_code and (kept is None or of_code[0].result == "pass"):
            kept = of_code[0]
    if worst:
        return Cell("violation", worst, broken, evaluated, len(row.runs))
    return None if kept is None else Cell(kept.result, (kept,), 0, evaluated, len(row.runs))


def codes_of(rows: Sequence[MatrixRow]) -> tuple[str, ...]:
    """The columns: all invariants, then findings that occur, in the order of their first occurrence."""
    found = dict.fromkeys(INVARIANT_CODES)
    for row in rows:
        for run in row.runs:
            found |= dict.fromkeys(one.code for one in run.checked.results if one.result == "violation")
    return tuple(found)


def _is_worse(one: tuple[CheckResult, ...], other: tuple[CheckResult, ...]) -> bool:
    order = ("info", "warning", "error")
    return order.index(one[0].severity) > order.index(other[0].severity)


def _positions(results: tuple[CheckResult, ...], most: int = 4) -> list[str]:
    found = [position_text(place) for result in results for place in result.positions]
    return found[:most] + ([f"and {len(found) - most:,} more"] if len(found) > most else [])


def position_text(place: FindingPosition) -> str:
    """`[3].1`, `[3]`."""
    return f"[{place.message_index}]" + ("" if place.block is None else f".{place.block}")


def _ratio(one: RunOfCase) -> float:
    return 0.0 if one.drift is None else one.drift.names.ratio


def _start(one: RunOfCase) -> tuple[bool, str, str]:
    return one.checked.started_at is None, one.checked.started_at or "", one.checked.source


def _order(row: MatrixRow) -> tuple[float, int, str, str]:
    return (
        -1.0 if row.max_drift is None else -row.max_drift - 2.0,
        -row.violations,
        row.case or "",
        row.runs[0].checked.run_id,
    )
