"""Tables of the Steps page: quantiles, caps, groups, tasks, and runs that were still going."""

from collections.abc import Sequence

import pandas as pd

from viewer.analysis.caps.running import StillRunning
from viewer.analysis.caps.table import CapTable
from viewer.analysis.caps.trials import PassAll, TaskTrials
from viewer.analysis.steps import StepHistogram
from viewer.plain import cell
from viewer.ui.charts import series_name, steps_of

MOST_TRIALS = 20
"""Steps of a task's trials that stand side by side."""


def quantiles_frame(table: CapTable) -> pd.DataFrame:
    """Quantiles with their 95 % limits."""
    found = list(table.quantiles.items())
    return pd.DataFrame(
        {
            "share ended": [f"{100 * one.p:g} %" for _, one in found],
            "requests": ["not reached" if one.value is None else f"{one.value:,}" for _, one in found],
            "95 % from": [_number(one.low) for _, one in found],
            "to": [_number(one.high) for _, one in found],
        }
    )


def _number(value: int | None) -> str:
    return "—" if value is None else f"{value:,}"


def caps_frame(table: CapTable) -> pd.DataFrame:
    """A row for every cap."""
    caps = table.caps
    return pd.DataFrame(
        {
            "cap": [one.cap for one in caps],
            "runs cut": [one.runs_cut for one in caps],
            "successes cut": pd.array([one.successes_cut for one in caps], dtype="Int64"),
            "observed": _reals([one.observed_share for one in caps]),
            "at least": _reals([None if one.bounds is None else one.bounds[0] for one in caps]),
            "at most": _reals([None if one.bounds is None else one.bounds[1] for one in caps]),
            "95 % from": _reals([None if one.interval is None else one.interval[0] for one in caps]),
            "to": _reals([None if one.interval is None else one.interval[1] for one in caps]),
            "requests saved": [one.steps_saved for one in caps],
            "input tokens saved": pd.array([one.input_tokens_saved for one in caps], dtype="Int64"),
        }
    )


def _reals(values: list[float | None]) -> "pd.Series[float]":
    return pd.Series(values, dtype="float64")


def groups_frame(tables: Sequence[CapTable]) -> pd.DataFrame:
    """A row a group."""

    def quantile(name: str) -> list[str]:
        return [
            "—" if not table.n else "not reached" if (value := table.quantiles[name].value) is None else f"{value:,}"
            for table in tables
        ]

    return pd.DataFrame(
        {
            "group": [cell(table.group) for table in tables],
            "runs": [table.n for table in tables],
            "tasks": pd.array([table.tasks for table in tables], dtype="Int64"),
            "censored": [table.censored for table in tables],
            "open": [table.open for table in tables],
            "p50": quantile("p50"),
            "p90": quantile("p90"),
            "p95": quantile("p95"),
            "p99": quantile("p99"),
            "longest": [len(table.caps) for table in tables],
            "recommended cap": pd.array([table.recommended.cap for table in tables], dtype="Int64"),
            "why": [table.recommended.sentence for table in tables],
        }
    )


def histogram_frame(made: StepHistogram, series: str) -> pd.DataFrame:
    """The table behind a histogram: a row a bar."""
    return pd.DataFrame(
        {
            "requests": [steps_of(mark.first, mark.last) for mark in made.marks],
            series: [cell(series_name(made.series[mark.series])) for mark in made.marks],
            "runs": [mark.runs for mark in made.marks],
        }
    )


def running_frame(rows: Sequence[StillRunning]) -> pd.DataFrame:
    """Of the runs still going after k requests, what became of them."""
    shown = [one for one in rows if one.running]
    later = [one.later_success or (None, None) for one in shown]
    return pd.DataFrame(
        {
            "still going after": [one.cap for one in shown],
            "runs": [one.running for one in shown],
            "succeeded": [one.succeeded for one in shown],
            "failed": [one.failed for one in shown],
            "ended, no outcome": [one.unknown for one in shown],
            "cut or open": [one.cut for one in shown],
            "later success at least": _reals([low for low, _ in later]),
            "at most": _reals([high for _, high in later]),
        }
    )  # fmt: skip


def tasks_frame(tasks: Sequence[TaskTrials]) -> pd.DataFrame:
    """A row a task: successes of its trials, and the steps of each side by side."""
    return pd.DataFrame(
        {
            "task": [cell(one.task.partition("\n")[2] or one.task) for one in tasks],
            "label": [cell(one.task.partition("\n")[0]) if "\n" in one.task else None for one in tasks],
            "trials": [len(one.trials) for one in tasks],
            "succeeded": [f"{one.successes} of {one.judged}" if one.judged else "—" for one in tasks],
            "fewest": [min(one.steps) for one in tasks],
            "most": [max(one.steps) for one in tasks],
            "requests of each trial": [_side_by_side(one) for one in tasks],
        }
    )


def _side_by_side(one: TaskTrials) -> str:
    marks = {"success": "✓", "failure": "✗", "censored": "cut", "open": "open", "unknown": ""}
    shown = [
        f"{steps}{' ' if marks[run.ending] else ''}{marks[run.ending]}"
        for run, steps in zip(one.trials[:MOST_TRIALS], one.steps, strict=False)
    ]
    return "  ·  ".join(shown) + ("  ·  …" if len(one.trials) > MOST_TRIALS else "")


def pass_frame(rows: Sequence[PassAll]) -> pd.DataFrame:
    """pass^k."""
    return pd.DataFrame(
        {"k": [one.k for one in rows], "pass^k": [one.share for one in rows], "tasks": [one.tasks for one in rows]}
    )


def noted(notes: tuple[str, ...]) -> str:
    """The notes of an analysis, which are of our words and numbers, as a list."""
    return "\n".join(f"- {note}" for note in notes)
