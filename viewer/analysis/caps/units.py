"""What a cap bounds: the steps of a turn or of a run, each with its ending, task and weight."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from viewer.model.run import EndingKind

CapUnit = Literal["turn", "run"]


@dataclass(frozen=True)
class CappedRun:
    """One run as a cap sees it."""

    key: str
    task: str
    """Trials of one task are not independent; a run without a task is a task of its own."""
    ending: EndingKind
    units: tuple[int, ...]
    """Steps of each turn, or of the whole run, in order; never empty: a run without a request never started."""
    unit_tokens: tuple[tuple[int | None, ...], ...] = ()
    """Prompt tokens of each request of each unit; empty: not looked up."""
    weight: float = 1.0
    """One over the sampling rate."""
    cap: float | None = None
    """The recorded cap, in requests."""
    model: str | None = None
    format: str | None = None
    """The harness that wrote the record."""
    cut_by: str | None = None
    """What cut it: steps, money, time, tokens, crash, abort."""
    dollars: float | None = None
    """What the whole run cost, as recorded."""

    @property
    def longest(self) -> int:
        """A run is cut when one of its units exceeds the cap."""
        return max(self.units)

    @property
    def is_cut(self) -> bool:
        """Whether its last count is a lower bound."""
        return self.ending in ("censored", "open")


def default_unit(turns: Iterable[int]) -> CapUnit:
    """`turn` where runs hold more than one, else `run`."""
    return "turn" if any(count > 1 for count in turns) else "run"
