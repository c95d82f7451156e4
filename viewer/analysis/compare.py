"""Two runs compared: request fields first, then step by step, with arguments and tokens side by side."""

from dataclasses import dataclass
from typing import Any

from viewer.analysis.align import Alignment, Change, Step, align, argument_changes, steps
from viewer.analysis.requests import FIELD_NAMES, FieldName
from viewer.model.position import Position
from viewer.model.request import Field
from viewer.model.run import Run
from viewer.model.usage import prompt_tokens


@dataclass(frozen=True)
class FieldDifference:
    """System prompt, tools or parameters that differ, or that one file does not hold."""

    name: FieldName
    left: Field
    right: Field


@dataclass(frozen=True)
class CallDifference:
    """An argument of a call that differs."""

    tool: str
    path: str
    before: Any
    after: Any


@dataclass(frozen=True)
class Row:
    """One aligned step."""

    change: Change
    left: Step | None
    right: Step | None
    left_tokens: int | None
    right_tokens: int | None
    """Prompt tokens as recorded; None: not recorded, or no step."""
    left_stop: str | None
    right_stop: str | None
    arguments: tuple[CallDifference, ...]


@dataclass(frozen=True)
class Comparison:
    """All that differs; "changed", never "worse"."""

    fields: tuple[FieldDifference, ...]
    rows: tuple[Row, ...]
    first_divergence: int | None
    """Row number from 0."""
    sentence: str


def compare(left: Run, right: Run) -> Comparison:
    """Compare two runs."""
    alignment = align(steps(left), steps(right))
    fields = tuple(
        FieldDifference(name, getattr(left.request_fields[0], name), getattr(right.request_fields[0], name))
        for name in FIELD_NAMES
        if getattr(left.request_fields[0], name) != getattr(right.request_fields[0], name)
    )
    rows = tuple(_row(left, right, pair.left, pair.right, pair.change) for pair in alignment.rows)
    return Comparison(fields, rows, alignment.first_divergence, _sentence(alignment))


def _row(left: Run, right: Run, one: Step | None, other: Step | None, change: Change) -> Row:
    return Row(
        change,
        one,
        other,
        _tokens(left, one),
        _tokens(right, other),
        _stop(left, one),
        _stop(right, other),
        _argument_differences(one, other) if one is not None and other is not None and change == "arguments" else (),
    )


def _tokens(run: Run, step: Step | None) -> int | None:
    return None if step is None else prompt_tokens(run.requests[step.k - 1].usage)


def _stop(run: Run, step: Step | None) -> str | None:
    return None if step is None else run.requests[step.k - 1].stop_reason


def _argument_differences(left: Step, right: Step) -> tuple[CallDifference, ...]:
    """Calls of the same tool in their order; those with equal arguments are paired first."""
    equal = {call.canonical for call in left.calls} & {call.canonical for call in right.calls}
    found: list[CallDifference] = []
    for name in dict.fromkeys(call.name for call in left.calls):
        before = [call for call in left.calls if call.name == name and call.canonical not in equal]
        after = [call for call in right.calls if call.name == name and call.canonical not in equal]
        for one, other in zip(before, after, strict=False):
            found.extend(
                CallDifference(name, change.path, change.before, change.after)
                for change in argument_changes(one.arguments, other.arguments)
            )
    return tuple(found)


def _sentence(alignment: Alignment) -> str:
    if alignment.first_divergence is None:
        return f"the same calls with the same arguments in all {len(alignment.rows)} steps"
    row = alignment.rows[alignment.first_divergence]
    words = {
        "arguments": "the same tools are called with other arguments",
        "changed": "other tools are called",
        "removed": "only the first run has this step",
        "added": "only the second run has this step",
        "same": "",
    }
    where = " | ".join(
        f"step {step.k} at {Position(step.message_index)}" if step else "—" for step in (row.left, row.right)
    )
    return f"first difference: {where}: {words[row.change]}"
