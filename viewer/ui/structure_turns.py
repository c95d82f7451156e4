"""Trajectory, turns, steps, messages: a row a turn with its totals, and the steps of the turns that are open."""

from collections.abc import Set

import pandas as pd

from viewer.analysis.structure import StepOf, Turn
from viewer.counted import counted
from viewer.model.block import ToolUse
from viewer.model.run import Run
from viewer.model.usage import prompt_tokens
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import Segment, button, code, link, prose, quiet, spaced, spans, status, strong

MOST = 200
"""Rows of a list; a long run's turns stand in a table instead."""
STEPS = 200
"""Steps listed of one turn; the rest is counted, and in the Requests view."""
OPEN_AT_ONCE = 50
"""Steps up to which a run's only turn is open from the start."""
ACTION = "turn"


def open_turns(found: tuple[Turn, ...], toggled: Set[int]) -> frozenset[int]:
    """The turns whose steps are listed: those that the reader opened, and a short run's only one."""
    at_once = {found[0].number} if len(found) == 1 and len(found[0].steps) <= OPEN_AT_ONCE else set()
    return frozenset(at_once ^ set(toggled))


def turn_rows(facts: RunFacts, found: tuple[Turn, ...], opened: Set[int] = frozenset()) -> list[Row]:
    """A row a turn, and under an open one a row a step."""
    if len(found) > MOST:
        return [("turns", [f"{len(found):,}, in the table below"])]
    rows: list[Row] = []
    for turn in found:
        is_open = turn.number in opened
        rows.append((f"turn {turn.number}", [*_totals(turn), " ", button(ACTION, turn.number, _label(turn, is_open))]))
        if is_open:
            rows += step_rows(facts, turn)
    return rows or [("turns", [quiet("no request is stored")])]


def _label(turn: Turn, is_open: bool) -> str:
    return f"{'▾' if is_open else '▸'} {counted(len(turn.steps), 'step')}"


def _totals(turn: Turn) -> list[Segment]:
    line: list[Segment] = [
        *spans(((turn.first_message, turn.last_message),)),
        f" · {counted(len(turn.steps), 'step')} · {counted(turn.tool_calls, 'call')}",
        f" · {counted(turn.error_results, 'error')}",
    ]
    tokens = prompt_tokens(turn.usage)
    least = "at least " if turn.requests_without_usage else ""
    if tokens is not None:
        line.append(quiet(f" · {least}{tokens:,} input tokens"))
    if turn.usage.cache_read_input_tokens:
        line.append(quiet(f", {turn.usage.cache_read_input_tokens:,} of them read from the cache"))
    if turn.usage.output_tokens is not None:
        line.append(quiet(f" · {least}{turn.usage.output_tokens:,} output tokens"))
    return line


def step_rows(facts: RunFacts, turn: Turn) -> list[Row]:
    """A row a step: the reply, its calls, the messages with their results, its tokens."""
    rows: list[Row] = [(f"· step {step.k}", _step(facts, step)) for step in turn.steps[:STEPS]]
    if len(turn.steps) > STEPS:
        rows.append(("", [quiet(f"and {counted(len(turn.steps) - STEPS, 'more step')}, in the Requests view")]))
    return rows


def _step(facts: RunFacts, step: StepOf) -> list[Segment]:
    request = facts.requests[step.message_index]
    names: list[Segment] = [
        code(block.name)
        for block in facts.run.messages[step.message_index].blocks
        if isinstance(block, ToolUse) and block.executed_by != "provider"
    ]
    line: list[Segment] = [link(step.message_index), " ", *(spaced(names[:12], " ∥ ") or [quiet("no call")])]
    if len(names) > 12:
        line.append(quiet(f" and {len(names) - 12:,} more"))
    if step.results:
        line += [quiet(" → "), *spaced([link(index) for index in step.results[:12]])]
    tokens = prompt_tokens(request.usage)
    line.append(quiet(f" · in {'—' if tokens is None else f'{tokens:,}'}"))
    if request.usage is not None and request.usage.output_tokens is not None:
        line.append(quiet(f" · out {request.usage.output_tokens:,}"))
    if request.stop_reason:
        line += [quiet(" · "), code(request.stop_reason)]
    return line


def step_count_rows(run: Run, found: tuple[Turn, ...]) -> list[Row]:
    """Steps as counted here, beside what the file states: shown side by side, never put right."""
    counted_here = sum(len(turn.steps) for turn in found)
    line: list[Segment] = [
        strong(f"{counted_here:,}"),
        quiet(" counted "),
        status("derived", "A step is one request to the agent's model with the results it led to."),
    ]
    for stated in run.stated:
        if stated.steps is not None:
            differs = "" if stated.steps == counted_here or stated.scope != "run" else ", not the same"
            line += [quiet(" · "), strong(f"{stated.steps:,}"), quiet(f" stated, {stated.scope}, in ")]
            line += [*prose(stated.where), quiet(differs)]
    return [("steps", line)]


def turns_frame(found: tuple[Turn, ...]) -> pd.DataFrame:
    """The turns as a table."""
    return pd.DataFrame(
        {
            "turn": [turn.number for turn in found],
            "messages": [f"[{turn.first_message}–{turn.last_message}]" for turn in found],
            "steps": [len(turn.steps) for turn in found],
            "calls": [turn.tool_calls for turn in found],
            "errors": [turn.error_results for turn in found],
            "input tokens": pd.array([prompt_tokens(turn.usage) for turn in found], dtype="Int64"),
            "output tokens": pd.array([turn.usage.output_tokens for turn in found], dtype="Int64"),
        }
    )
