"""Repeated runs of the same cases as the sets that a calibration takes: one run a case in each."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import Literal

from viewer.analysis.run_path import RunPath
from viewer.baselines.checked_run import CheckedRun

Grouping = Literal["folder", "order"]
RunSet = dict[str, tuple[str, RunPath]]


def run_sets(runs: Sequence[CheckedRun], by: Grouping) -> list[RunSet]:
    """The sets.

    Args:
        runs: checked with their paths; those that name no case belong to no set.
        by: `folder`: the runs of one folder are a set, of several runs of a case in it the last one read counts.
            `order`: the first runs of all cases are the first set, the second ones the second, by their start.
    """
    named = [run for run in runs if run.case is not None and run.path is not None]
    made: dict[str | int, RunSet] = {}
    if by == "folder":
        for run in named:
            _add(made.setdefault(str(PurePath(run.source).parent), {}), run)
        return list(made.values())
    seen: dict[str, int] = {}
    for run in sorted(named, key=lambda one: (one.started_at is None, one.started_at or "", one.source)):
        number = seen[run.case or ""] = seen.get(run.case or "", 0) + 1
        _add(made.setdefault(number, {}), run)
    return list(made.values())


def folders(runs: Sequence[CheckedRun]) -> int:
    """How many folders hold runs of cases."""
    return len({str(PurePath(run.source).parent) for run in runs if run.case is not None})


def _add(into: RunSet, run: CheckedRun) -> None:
    if run.case is not None and run.path is not None:
        into[run.case] = (run.key, run.path)
