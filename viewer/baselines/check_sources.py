"""Checks of all runs of some sources: what the command and the app's background work share."""

from collections.abc import Sequence
from dataclasses import replace

from viewer import load
from viewer.baselines.cases import Case
from viewer.baselines.check_report import Unreadable
from viewer.baselines.checked_run import CheckedRun, WithPath, checked_run
from viewer.baselines.report_json import run_line
from viewer.errors import AmbiguousFormatError, RunFileError
from viewer.json_lines import json_line
from viewer.model.run import Run, walk
from viewer.model.source import Source
from viewer.policy_file import Policies

Checked = CheckedRun | Unreadable


def checked_sources(
    sources: Sequence[Source],
    policies: Policies,
    cases: dict[str, Case],
    with_path: WithPath = "whole",
    preferred: Sequence[str] = (),
    as_lines: bool = False,
) -> list[list[Checked]]:
    """One list a source, in order.

    Args:
        sources: read one after the other.
        policies: what is declared.
        cases: by id.
        with_path: as `checked_run`.
        preferred: formats to read a source as where its content recognises several equally well.
        as_lines: the results as a JSON line, which crosses a process border more quickly than they do.
    """
    with load.collector_paused():
        found = [_of_source(source, policies, cases, with_path, preferred) for source in sources]
        return [[_as_line(one) for one in group] for group in found] if as_lines else found


def _as_line(one: Checked) -> Checked:
    if isinstance(one, Unreadable):
        return one
    return replace(one, results=one.violations, line=json_line(run_line(one)))


def _of_source(
    source: Source, policies: Policies, cases: dict[str, Case], with_path: WithPath, preferred: Sequence[str]
) -> list[Checked]:
    try:
        roots = _roots(source, preferred)
        return [checked_run(run, policies, cases, with_path) for root in roots for run in walk(root)]
    except RunFileError as error:
        return [Unreadable(source.uri, str(error))]
    except RecursionError:
        return [Unreadable(source.uri, f"{source.name}: is nested deeper than this program reads")]


def _roots(source: Source, preferred: Sequence[str]) -> tuple[Run, ...]:
    try:
        return load.runs(source)
    except AmbiguousFormatError as error:
        chosen = next((name for name in preferred if name in error.formats), None)
        if chosen is None:
            raise
        return load.runs(source, chosen)
