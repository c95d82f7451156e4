"""What a cap bounds: the steps of a turn or of a run, each with its ending, task and weight."""

from dataclasses import dataclass
from typing import Literal

from viewer.model.run import EndingKind, Run
from viewer.model.usage import prompt_tokens

CapUnit = Literal["turn", "run"]


@dataclass(frozen=True)
class CappedRun:
    """One run as a cap sees it."""

    key: str
    task: str
    """Trials of one task are not independent; a run without a task is a task of its own."""
    ending: EndingKind
    units: tuple[int, ...]
    """Steps of each turn, or of the whole run, in order."""
    unit_tokens: tuple[tuple[int | None, ...], ...] = ()
    """Prompt tokens of each request of each unit; empty: not looked up."""
    weight: float = 1.0
    """One over the sampling rate."""
    cap: float | None = None
    """The recorded cap, in the unit."""
    model: str | None = None

    @property
    def longest(self) -> int:
        """A run is cut when one of its units exceeds the cap."""
        return max(self.units)


def capped_run(run: Run, key: str, unit: CapUnit, weight: float = 1.0) -> CappedRun | None:
    """A run's units; None for a run without a request, which never started."""
    if not run.requests:
        return None
    grouped: dict[int, list[int | None]] = {}
    for request in run.requests:
        grouped.setdefault(request.turn if unit == "turn" else 0, []).append(prompt_tokens(request.usage))
    ending = run.ending
    return CappedRun(
        key,
        run.task or key,
        ending.kind,
        tuple(len(tokens) for tokens in grouped.values()),
        tuple(tuple(tokens) for tokens in grouped.values()),
        weight,
        ending.cap if ending.cut_by == "steps" else None,
        run.models[0] if run.models else None,
    )


def default_unit(turns: list[int]) -> CapUnit:
    """`turn` where runs hold more than one, else `run`."""
    return "turn" if any(count > 1 for count in turns) else "run"
