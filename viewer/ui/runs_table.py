"""The table of runs: one row a run, a sub-run marked and after its parent."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from viewer.index.rows import RunRow, UnreadableRow
from viewer.plain import cell
from viewer.ui.runs_filter import input_tokens

ROW_HEIGHT = 28
MOST_HEIGHT = 660
"""Pixels."""
_EXACT = 2**53
"""Above it the browser's numbers are not exact."""


def frame(
    rows: Sequence[RunRow], findings: Sequence[tuple[str, ...]] | None = None, notes: Sequence[int] | None = None
) -> pd.DataFrame:
    """The rows as the table shows them.

    Args:
        rows: of the runs.
        findings: codes of the findings of each; None: no such column.
        notes: how many notes each bears; None: no such column.
    """
    return pd.DataFrame(
        {
            "label": [_label(row) for row in rows],
            "file": [cell(row.source) for row in rows],
            "task": [cell(row.task) for row in rows],
            "model": [cell(row.model) for row in rows],
            "steps": _numbers([row.model_requests for row in rows]),
            "messages": _numbers([row.messages for row in rows]),
            "calls": _numbers([row.tool_calls for row in rows]),
            "errors": _numbers([row.error_results for row in rows]),
            "in tokens": _numbers([input_tokens(row) for row in rows]),
            "out tokens": _numbers([row.output_tokens for row in rows]),
            "sized": [_sized(row) for row in rows],
            "outcome": [row.outcome for row in rows],
            "ending": [row.ending for row in rows],
            **({} if findings is None else {"findings": [", ".join(codes) or None for codes in findings]}),
            **({} if notes is None else {"notes": _numbers([count or None for count in notes])}),
            "exit": [cell(row.exit_status) for row in rows],
            "format": [row.format for row in rows],
            "started": [cell(row.started_at) for row in rows],
            "run id": [cell(row.run_id) for row in rows],
            "sub-run of": [cell(row.parent_run_id) for row in rows],
            "problems": _numbers([row.problems for row in rows]),
        }
    )


def _label(row: RunRow) -> str | None:
    label = cell(row.label)
    if row.parent_run_id is None:
        return label
    return f"↳ {label}" if label else "↳ sub-run"


def _sized(row: RunRow) -> str:
    return f"{row.model_requests - row.requests_without_usage:,}/{row.model_requests:,}"


def _numbers(values: list[int | None]) -> "pd.Series[Any]":
    """A column of whole numbers; as text where one is too big for the browser to show exactly."""
    if any(value is not None and not -_EXACT <= value <= _EXACT for value in values):
        return pd.Series([None if value is None else _exactly(value) for value in values], dtype="object")
    return pd.Series(values, dtype="Int64")


def _exactly(value: int) -> str:
    # Python refuses to write numbers of more than 4,300 digits.
    return f"{value:,}" if value.bit_length() < 10_000 else f"a number of {value.bit_length():,} bits"


def _columns() -> dict[str, Any]:
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    return {
        "label": text("label", width=110, help="The kind of task, as the file names it; ↳ marks a sub-agent's run"),
        "file": text("file", width=200, help="Relative to the path that was given"),
        "task": text("task", width=130, help="The task, as the file names it"),
        "model": text("model", width=120, help="The model of most requests"),
        "steps": number("steps", width=64, format="localized", help="Requests to the agent's model"),
        "messages": number("msgs", width=64, format="localized", help="Messages at their canonical index"),
        "calls": number("calls", width=64, format="localized", help="Client tool calls the model asked for"),
        "errors": number("err", width=52, format="localized", help="Results that the file itself flags as errors"),
        "in tokens": number(
            "in tok",
            width=96,
            format="localized",
            help="Input of all requests, cache reads and writes included, as recorded",
        ),
        "out tokens": number("out tok", width=88, format="localized", help="Output of all requests, as recorded"),
        "sized": text(
            "sized",
            width=72,
            help="Requests whose input size is recorded, of all. Where they differ, in tok is a lower bound",
        ),
        "outcome": text("outcome", help="By the file's own verdict"),
        "ending": text("ending", help="How the run ended, by the format's rule; censored: cut before its own end"),
        "exit": text("exit", width=90, help="Why it ended, in the harness's words"),
        "findings": text("findings", width=150, help="Codes of what was found in the run, each once"),
        "notes": number("notes", width=64, format="localized", help="Notes of reviewers, replies not counted"),
        "format": text("format", width=140),
        "started": text("started", width=170, help="As the file writes it"),
        "run id": text("run id"),
        "sub-run of": text("sub-run of", help="The run that started this one"),
        "problems": number("problems", format="localized", help="Records that could not be mapped"),
    }


def draw(
    rows: Sequence[RunRow],
    key: str,
    findings: Sequence[tuple[str, ...]] | None = None,
    notes: Sequence[int] | None = None,
) -> str | None:
    """The table; gives the key of the run that was just selected.

    Args:
        rows: of the runs.
        key: of the widget.
        findings: codes of the findings of each run; None: no such column.
        notes: how many notes each bears; None: no such column.
    """
    # A selection is a row number of the table as it was seen, which may differ from the rows of now.
    st.session_state[f"_{key}_rows"] = [row.key for row in rows]
    st.dataframe(
        frame(rows, findings, notes),
        key=key,
        hide_index=True,
        column_config=_columns(),
        on_select=lambda: _select(key),
        selection_mode="single-row",
        row_height=ROW_HEIGHT,
        height=height(len(rows)),
        placeholder="—",
        lazy=False,
        alt="Runs, one a row",
    )
    selected: str | None = st.session_state.pop(f"_{key}_selected", None)
    return selected


def _select(key: str) -> None:
    seen: list[str] = st.session_state.get(f"_{key}_rows", [])
    for number in st.session_state[key]["selection"]["rows"]:
        if number < len(seen):
            st.session_state[f"_{key}_selected"] = seen[number]


def draw_unreadable(rows: Sequence[UnreadableRow], key: str = "unreadable_table") -> None:
    """The sources that hold no readable run, with the reason of each."""
    st.dataframe(
        pd.DataFrame({"file": [cell(row.source) for row in rows], "reason": [cell(row.reason, 1000) for row in rows]}),
        key=key,
        hide_index=True,
        row_height=ROW_HEIGHT,
        height=height(min(len(rows), 10)),
        column_config={
            "file": st.column_config.TextColumn("file", width="medium"),
            "reason": st.column_config.TextColumn("reason", width="large"),
        },
        lazy=False,
        alt="Unreadable sources, one a row, with the reason",
    )


def height(rows: int) -> int:
    """Pixels of a table with so many rows."""
    return min(ROW_HEIGHT * (rows + 1) + 4, MOST_HEIGHT)
