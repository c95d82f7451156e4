"""The matrix as a table: which rows and checks are shown, and what stands in each cell."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from viewer.analysis.drift import Drift
from viewer.baselines.matrix import MatrixRow, RunOfCase, cell, codes_of
from viewer.plain import cell as table_cell

PAGE = 200
"""Rows a page."""


@dataclass(frozen=True)
class Shown:
    """What the reader asks to see."""

    checks: tuple[str, ...] = ()
    """Codes; empty: all."""
    words: str = ""
    """In the case, the run's id or its file."""
    only_broken: bool = False


def passing(rows: Sequence[MatrixRow], shown: Shown) -> list[MatrixRow]:
    """The rows that are asked for."""
    words = shown.words.strip().lower()
    return [
        row
        for row in rows
        if (not words or any(words in text.lower() for text in _texts(row)))
        and (not shown.only_broken or _is_broken(row, shown.checks))
    ]


def _texts(row: MatrixRow) -> list[str]:
    return [row.case or "", *(text for one in row.runs for text in (one.checked.run_id, one.checked.source))]


def _is_broken(row: MatrixRow, checks: tuple[str, ...]) -> bool:
    return any(
        result.result == "violation" and (result.code in checks if checks else result.severity != "info")
        for one in row.runs
        for result in one.checked.results
    )


def columns(rows: Sequence[MatrixRow], shown: Shown) -> tuple[str, ...]:
    """The codes across: those asked for, else all, broken ones first."""
    known = codes_of(rows)
    if shown.checks:
        return tuple(code for code in known if code in shown.checks)
    broken = {
        result.code
        for row in rows
        for one in row.runs
        for result in one.checked.results
        if result.result == "violation" and result.severity != "info"
    }
    return (*(code for code in known if code in broken), *(code for code in known if code not in broken))


def frame(rows: Sequence[MatrixRow], codes: Sequence[str], *, by_case: bool, has_baseline: bool) -> pd.DataFrame:
    """A row a case or run, a column a check."""
    made: dict[str, object] = {}
    if by_case:
        made["case"] = [table_cell(row.case or _named(row.runs[0])) for row in rows]
        made["runs"] = [len(row.runs) for row in rows]
    else:
        made["run"] = [table_cell(row.runs[0].checked.run_id) for row in rows]
        made["case"] = [table_cell(row.case) for row in rows]
        made["file"] = [table_cell(_file(row.runs[0])) for row in rows]
    if has_baseline:
        drifts = [None if row.furthest is None else row.furthest.drift for row in rows]
        made["drift"] = pd.Series([None if one is None else one.names.ratio for one in drifts], dtype="float64")
        made["with arguments"] = pd.Series([_arguments(one) for one in drifts], dtype="float64")
        made["calls"] = [_calls(row, one) for row, one in zip(rows, drifts, strict=True)]
    else:
        made["calls"] = [_spread([one.checked.calls for one in row.runs]) for row in rows]
    for code in codes:
        found = [cell(row, code) for row in rows]
        made[code] = ["" if one is None else one.text for one in found]
    return pd.DataFrame(made)


def _named(run: RunOfCase) -> str:
    """A run of no case: its id alone is often a mere number."""
    return f"{_file(run)}#{run.checked.run_id}"


def _file(run: RunOfCase) -> str:
    return run.checked.source.rpartition("/")[2]


def _arguments(one: Drift | None) -> float | None:
    return None if one is None or one.arguments is None else one.arguments.ratio


def _calls(row: MatrixRow, one: Drift | None) -> str:
    """`3 → 5`: the accepted path's, then the furthest run's."""
    return _spread([run.checked.calls for run in row.runs]) if one is None else f"{one.calls[0]:,} → {one.calls[1]:,}"


def _spread(counts: list[int]) -> str:
    low, high = min(counts), max(counts)
    return f"{low:,}" if low == high else f"{low:,}–{high:,}"
