"""What an invariant says of a run: kept, broken with positions, or not evaluated with the reason."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import msgspec

from viewer.analysis.checks.finding import FindingPosition, Severity
from viewer.analysis.invariants.facts import CallFact, PathFacts

Result = Literal["pass", "violation", "not_evaluated"]


class CheckResult(msgspec.Struct, frozen=True):
    """One line of a check's report; the shape of `check --json`."""

    code: str
    severity: Severity
    result: Result
    positions: tuple[FindingPosition, ...] = ()
    text: str = ""
    reason: str | None = None
    """Why it was not evaluated."""


@dataclass(frozen=True)
class Invariant:
    """A code, what it demands, and the function that looks."""

    code: str
    severity: Severity
    meaning: str
    find: "Callable[[PathFacts, Invariant], Iterator[CheckResult]]"
    """Violations, or one `not_evaluated`; nothing: the run keeps it."""
    number: int | None = None
    """Of the seven published invariants, the one that it is."""

    def broken(self, calls: Iterable[CallFact], text: str) -> CheckResult:
        """A violation at these calls."""
        return self.broken_at(tuple([FindingPosition(*call.place, call.call_id) for call in calls]), text)

    def broken_at(self, positions: tuple[FindingPosition, ...], text: str) -> CheckResult:
        """A violation at these positions."""
        return CheckResult(self.code, self.severity, "violation", positions, text)

    def not_evaluated(self, reason: str) -> CheckResult:
        """It could not be asked of this run."""
        return _not_evaluated(self.code, self.severity, reason)


@lru_cache(maxsize=256)
def passed(code: str, severity: Severity) -> CheckResult:
    """The rule is kept; one object for all runs, so that many results cross a process border as one."""
    return CheckResult(code, severity, "pass")


@lru_cache(maxsize=1024)
def _not_evaluated(code: str, severity: Severity, reason: str) -> CheckResult:
    return CheckResult(code, severity, "not_evaluated", reason=reason)


def at(call: CallFact) -> str:
    """The position as a sentence writes it."""
    return f"[{call.place[0]}].{call.place[1]}"


def places(calls: Sequence[CallFact], most: int = 6) -> str:
    """Positions in a row."""
    told = ", ".join([at(call) for call in calls[:most]])
    return told + (f" and {len(calls) - most} more" if len(calls) > most else "")
