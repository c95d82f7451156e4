"""What stands behind a row or a cell of the matrix: runs, violations with links, reasons, masked values."""

from collections.abc import Sequence
from urllib.parse import urlencode

from viewer.analysis.invariants.result import CheckResult
from viewer.analysis.policy import Policy
from viewer.analysis.run_path import Substitution
from viewer.baselines.checked_run import CheckedRun
from viewer.baselines.matrix import WORDS, MatrixRow, RunOfCase, position_text
from viewer.counted import counted
from viewer.ui.format_choice import parameters
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import Segment, alarm, code, page_link, quiet, shown, strong
from viewer.ui.shown_values import named_value

MOST = 40
"""Violations, runs or masked values of a list; the rest is counted."""


def violation_rows(rows: Sequence[MatrixRow], checks: Sequence[str] = ()) -> list[Row]:
    """What is broken in these rows, errors first, each with its positions as links."""
    found = [
        (one, result)
        for row in rows
        for one in row.runs
        for result in one.checked.results
        if result.result == "violation" and (result.code in checks if checks else result.severity != "info")
    ]
    found.sort(key=lambda pair: pair[1].severity != "error")
    made: list[Row] = [(WORDS[result.severity], _violation(one.checked, result)) for one, result in found[:MOST]]
    if len(found) > MOST:
        made.append(("", [quiet(f"and {len(found) - MOST:,} more: filter by check or by case")]))
    return made


def _violation(run: CheckedRun, result: CheckResult) -> list[Segment]:
    text = result.text
    line: list[Segment] = [alarm("! ") if result.severity == "error" else "", shown(text), " ", quiet(result.code), " "]
    read_as = parameters()
    for place in result.positions[:12]:
        line += [" ", page_link(position_text(place), run.key, place.message_index, read_as)]
    if len(result.positions) > 12:
        line.append(quiet(f" and {len(result.positions) - 12:,} more"))
    return [*line, quiet(" · "), *_name(run)]


def _name(run: CheckedRun) -> list[Segment]:
    named: list[Segment] = [code(run.case), " "] if run.case else []
    return [*named, page_link(shown(run.run_id), run.key, parameters=parameters())]


def row_rows(row: MatrixRow, *, can_compare: bool) -> list[Row]:
    """One row of the matrix in lines: its runs, what is broken, what was not evaluated and why."""
    made: list[Row] = []
    for one in row.runs[-MOST:]:
        made.append(("run", run_line(one, can_compare=can_compare)))
    if len(row.runs) > MOST:
        made.append(("", [quiet(f"and {counted(len(row.runs) - MOST, 'earlier run')}")]))
    made += violation_rows([row]) or [("checks", [quiet("nothing is broken in what was evaluated")])]
    noted = [
        ("noted", _violation(one.checked, result))
        for one in row.runs
        for result in one.checked.results
        if result.result == "violation" and result.severity == "info"
    ]
    made += noted[:MOST]
    return [*made, *not_evaluated_rows(row)]


def run_line(one: RunOfCase, *, can_compare: bool) -> list[Segment]:
    """A run: its name, when it started, its counts, how its path changed, and the way to the comparison."""
    run = one.checked
    line: list[Segment] = [
        *_name(run),
        quiet(f" · {run.started_at or 'no start recorded'} · "),
        shown(run.model or "—"),
    ]
    line.append(quiet(f" · {counted(run.requests, 'request')} · {counted(run.calls, 'call')}"))
    if one.drift is not None:
        line += [quiet(" · names changed by "), strong(f"{one.drift.names.ratio:.2f}")]
        if one.drift.arguments is not None:
            line.append(quiet(f", with arguments {one.drift.arguments.ratio:.2f}"))
        if one.drift.asked_differently and can_compare:
            line.append(quiet(f" · asked otherwise: {'; '.join(one.drift.asked_differently)}"))
    if run.problems:
        line.append(quiet(f" · {counted(run.problems, 'record')} could not be read"))
    if run.case is not None and can_compare:
        words = "to its path, to accept it" if one.drift is None else "compare with the accepted path"
        line += [quiet(" · "), accept_link(words, run.case, run.key)]
    return line


def accept_link(text: str, case: str, key: str | None = None) -> Segment:
    """A link to a case, or to a run of it beside the accepted path, on the Baselines page."""
    query = {"case": case, **({} if key is None else {"run": key}), **parameters()}
    return {"page": f"baselines?{urlencode(query, doseq=True, errors='replace')}", "text": text}


def not_evaluated_rows(row: MatrixRow) -> list[Row]:
    """Checks that could not be asked, grouped by the reason."""
    by_reason: dict[str, dict[str, None]] = {}
    for one in row.runs:
        for result in one.checked.results:
            if result.result == "not_evaluated":
                by_reason.setdefault(result.reason or "", {})[result.code] = None
    return [
        ("not evaluated", [shown(reason), quiet(": "), quiet(", ".join(codes))])
        for reason, codes in list(by_reason.items())[:MOST]
    ]


def rules_rows(policy: Policy) -> list[Row]:
    """What counts as volatile: the patterns and keys of the policy in force."""
    rules = policy.rules
    keys: list[Segment] = []
    for key in rules.keys:
        keys += [" ", code(key)] if keys else [code(key)]
    made: list[Row] = [(f"<{name}>", [code(pattern)]) for name, pattern in rules.patterns]
    made.append(("keys", keys or [quiet("none")]))
    if rules.sets:
        made.append(("sets", [code(" ".join(rules.sets)), quiet(" lists whose order says nothing")]))
    return made


def substitution_rows(found: Sequence[Substitution], key: str) -> list[Row]:
    """Which values of a run's arguments were replaced before it was compared."""
    read_as = parameters()
    made: list[Row] = []
    for one in found[:MOST]:
        line: list[Segment] = [
            page_link(f"[{one.message_index}].{one.block}", key, one.message_index, read_as), " ", code(one.path),
            quiet(": "), code(named_value(one.path.rpartition(".")[2], one.value, 120)),
        ]  # fmt: skip
        made.append((one.placeholder, line))
    if len(found) > MOST:
        made.append(("", [quiet(f"and {len(found) - MOST:,} more")]))
    return made or [("masked", [quiet("no value: no rule fits an argument of this run")])]
