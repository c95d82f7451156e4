"""Two runs compared: request fields first, then step by step, with arguments and tokens side by side."""

from dataclasses import dataclass
from typing import Any

from viewer.analysis.align import Alignment, Change, Step, align, argument_changes, steps
from viewer.analysis.pairing import Place, pair
from viewer.analysis.requests import FIELD_NAMES, FieldName
from viewer.model.block import Text, ToolResult
from viewer.model.hashes import canonical_json
from viewer.model.position import Position
from viewer.model.request import Field
from viewer.model.run import Run
from viewer.model.usage import prompt_tokens

_Answers = dict[Place, Place]


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
class ResultDifference:
    """The same call with the same arguments, answered otherwise."""

    tool: str
    left: str | None
    right: str | None
    """Positions of the results; None: that call has none."""


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
    results: tuple[ResultDifference, ...] = ()
    other_words: bool = False
    """The texts of the two replies differ; steps are aligned by their calls alone."""


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
    answers = pair(left.messages).answers, pair(right.messages).answers
    rows = tuple(_row(left, right, answers, one.left, one.right, one.change) for one in alignment.rows)
    return Comparison(fields, rows, alignment.first_divergence, _sentence(alignment))


def _row(
    left: Run, right: Run, answers: tuple[_Answers, _Answers], one: Step | None, other: Step | None, change: Change
) -> Row:
    both = one is not None and other is not None
    return Row(
        change,
        one,
        other,
        _tokens(left, one),
        _tokens(right, other),
        _stop(left, one),
        _stop(right, other),
        _argument_differences(one, other) if one is not None and other is not None and change == "arguments" else (),
        _result_differences(left, right, answers, one, other) if one is not None and other is not None else (),
        both and _words(left, one) != _words(right, other),
    )


def _words(run: Run, step: Step | None) -> list[str]:
    if step is None:
        return []
    return [block.text for block in run.messages[step.message_index].blocks if type(block) is Text]


def _result_differences(
    left: Run, right: Run, answers: tuple[_Answers, _Answers], one: Step, other: Step
) -> tuple[ResultDifference, ...]:
    """Results of calls that are equal on both sides, matched in their order."""
    waiting: dict[tuple[str, str], list[int]] = {}
    for call in other.calls:
        waiting.setdefault((call.name, call.canonical), []).append(call.block)
    found: list[ResultDifference] = []
    for call in one.calls:
        blocks = waiting.get((call.name, call.canonical))
        if not blocks:
            continue
        places = answers[0].get((one.message_index, call.block)), answers[1].get((other.message_index, blocks.pop(0)))
        if _answer(left, places[0]) != _answer(right, places[1]):
            first, second = (str(Position(*place)) if place else None for place in places)
            found.append(ResultDifference(call.name, first, second))
    return tuple(found)


def _answer(run: Run, place: Place | None) -> tuple[bytes, bool | None] | None:
    block = run.messages[place[0]].blocks[place[1]] if place else None
    return (canonical_json(block.content), block.is_error) if isinstance(block, ToolResult) else None


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
