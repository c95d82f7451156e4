"""How far a run's path is from an accepted one. It says what changed, never whether that is good or bad."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rapidfuzz.distance import Levenshtein

from viewer.analysis.align import Alignment, align
from viewer.analysis.run_path import RunPath


@dataclass(frozen=True)
class Distance:
    """Edit distance of two sequences."""

    edits: int
    """Insertions, deletions and replacements of one by another."""
    before: int
    """Length of the baseline's sequence."""
    after: int

    @property
    def ratio(self) -> float:
        """Edits over the longer length: 0 = identical (two empty ones too), 1 = nothing in common."""
        return self.edits / max(self.before, self.after, 1)


@dataclass(frozen=True)
class Drift:
    """Every measure, since one alone hides: a ratio depends on the length, names say nothing of arguments."""

    names: Distance
    """Over the tool names in order: what other tools report as drift."""
    arguments: Distance | None
    """Over names with normalised arguments; None: not comparable, `arguments_reason` says why."""
    arguments_reason: str | None
    requests: Distance
    """Over the multiset of tool names of each request: the order within parallel calls says nothing."""
    stop_reasons: Distance
    calls: tuple[int, int]
    """Baseline's, this run's."""
    steps: tuple[int, int]
    prompt_tokens: tuple[int | None, int | None]
    """Summed over the requests that record them; None where none does."""
    output_tokens: tuple[int | None, int | None]
    asked_differently: tuple[str, ...]
    """What the two runs were asked with that differs: model, system prompt, tools; or is not stored."""

    @property
    def is_none(self) -> bool:
        """Same calls, same arguments, same stop reasons."""
        argued = self.names if self.arguments is None else self.arguments
        return argued.edits == 0 and self.requests.edits == 0 and self.stop_reasons.edits == 0


def drift(baseline: RunPath, current: RunPath) -> Drift:
    """The drift of `current` from `baseline`."""
    before, after = baseline.calls, current.calls
    comparable = len({call.keyed for call in (*before, *after)}) < 2
    return Drift(
        _distance([call.name for call in before], [call.name for call in after]),
        _distance([(call.name, call.digest) for call in before], [(call.name, call.digest) for call in after])
        if comparable
        else None,
        None if comparable else "one of the runs holds keyed digests only, the other its arguments",
        _distance(_tools(baseline), _tools(current)),
        _distance(
            [request.stop_reason or "not recorded" for request in baseline.requests],
            [request.stop_reason or "not recorded" for request in current.requests],
        ),
        (len(before), len(after)),
        (len(baseline.requests), len(current.requests)),
        (_sum(baseline, "prompt_tokens"), _sum(current, "prompt_tokens")),
        (_sum(baseline, "output_tokens"), _sum(current, "output_tokens")),
        tuple(_asked_differently(baseline, current)),
    )


def path_alignment(baseline: RunPath, current: RunPath) -> Alignment:
    """The two paths side by side, step by step."""
    return align(baseline.steps(), current.steps())


def _distance(before: Sequence[Any], after: Sequence[Any]) -> Distance:
    return Distance(Levenshtein.distance(before, after), len(before), len(after))


def _tools(path: RunPath) -> list[tuple[str, ...]]:
    """Of each request the tools it asked for together, which have no order."""
    return [tuple(sorted(call.name for call in request.calls)) for request in path.requests]


def _sum(path: RunPath, name: str) -> int | None:
    known = [count for request in path.requests if (count := getattr(request, name)) is not None]
    return sum(known) if known else None


def _asked_differently(baseline: RunPath, current: RunPath) -> list[str]:
    found = []
    if set(baseline.models) != set(current.models):
        found.append(f"model: {_named(baseline.models)} before, {_named(current.models)} now")
    for what, before, after in (
        ("system prompt", baseline.system_hash, current.system_hash),
        ("tools", baseline.tools_hash, current.tools_hash),
    ):
        if before is None or after is None:
            if before is not after:
                found.append(f"{what}: stored in one of the runs only")
        elif before != after:
            found.append(f"{what}: changed")
    return found


def _named(models: tuple[str, ...]) -> str:
    return ", ".join(models) or "not recorded"
