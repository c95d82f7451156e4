"""An accepted path beside a run's, step by step, in the rows of `components/aligned.js`."""

from typing import Any

from viewer.analysis.align import Alignment, Pair, Step, argument_changes
from viewer.analysis.compare import CallDifference
from viewer.analysis.drift import Distance, Drift
from viewer.analysis.run_path import RunPath
from viewer.counted import counted
from viewer.ui.compare_rows import WORDS, difference_lines
from viewer.ui.format_choice import parameters
from viewer.ui.ledger_preview import brief
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import Segment, page_link, quiet, strong

SIDES = {
    "same": "same",
    "arguments": "other arguments",
    "changed": "other tools",
    "removed": "only accepted",
    "added": "only this run",
}


def payload(
    found: Alignment, before: RunPath, after: RunPath, *, before_key: str | None, after_key: str
) -> dict[str, Any]:
    """All rows of the alignment.

    Args:
        found: of the two paths.
        before: the accepted one.
        after: the run's.
        before_key: key of the run that the accepted path was taken from, where it is at hand.
        after_key: of the run.
    """
    rows = [
        _row(pair, number == found.first_divergence, before, after, (before_key, after_key))
        for number, pair in enumerate(found.rows)
    ]
    head = [["step"], [strong("accepted")], [strong("this run")]]
    return {"of": after_key, "first": 0, "head": head, "rows": rows}


def _row(pair: Pair, is_parting: bool, before: RunPath, after: RunPath, keys: tuple[str | None, str]) -> dict[str, Any]:
    mark = WORDS[pair.change][0]
    told: list[Segment] = [f"{mark} {SIDES[pair.change]}"]
    if is_parting:
        told.append(strong(" · first difference"))
    stops = _stop(pair.left, before), _stop(pair.right, after)
    if pair.left and pair.right and stops[0] != stops[1]:
        told.append(quiet(" · other stop reason"))
    return {
        "change": pair.change,
        "parting": is_parting,
        "mark": told,
        "left": _side(pair.left, stops[0], keys[0]),
        "right": _side(pair.right, stops[1], keys[1]),
        "differences": difference_lines(argument_differences(pair)),
        "spoken": f"{SIDES[pair.change]}: accepted {_spoken(pair.left)}, this run {_spoken(pair.right)}",
    }


def _side(step: Step | None, stop: str | None, key: str | None) -> list[Segment]:
    if step is None:
        return [quiet("—")]
    place = f"[{step.message_index}]"
    line: list[Segment] = [
        quiet(place) if key is None else page_link(place, key, step.message_index, parameters()),
        " ",
    ]
    for number, call in enumerate(step.calls[:12]):
        line += [quiet(" ∥ "), strong(call.name)] if number else [strong(call.name)]
    if not step.calls:
        line.append("no call")
    if len(step.calls) > 12:
        line.append(quiet(f" and {len(step.calls) - 12:,} more"))
    if len(step.calls) == 1 and step.calls[0].arguments is not None:
        line.append(quiet(f" {brief(step.calls[0].arguments, 60)}"))
    return [*line, quiet(f" · {stop or 'no stop reason recorded'}")]


def _stop(step: Step | None, path: RunPath) -> str | None:
    return None if step is None else next((one.stop_reason for one in path.requests if one.k == step.k), None)


def _spoken(step: Step | None) -> str:
    return "nothing" if step is None else f"message {step.message_index}, {counted(len(step.calls), 'call')}"


def argument_differences(pair: Pair) -> tuple[CallDifference, ...]:
    """Normalised arguments that differ, of the calls of one tool in their order."""
    if pair.left is None or pair.right is None or pair.change == "same":
        return ()
    found: list[CallDifference] = []
    for tool in dict.fromkeys(call.name for call in pair.left.calls):
        one = [call.arguments for call in pair.left.calls if call.name == tool]
        other = [call.arguments for call in pair.right.calls if call.name == tool]
        for before, after in zip(one, other, strict=False):
            found += [
                CallDifference(tool, change.path, change.before, change.after)
                for change in argument_changes(before, after)
            ]
    return tuple(found)


def drift_rows(found: Drift) -> list[Row]:
    """Every measure of the change, each with its counts."""
    made: list[Row] = [
        ("names", _distance(found.names, "tool names in their order")),
        (
            "arguments",
            [quiet(f"not comparable: {found.arguments_reason}")]
            if found.arguments is None
            else _distance(found.arguments, "names with normalised arguments"),
        ),
        ("requests", _distance(found.requests, "tools asked for together, request by request")),
        ("stop reasons", _distance(found.stop_reasons, "in their order")),
    ]
    pairs = (
        ("calls", found.calls),
        ("steps", found.steps),
        ("prompt tokens", found.prompt_tokens),
        ("output tokens", found.output_tokens),
    )
    line: list[Segment] = []
    for name, (before, after) in pairs:
        line += [quiet(" · ")] if line else []
        line += [f"{name} ", strong(f"{_count(before)} → {_count(after)}")]
    made.append(("accepted → now", line))
    return made


def asked_rows(found: Drift) -> list[Row]:
    """What the two runs were asked with that differs: it may explain all the rest."""
    return [("asked otherwise", [strong(one)]) for one in found.asked_differently]


def _distance(one: Distance, of: str) -> list[Segment]:
    changed = "the same" if one.edits == 0 else f"changed by {one.ratio:.2f}"
    return [strong(changed), quiet(f" · {counted(one.edits, 'edit')} of {max(one.before, one.after):,} · {of}")]


def _count(value: int | None) -> str:
    return "—" if value is None else f"{value:,}"
