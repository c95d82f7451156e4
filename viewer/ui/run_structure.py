"""The shape of a run: its turns, its sub-runs and branches, where what the model saw changed, and the task."""

import pandas as pd
import streamlit as st

from viewer.analysis.requests import request_views
from viewer.analysis.structure import Turn, turns
from viewer.model.run import Run
from viewer.ui import run_choice
from viewer.ui.components import kit
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_head import act_for, open_for
from viewer.ui.run_head_lists import Row, branch_rows, sub_run_rows, task_rows
from viewer.ui.run_segments import Segment, counted, link, quiet, shown, spans, status

MOST = 200
"""Rows of a list; a long run's turns stand in a table instead."""
_TURNS = "structure_turns"


@st.fragment
def draw(facts: RunFacts, run: Run) -> None:
    """All parts that the run has; one that it lacks says so in a line."""
    run_choice.full_rerun_if_asked()
    found = turns(facts.run)
    parts: list[tuple[str, list[Row]]] = [
        ("Task", task_rows(run) if run.task else [("task", [quiet("the file names none")])]),
        ("Turns", turn_rows(found)),
        ("What the model saw changed at", change_rows(facts)),
        ("Sub-runs", sub_run_rows(run) or [("sub-runs", [quiet("none is stored in this file")])]),
        ("Branches", branch_rows(run) or [("branches", [quiet("no path that was left is stored")])]),
    ]
    for title, rows in parts:
        key = f"structure_{title.split(' ')[0].lower()}"
        kit.draw(
            "lines", {"title": title, "rows": rows}, key=key, on_act_change=act_for(key), on_open_change=open_for(key)
        )
    if len(found) > MOST:
        st.dataframe(turns_frame(found), key=_TURNS, hide_index=True, height=420, row_height=28)


def turn_rows(found: tuple[Turn, ...]) -> list[Row]:
    """A row a turn: its messages, steps, calls, tokens."""
    if len(found) > MOST:
        return [("turns", [f"{len(found):,}, in the table below"])]
    rows: list[Row] = []
    for turn in found:
        line: list[Segment] = [
            *spans(((turn.first_message, turn.last_message),)),
            f" · {counted(len(turn.steps), 'step')} · {counted(turn.tool_calls, 'call')}",
            f" · {counted(turn.error_results, 'error')}",
        ]
        if turn.usage.input_tokens is not None:
            least = "at least " if turn.requests_without_usage else ""
            line.append(quiet(f" · {least}{turn.usage.input_tokens:,} input tokens at the full rate"))
        rows.append((f"turn {turn.number}", line))
    return rows or [("turns", [quiet("no request is stored")])]


def turns_frame(found: tuple[Turn, ...]) -> pd.DataFrame:
    """The turns as a table."""
    return pd.DataFrame(
        {
            "turn": [turn.number for turn in found],
            "messages": [f"[{turn.first_message}–{turn.last_message}]" for turn in found],
            "steps": [len(turn.steps) for turn in found],
            "calls": [turn.tool_calls for turn in found],
            "errors": [turn.error_results for turn in found],
            "input tokens": [turn.usage.input_tokens for turn in found],
            "output tokens": [turn.usage.output_tokens for turn in found],
        }
    )


def change_rows(facts: RunFacts) -> list[Row]:
    """Requests that no longer held what the one before held, or whose request fields changed."""
    rows: list[Row] = []
    for view in request_views(facts.run):
        line: list[Segment] = []
        if view.removed:
            line += [quiet("no longer held "), *spans(view.removed)]
            rule = view.context.rule or view.context.reason or ""
            line += [" ", status(view.context.status, rule)]
        if view.changed:
            names = ", ".join(
                {"system": "system prompt", "tools": "tool schemas"}.get(one.name, one.name) for one in view.changed
            )
            line += [" · " if line else "", shown(f"changed: {names}")]
        if line:
            rows.append((f"request {view.request.k}", [link(view.request.message_index), " ", *line]))
        if len(rows) == MOST:
            rows.append(("", [quiet("and more")]))
            break
    return rows or [("request fields", [quiet("nothing that is recorded: each request held all messages before it")])]
