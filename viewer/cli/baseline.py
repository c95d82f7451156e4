"""`baseline`: accepted paths of cases: list, show, accept one by hand, revert, calibrate."""

import getpass
from collections.abc import Callable
from typing import Any

import click

from viewer import load
from viewer.analysis.drift import drift, path_alignment
from viewer.analysis.run_path import RunPath, run_path
from viewer.baselines.accepted import Acceptance
from viewer.baselines.calibration import Baseline, Calibration, CaseNoise, Spread, calibrate
from viewer.baselines.cases import case_of, read_cases
from viewer.baselines.checked_run import checked_run
from viewer.baselines.drift_report import SEVERE
from viewer.baselines.report_json import drift_object
from viewer.baselines.store import BaselineStore, NotAccepted
from viewer.cli.address import run_at
from viewer.cli.output import CannotDo, write_json, write_lines
from viewer.errors import RunFileError
from viewer.model.hashes import run_hash, run_key
from viewer.policy_file import Policies, read_policies

FOLDER = click.option("--baseline", "folder", metavar="DIR", default="baselines", show_default=True, help="Folder.")
JSON = click.option("--json", "as_json", is_flag=True, help="JSON lines.")
BY = click.option("--as", "who", default=getpass.getuser, show_default="your user name", help="Who accepts.")


@click.group()
def baseline() -> None:
    """Accepted paths of cases. They change by hand only, one case at a time, with a reason."""


@baseline.command("list")
@FOLDER
@JSON
def list_baselines(folder: str, as_json: bool) -> None:
    """The cases that have a baseline."""
    store = BaselineStore(folder)
    cases = store.cases()
    if not cases and not as_json:
        write_lines([f"{folder} holds no baseline yet: `baseline accept` takes the first"])
    for case in cases:
        history = store.history(case)
        current = history.current
        if current is None:
            continue
        if as_json:
            write_json({"case": case, "entries": len(history.entries), **_entry(current)})
        else:
            write_lines([f"{case}: {len(current.path.calls)} calls, {_told(current)}"])


@baseline.command()
@click.argument("case")
@FOLDER
@JSON
def show(case: str, folder: str, as_json: bool) -> None:
    """All that was accepted for a case, the latest last."""
    history = BaselineStore(folder).history(case)
    if not history.entries:
        raise CannotDo(f"{folder} holds no baseline of {case}")
    for entry in history.entries:
        if as_json:
            write_json(_entry(entry) | {"path": entry.model_dump(mode="json")["path"]})
        else:
            write_lines([f"{entry.hash[:12]} {entry.action}: {_told(entry)}", *_path_lines(entry.path)])
    for sentence in history.broken_links():
        write_lines([f"warning: {sentence}"])


@baseline.command()
@click.argument("run", metavar="RUN")
@click.option("--case", "case", help="Its case; the run's own where it names one.")
@click.option("--reason", required=True, help="Why this path is the one to keep.")
@click.option(
    "--seen", metavar="HASH", help="Hash of the baseline that you compared it with; none where there is none."
)
@click.option("--policy", "policy_path", metavar="FILE", help="Policy whose invariants it has to keep.")
@click.option("--cases", "cases_path", metavar="FILE", help="Cases, one a line.")
@click.option("--override", is_flag=True, help="Accept it although it breaks an invariant; the reason says why.")
@BY
@FOLDER
@JSON
def accept(
    run: str,
    case: str | None,
    reason: str,
    seen: str | None,
    policy_path: str | None,
    cases_path: str | None,
    override: bool,
    who: str,
    folder: str,
    as_json: bool,
) -> None:
    """Take a run's path as the baseline of its case."""
    found = run_at(run)
    named = case or case_of(found.attributes, found.label)
    if named is None:
        raise CannotDo(f"{run} names no case: give --case")
    policies = read_policies(policy_path) if policy_path else Policies()
    checked = checked_run(found, policies, read_cases(cases_path) if cases_path else {})
    path = run_path(found) if checked.path is None else checked.path
    store = BaselineStore(folder)
    current = store.history(named).current
    if current is not None and seen is None:
        change = drift(current.path, path)
        raise CannotDo(
            f"{named} has a baseline ({_told(current)}); this run's names drift by {change.names.ratio:.2f}. "
            f"Compare them (`baseline compare`), then accept with --seen {current.hash[:12]}"
        )
    if current is not None and seen is not None and current.hash.startswith(seen):
        seen = current.hash
    entry = _or_cannot(
        lambda: store.accept(
            named,
            path,
            reason=reason,
            accepted_by=who,
            expected=seen,
            run_key=run_key(found),
            run_hash=run_hash(found),
            source=found.source.name,
            problems=checked.problems,
            violations=checked.violated_invariants,
            override=override,
        )
    )
    _say(named, entry, as_json)


@baseline.command()
@click.argument("case")
@click.argument("to", metavar="HASH")
@click.option("--reason", required=True, help="Why.")
@BY
@FOLDER
@JSON
def revert(case: str, to: str, reason: str, who: str, folder: str, as_json: bool) -> None:
    """Take an earlier baseline of a case again, as a new entry."""
    store = BaselineStore(folder)
    current = store.history(case).current
    expected = None if current is None else current.hash
    _say(case, _or_cannot(lambda: store.revert(case, to, reason=reason, accepted_by=who, expected=expected)), as_json)


@baseline.command()
@click.argument("run", metavar="RUN")
@click.option("--case", "case", help="Its case; the run's own where it names one.")
@FOLDER
@JSON
def compare(run: str, case: str | None, folder: str, as_json: bool) -> None:
    """A run beside its case's baseline, step by step."""
    found = run_at(run)
    named = case or case_of(found.attributes, found.label)
    current = None if named is None else BaselineStore(folder).history(named).current
    if current is None:
        raise CannotDo(f"{folder} holds no baseline of {named or 'this run, which names no case'}")
    path = run_path(found)
    change, rows = drift(current.path, path), path_alignment(current.path, path).rows
    steps = [
        (
            row.change,
            [call.name for call in row.left.calls] if row.left else None,
            [call.name for call in row.right.calls] if row.right else None,
        )
        for row in rows
    ]
    if as_json:
        aligned = [{"change": kind, "baseline": left, "run": right} for kind, left, right in steps]
        write_json({"case": named, "baseline": current.hash, "drift": drift_object(change), "steps": aligned})
        return
    write_lines([f"{named}: baseline {current.hash[:12]}, {_told(current)}"])
    write_lines(f"  {kind:<9} {_tools(left):<40} {_tools(right)}" for kind, left, right in steps)
    names, argued = change.names, change.arguments
    write_lines(
        [
            f"names changed by {names.ratio:.2f} ({names.edits} edits), "
            + (f"names with arguments by {argued.ratio:.2f}" if argued else f"arguments: {change.arguments_reason}"),
            f"calls {change.calls[0]} before, {change.calls[1]} now; requests {change.steps[0]} and {change.steps[1]}",
            *change.asked_differently,
        ]
    )


@baseline.command("calibrate")
@click.argument("paths", nargs=-1, required=True, metavar="DIR…")
@click.option("--cases", "cases_path", metavar="FILE", help="Cases, one a line.")
@click.option("--severe", default=SEVERE, show_default=True, help="Drift ratio above which a case counts as severe.")
@FOLDER
@JSON
def calibrate_set(paths: tuple[str, ...], cases_path: str | None, severe: float, folder: str, as_json: bool) -> None:
    """Noise and thresholds from repeated runs: each DIR holds one run of every case, nothing changed in between."""
    cases = read_cases(cases_path) if cases_path else {}
    store = BaselineStore(folder)
    accepted = {case: current for case in store.cases() if (current := store.history(case).current) is not None}
    found = calibrate(
        [_run_set(path) for path in paths],
        {case: Baseline(entry.path, entry.run_key) for case, entry in accepted.items()},
        without_tools=frozenset(case for case, told in cases.items() if told.asks_for_no_tool),
        severe_line=severe,
    )
    if as_json:
        write_json(_calibration(found))
        return
    for one in found.cases:
        write_lines(
            [
                f"{one.case}: n {one.n}, calls {one.calls.low:g}-{one.calls.high:g}, "
                f"requests {one.requests.low:g}-{one.requests.high:g}, noise {one.sentence()}, "
                f"max_calls seen {one.suggested_max_calls}"
            ]
        )
    write_lines(f"warning: {sentence}" for sentence in found.warnings)
    by_run = ", ".join(map(str, found.severe_by_run))
    write_lines([f"severe cases by run: {by_run}; allow {found.allowed_severe} (worst of {found.n})"])


def _run_set(path: str) -> dict[str, tuple[str, RunPath]]:
    found: dict[str, tuple[str, RunPath]] = {}
    for source in load.sources([path]):
        try:
            read = load.runs(source)
        except RunFileError as error:
            raise CannotDo(str(error)) from error
        for run in read:
            case = case_of(run.attributes, run.label)
            if case is not None:
                found[case] = (run_key(run), run_path(run))
    if not found:
        raise CannotDo(f"{path} holds no run that names its case")
    return found


def _calibration(found: Calibration) -> dict[str, Any]:
    return {
        "n": found.n,
        "severe_line": found.severe_line,
        "severe_by_run": list(found.severe_by_run),
        "allowed_severe": found.allowed_severe,
        "warnings": list(found.warnings),
        "cases": [_noise(one) for one in found.cases],
    }


def _noise(one: CaseNoise) -> dict[str, Any]:
    return {
        "case": one.case,
        "n": one.n,
        "calls": _spread(one.calls),
        "requests": _spread(one.requests),
        "to_baseline": _spread(one.to_baseline),
        "between_runs": _spread(one.between_runs),
        "noise_floor": one.noise_floor,
        "suggested_max_calls": one.suggested_max_calls,
        "sentence": one.sentence(),
    }


def _spread(spread: Spread | None) -> dict[str, float] | None:
    return None if spread is None else {"min": spread.low, "median": spread.middle, "max": spread.high}


def _or_cannot(take: Callable[[], Acceptance]) -> Acceptance:
    try:
        return take()
    except NotAccepted as error:
        raise CannotDo(str(error)) from error


def _say(case: str, entry: Acceptance, as_json: bool) -> None:
    if as_json:
        write_json({"case": case, **_entry(entry)})
    else:
        write_lines([f"{case}: {entry.hash[:12]} is the baseline now, {_told(entry)}"])


def _entry(entry: Acceptance) -> dict[str, Any]:
    return {"hash": entry.hash, **entry.model_dump(mode="json", exclude={"path"}), "calls": len(entry.path.calls)}


def _told(entry: Acceptance) -> str:
    return f"accepted by {entry.accepted_by} on {entry.accepted_at:%Y-%m-%d %H:%M}: {entry.reason}"


def _path_lines(path: RunPath) -> list[str]:
    return [
        f"  request {request.k}: {_tools([call.name for call in request.calls])}, stop {request.stop_reason or '-'}"
        for request in path.requests
    ]


def _tools(names: list[str] | None) -> str:
    return "-" if names is None else ", ".join(names) or "no call"
