"""What a check is: the codes that it can give, and the function that looks for them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from viewer.analysis.checks.finding import Finding, FindingPosition, Severity
from viewer.analysis.pairing import Pairing
from viewer.model.run import Run


@dataclass(frozen=True)
class Facts:
    """What all checks of one run share."""

    run: Run
    pairing: Pairing


@dataclass(frozen=True)
class Rule:
    """One code, and what it means: a row of the findings table."""

    code: str
    severity: Severity
    """The highest that the check gives; it says less where the run's format allows it."""
    meaning: str

    def broken(self, positions: tuple[FindingPosition, ...], text: str, severity: Severity | None = None) -> Finding:
        """The finding that this rule is broken."""
        return Finding(self.code, severity or self.severity, positions, text)


@dataclass(frozen=True)
class Check:
    """A question about a run, asked in one pass over it."""

    rules: tuple[Rule, ...]
    find: Callable[[Facts], Iterator[Finding]]
