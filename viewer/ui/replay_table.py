"""The samples of a replay as a table aligned by step, the original on top; and the comparison in lines."""

import pandas as pd

from viewer.analysis.align import Pair
from viewer.plain import cell
from viewer.replay.compare import ArmSummary, ReplayComparison, figures
from viewer.replay.compare_samples import SampleFacts, StepFacts
from viewer.replay.compare_shares import percent
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import Segment, code, quiet, shown, spaced, strong

STEPS = 12
"""Steps of the original that have a column; later ones are counted."""
ORIGINAL = "original"
_MARKS = {"same": "", "arguments": "~ ", "changed": "≠ ", "removed": "− ", "added": "+ "}
LEGEND = "~ the same tools with other arguments · ≠ other tools · + a step more · − a step less · ∥ asked for together"


def samples_frame(made: ReplayComparison) -> pd.DataFrame:
    """A row a sample, aligned with the steps of the original, which is the first row."""
    count = max(len(made.original), 1)
    columns = min(count, STEPS)
    rows = [_original_row(made.original, columns), *(_sample_row(one, columns) for one in made.samples)]
    return pd.DataFrame(rows)


def _original_row(steps: tuple[StepFacts, ...], columns: int) -> dict[str, object]:
    row: dict[str, object] = {"run": ORIGINAL}
    for number in range(columns):
        row[f"step {number + 1}"] = _tools(steps[number].tools) if number < len(steps) else ""
    more = f"{len(steps) - columns:,} more steps" if len(steps) > columns else ""
    return {**row, "stopped": more, "steps that differ": "", "words alike": ""}


def _sample_row(one: SampleFacts, columns: int) -> dict[str, object]:
    cells = [""] * columns
    at = -1
    further = 0
    for pair in one.alignment.rows:
        at = at + 1 if pair.left is not None else max(at, 0)
        if at >= columns:
            further += 1
            continue
        cells[at] = " ".join(part for part in (cells[at], _pair(pair)) if part)
    row: dict[str, object] = {"run": f"{'swapped' if one.arm == 'swapped' else 'unswapped'} {one.sample}"}
    row |= {f"step {number + 1}": text for number, text in enumerate(cells)}
    stopped = one.stop.replace("_", " ")
    if one.live_calls:
        stopped += ": " + ", ".join(call.tool for call in one.live_calls)
    return {
        **row,
        "stopped": cell(stopped + (f" · {further:,} steps further on" if further else "")),
        "steps that differ": f"{one.other_steps} of {one.compared_steps}" if one.compared_steps else "",
        "words alike": "" if one.likeness is None else f"{round(100 * one.likeness)} %",
    }


def _pair(pair: Pair) -> str:
    if pair.right is None:
        return _MARKS["removed"].strip()
    return _MARKS[pair.change] + _tools(tuple(call.name for call in pair.right.calls))


def _tools(tools: tuple[str, ...]) -> str:
    return cell(" ∥ ".join(tools)) or "words"


def comparison_rows(made: ReplayComparison) -> list[Row]:
    """The sentence to quote, its figures, whether the control repeats the original, and what limits the claim."""
    rows: list[Row] = [
        ("to quote", [strong(made.sentence)]),
        ("", [quiet(f"{figures(made.question)} · {made.intervals}")]),
        ("control", [shown(made.control_sentence)]),
    ]
    if made.question.original is not None:
        rows.append(("original", [shown("did the same" if made.question.original else "did not")]))
    for name, arm in (("swapped", made.swapped), ("unswapped", made.control)):
        if arm.n:
            rows.append((name, _arm_line(arm)))
    answered: list[Segment] = spaced([code(one) for one in made.models_answered]) or [quiet("not told")]
    rows.append(("model", [code(made.model), quiet(", answered by "), *answered]))
    rows += [("note", [quiet(note)]) for note in made.notes]
    return rows


def _arm_line(arm: ArmSummary) -> list[Segment]:
    return [
        quiet("same tools as the original "),
        percent(arm.same_tools),
        quiet(" · same arguments "),
        percent(arm.same_arguments),
        quiet(" · same path "),
        percent(arm.same_path),
    ]


def sample_rows(one: SampleFacts) -> list[Row]:
    """What one sample asked for otherwise, and what it would need."""
    rows: list[Row] = [
        (
            "argument",
            [
                code(f"{change.tool}.{change.path}"),
                " ",
                code(repr(change.before)),
                quiet(" → "),
                code(repr(change.after)),
            ],
        )
        for change in one.arguments
    ]
    for call in one.live_calls:
        rows.append(("live tool", [code(call.tool), " ", code(repr(call.arguments))]))
    if one.recorded_answers:
        rows.append(
            ("recorded", [quiet(f"{one.recorded_answers:,} of its calls were answered by what the run recorded")])
        )
    return rows
