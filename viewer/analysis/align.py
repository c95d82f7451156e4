"""Two runs side by side: their steps aligned by the calls they make, and the first place where they part."""

from dataclasses import dataclass
from typing import Any, Literal

from viewer.model.block import ToolUse
from viewer.model.hashes import canonical_json
from viewer.model.request import Request
from viewer.model.run import Run

Change = Literal["same", "arguments", "changed", "removed", "added"]


@dataclass(frozen=True)
class Call:
    """One tool_use of a step, comparable by name and canonical arguments."""

    name: str
    arguments: Any
    canonical: str
    block: int


@dataclass(frozen=True)
class Step:
    """A request with the calls it issued together."""

    k: int
    message_index: int
    calls: tuple[Call, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Tool names as a multiset: calls issued together have no order."""
        return tuple(sorted(call.name for call in self.calls))

    @property
    def exact(self) -> tuple[tuple[str, str], ...]:
        """Names with canonical arguments, as a multiset."""
        return tuple(sorted((call.name, call.canonical) for call in self.calls))


@dataclass(frozen=True)
class Pair:
    """A row of the alignment: a step of each run, or of one only."""

    left: Step | None
    right: Step | None
    change: Change


@dataclass(frozen=True)
class Alignment:
    """All rows in order, and the first that is not the same."""

    rows: tuple[Pair, ...]
    first_divergence: int | None
    """Row number from 0; None: the same calls with the same arguments throughout."""


def steps(run: Run) -> tuple[Step, ...]:
    """The steps of a run."""
    return tuple(_step(run, request) for request in run.requests)


def _step(run: Run, request: Request) -> Step:
    message = run.messages[request.message_index]
    calls = tuple(
        Call(block.name, block.input, canonical_json(block.input).decode(), number)
        for number, block in enumerate(message.blocks)
        if type(block) is ToolUse and block.executed_by != "provider"
    )
    return Step(request.k, request.message_index, calls)


def align(left: tuple[Step, ...], right: tuple[Step, ...]) -> Alignment:
    """Align by the longest common sequence of steps that call the same tools; equal arguments weigh more."""
    start = 0
    while start < min(len(left), len(right)) and left[start].exact == right[start].exact:
        start += 1
    end = 0
    while end < min(len(left), len(right)) - start and left[-1 - end].exact == right[-1 - end].exact:
        end += 1
    rows = [Pair(one, other, "same") for one, other in zip(left[:start], right[:start], strict=True)]
    rows += _between(left[start : len(left) - end], right[start : len(right) - end])
    rows += [
        Pair(one, other, "same") for one, other in zip(left[len(left) - end :], right[len(right) - end :], strict=True)
    ]
    parted = next((number for number, row in enumerate(rows) if row.change != "same"), None)
    return Alignment(tuple(rows), parted)


MOST_CELLS = 4_000_000
"""Beyond this many pairs of steps the middle is compared step by step, without a search for shifts."""


def _between(left: tuple[Step, ...], right: tuple[Step, ...]) -> list[Pair]:
    if len(left) * len(right) > MOST_CELLS:
        return [
            _row(left[number] if number < len(left) else None, right[number] if number < len(right) else None)
            for number in range(max(len(left), len(right)))
        ]
    best = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    left_names, right_names = [step.names for step in left], [step.names for step in right]
    left_exact, right_exact = [step.exact for step in left], [step.exact for step in right]
    for row in range(len(left) - 1, -1, -1):
        for column in range(len(right) - 1, -1, -1):
            score = max(best[row + 1][column], best[row][column + 1])
            if left_names[row] == right_names[column]:
                gain = 3 if left_exact[row] == right_exact[column] else 2
                score = max(score, gain + best[row + 1][column + 1])
            best[row][column] = score
    rows: list[Pair] = []
    row = column = 0
    while row < len(left) and column < len(right):
        matched = left_names[row] == right_names[column]
        gain = 3 if left_exact[row] == right_exact[column] else 2
        if matched and best[row][column] == gain + best[row + 1][column + 1]:
            rows.append(_row(left[row], right[column]))
            row, column = row + 1, column + 1
        elif best[row][column] == best[row + 1][column]:
            rows.append(Pair(left[row], None, "removed"))
            row += 1
        else:
            rows.append(Pair(None, right[column], "added"))
            column += 1
    rows += [Pair(step, None, "removed") for step in left[row:]]
    rows += [Pair(None, step, "added") for step in right[column:]]
    return _joined(rows)


def _row(left: Step | None, right: Step | None) -> Pair:
    if left is None:
        return Pair(None, right, "added")
    if right is None:
        return Pair(left, None, "removed")
    if left.exact == right.exact:
        return Pair(left, right, "same")
    return Pair(left, right, "arguments" if left.names == right.names else "changed")


def _joined(rows: list[Pair]) -> list[Pair]:
    """A removed step next to an added one is one changed step."""
    joined: list[Pair] = []
    number = 0
    while number < len(rows):
        run_of: list[Pair] = []
        while number < len(rows) and rows[number].change in ("removed", "added"):
            run_of.append(rows[number])
            number += 1
        removed = [row.left for row in run_of if row.left is not None]
        added = [row.right for row in run_of if row.right is not None]
        for place in range(max(len(removed), len(added))):
            joined.append(
                _row(removed[place] if place < len(removed) else None, added[place] if place < len(added) else None)
            )
        if number < len(rows):
            joined.append(rows[number])
            number += 1
    return joined


@dataclass(frozen=True)
class ArgumentChange:
    """One argument that differs between two calls of the same tool."""

    path: str
    before: Any
    after: Any


def argument_changes(before: Any, after: Any, path: str = "") -> tuple[ArgumentChange, ...]:
    """Paths at which two values differ, objects key by key and lists place by place."""
    if isinstance(before, dict) and isinstance(after, dict):
        keys = dict.fromkeys([*before, *after])
        return tuple(
            change
            for key in keys
            for change in argument_changes(before.get(key), after.get(key), f"{path}.{key}" if path else str(key))
        )
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return tuple(
            change
            for number, (one, other) in enumerate(zip(before, after, strict=True))
            for change in argument_changes(one, other, f"{path}[{number}]")
        )
    return () if before == after and type(before) is type(after) else (ArgumentChange(path, before, after),)
