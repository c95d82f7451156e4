"""`check`: invariants, findings and drift of many runs, with an exit code."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

import click

from viewer import load
from viewer.baselines.cases import Case, read_cases
from viewer.baselines.check_report import CheckReport, Unreadable, check_report
from viewer.baselines.check_sources import Checked, checked_sources
from viewer.baselines.checked_run import CheckedRun, WithPath
from viewer.baselines.report_json import other_lines, run_line
from viewer.baselines.store import BaselineStore
from viewer.cli.address import split_address
from viewer.cli.output import CannotDo, write_json, write_lines, write_raw
from viewer.counted import counted
from viewer.json_lines import json_line
from viewer.policy_file import Policies, read_policies
from viewer.shares import shares


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="RUN…")
@click.option("--policy", "policy_path", metavar="FILE", help="Policy file, TOML or YAML.")
@click.option("--cases", "cases_path", metavar="FILE", help="Cases, one a line.")
@click.option("--baseline", "baseline_path", metavar="DIR", help="Folder of accepted paths: drift is told too.")
@click.option("--by", type=click.Choice(["names", "arguments"]), default="names", show_default=True, help="Drift over.")
@click.option("--severe", default=0.5, show_default=True, help="Drift ratio above which a case counts as severe.")
@click.option(
    "--allow-severe", default=0, show_default=True, help="Severe cases that are allowed (`baseline calibrate`)."
)
@click.option("--junit", "junit_path", metavar="FILE", help="Write JUnit XML too.")
@click.option("--sarif", "sarif_path", metavar="FILE", help="Write SARIF too.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that read.")
@click.pass_context
def check(
    context: click.Context,
    paths: tuple[str, ...],
    policy_path: str | None,
    cases_path: str | None,
    baseline_path: str | None,
    by: str,
    severe: float,
    allow_severe: int,
    junit_path: str | None,
    sarif_path: str | None,
    as_json: bool,
    jobs: int,
) -> None:
    """Check runs against invariants, a policy, and accepted baselines.

    Exit 0: all is kept. Exit 1: an invariant is broken, a finding is an error, or drift is beyond its budget. Exit 2:
    something could not be read, or there was no run.
    """
    policies = read_policies(policy_path) if policy_path else Policies()
    cases = read_cases(cases_path) if cases_path else {}
    baselines = None
    if baseline_path is not None:
        store = BaselineStore(baseline_path)
        found = {case: store.history(case).current for case in store.cases()}
        baselines = {case: entry.path for case, entry in found.items() if entry is not None}
    checked: list[CheckedRun] = []
    unreadable: list[Unreadable] = []
    with_path: WithPath = "no" if baselines is None else "digests"
    as_lines = as_json and not junit_path and not sarif_path
    for one in _checked(paths, policies, cases, with_path, jobs, as_lines=as_lines):
        (unreadable if isinstance(one, Unreadable) else checked).append(one)  # type: ignore[arg-type]  # by its kind
    if not checked and not unreadable:
        raise CannotDo("no run was found under these paths, so nothing was checked")
    report = check_report(checked, unreadable, cases, baselines, by=by, severe_line=severe, allowed_severe=allow_severe)
    if junit_path:
        from viewer.baselines.report_junit import junit  # XML takes a while to import, and few ask for it

        Path(junit_path).write_bytes(junit(report))
    if sarif_path:
        from viewer.baselines.report_sarif import sarif

        Path(sarif_path).write_bytes(json_line(sarif(report)))
    if as_json:
        write_raw(json_line(run_line(run)) if run.line is None else run.line for run in report.runs)
        for line in other_lines(report):
            write_json(line)
    else:
        write_lines(_text(report))
    context.exit(2 if unreadable else 0 if report.is_clean else 1)


def _checked(
    paths: tuple[str, ...],
    policies: Policies,
    cases: dict[str, Case],
    with_path: WithPath,
    jobs: int,
    *,
    as_lines: bool,
) -> Iterator[Checked]:
    wanted = [split_address(path) for path in paths]
    names = {path: run_id for path, run_id in wanted if run_id is not None}
    sources = list(load.sources([path for path, _ in wanted]))
    parts = list(shares(sources, jobs))
    if jobs == 1 or len(parts) < 2:
        found = (checked_sources(part, policies, cases, with_path, (), as_lines) for part in parts)
        yield from _wanted(found, names)
        return
    with ProcessPoolExecutor(min(jobs, len(parts))) as pool:
        yield from _wanted(
            pool.map(
                checked_sources, parts, repeat(policies), repeat(cases), repeat(with_path), repeat(()), repeat(as_lines)
            ),
            names,
        )


def _wanted(parts: Iterable[list[list[Checked]]], names: dict[str, str]) -> Iterator[Checked]:
    for part in parts:
        for group in part:
            yield from (one for one in group if _is_wanted(one, names)) if names else group


def _is_wanted(one: Checked, names: dict[str, str]) -> bool:
    return isinstance(one, Unreadable) or one.source not in names or names[one.source] == one.run_id


def _text(report: CheckReport) -> Iterator[str]:
    for run in report.runs:
        told = [one for one in run.results if one.result == "violation" and one.severity != "info"]
        if told:
            yield f"{run.source}#{run.run_id}{f' (case {run.case})' if run.case else ''}"
            yield from (f"  {one.severity:<8} {one.code}: {one.text}" for one in told)
    yield from (f"unreadable  {one.error}" for one in report.unreadable)
    yield from (f"note: {sentence}" for sentence in report.warnings)
    if report.drift is not None:
        yield "drift from the baselines, largest first"
        for one in report.drift.cases:
            if one.drift is None:
                yield f"      -  {one.case}: {one.reason}"
                continue
            ratio = one.ratio(report.drift.by)
            before, after = one.drift.calls
            told_ratio = "-" if ratio is None else f"{ratio:.2f}"
            yield f"  {told_ratio:>5}  {one.case}: {before} calls before, {after} now" + (
                f"; {'; '.join(one.drift.asked_differently)}" if one.drift.asked_differently else ""
            )
        yield report.drift.sentence()
    broken = sum(1 for run in report.runs if run.violations)
    yield f"{counted(len(report.runs), 'run')} checked, {broken:,} with violations ({report.violations:,} in all)"
