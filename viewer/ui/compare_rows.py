"""The aligned steps of two runs: what each side did, its tokens, and the arguments that differ."""

from typing import Any

from viewer.analysis.align import Step
from viewer.analysis.compare import CallDifference, Comparison
from viewer.analysis.compare import Row as ComparedRow
from viewer.counted import counted
from viewer.model.hashes import run_key
from viewer.model.position import parse_position
from viewer.model.run import Run
from viewer.ui.format_choice import parameters
from viewer.ui.ledger_preview import brief
from viewer.ui.run_segments import Segment, code, page_link, quiet, strong
from viewer.ui.shown_values import named_value

PAGE = 200
"""Rows a page."""
DIFFERENCES = 20
"""Arguments told of one row; the rest is counted."""
LONGEST = 160
"""Characters of one argument."""
WORDS = {
    "same": ("=", "same"),
    "arguments": ("~", "other arguments"),
    "changed": ("≠", "other tools"),
    "removed": ("−", "only left"),
    "added": ("+", "only right"),
}


def shown_rows(found: Comparison, *, only_different: bool) -> list[int]:
    """Numbers (from 0) of the rows to show."""
    return [number for number, row in enumerate(found.rows) if not only_different or row.change != "same"]


def page_of(found: Comparison, rows: list[int]) -> int:
    """The page (from 1) that holds the first difference."""
    if found.first_divergence is None or found.first_divergence not in rows:
        return 1
    return rows.index(found.first_divergence) // PAGE + 1


def payload(left: Run, right: Run, found: Comparison, rows: list[int]) -> dict[str, Any]:
    """Rows for `components/aligned.js`."""
    keys = run_key(left), run_key(right)
    read_as = parameters()
    return {
        "of": "".join(keys),
        "first": rows[0] if rows else 0,
        "head": [["step"], [strong("left")], [strong("right")]],
        "rows": [_row(found.rows[number], number == found.first_divergence, keys, read_as) for number in rows],
    }


def _row(row: ComparedRow, parting: bool, keys: tuple[str, str], read_as: dict[str, list[str]]) -> dict[str, Any]:
    mark, words = WORDS[row.change]
    told: list[Segment] = [f"{mark} {words}"]
    if row.other_words and row.change == "same":
        told.append(quiet(" · other words"))
    if parting:
        told.append(strong(" · first difference"))
    sides = (
        _side(row.left, row.left_tokens, row.left_stop, keys[0], read_as),
        _side(row.right, row.right_tokens, row.right_stop, keys[1], read_as),
    )
    return {
        "change": row.change,
        "parting": parting,
        "mark": told,
        "left": sides[0],
        "right": sides[1],
        "differences": [*difference_lines(row.arguments), *result_lines(row, keys, read_as)],
        "spoken": f"{words}: left {_spoken(row.left)}, right {_spoken(row.right)}",
    }


def _side(
    step: Step | None, tokens: int | None, stop: str | None, key: str, read_as: dict[str, list[str]]
) -> list[Segment]:
    if step is None:
        return [quiet("—")]
    line: list[Segment] = [page_link(f"[{step.message_index}]", key, step.message_index, read_as), " "]
    for number, call in enumerate(step.calls[:12]):
        line += [quiet(" ∥ "), strong(call.name)] if number else [strong(call.name)]
    if not step.calls:
        line.append("no call")
    if len(step.calls) > 12:
        line.append(quiet(f" and {len(step.calls) - 12:,} more"))
    if len(step.calls) == 1:
        line.append(quiet(f" {brief(step.calls[0].arguments, 60)}"))
    line.append(quiet(f" · in {'—' if tokens is None else f'{tokens:,}'}"))
    if stop:
        line.append(quiet(f" · {stop}"))
    return line


def _spoken(step: Step | None) -> str:
    return "nothing" if step is None else f"message {step.message_index}, {counted(len(step.calls), 'call')}"


def result_lines(row: ComparedRow, keys: tuple[str, str], read_as: dict[str, list[str]]) -> list[list[Segment]]:
    """`other result of lookup_policy: [4].0 | [4].0`: the same call, answered otherwise."""
    lines: list[list[Segment]] = []
    for one in row.results[:DIFFERENCES]:
        line: list[Segment] = [strong("other result"), quiet(" of "), code(one.tool), quiet(": ")]
        for number, (position, key) in enumerate(zip((one.left, one.right), keys, strict=True)):
            line += [quiet(" | ")] if number else []
            line.append(
                quiet("none")
                if position is None
                else page_link(position, key, parse_position(position).message, read_as)
            )
        lines.append(line)
    return lines


def difference_lines(arguments: tuple[CallDifference, ...]) -> list[list[Segment]]:
    """`refund.amount: 8900 → 890`, each value masked by the name it has."""
    lines: list[list[Segment]] = []
    for one in arguments[:DIFFERENCES]:
        name = one.path.rpartition(".")[2]
        values = [_argument(name, value) for value in (one.before, one.after)]
        path = f"{one.tool}.{one.path}" if one.path else one.tool
        lines.append([code(path), quiet(": "), code(values[0]), quiet(" → "), code(values[1])])
    if len(arguments) > DIFFERENCES:
        lines.append([quiet(f"and {len(arguments) - DIFFERENCES:,} more arguments")])
    return lines


def _argument(name: str, value: Any) -> str:
    """As JSON would write it; a text is masked by the name it has."""
    if isinstance(value, str):
        return f'"{named_value(name, value, LONGEST)}"'
    return brief(value, LONGEST)
