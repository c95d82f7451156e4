"""Lists of the head that open in place: findings, problems, what is set aside, attributes, totals, notes."""

from collections.abc import Callable
from typing import Any

from viewer.analysis.checks.finding import Finding
from viewer.analysis.checks.registry import rules
from viewer.counted import counted
from viewer.model.hashes import run_key
from viewer.model.position import Position
from viewer.model.run import Run
from viewer.model.usage import Usage
from viewer.ui import runs_like
from viewer.ui.detail_blocks import json_text
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_segments import Segment, alarm, button, code, prose, quiet, shown, strong, told

Row = tuple[str, list[Segment]]
MOST = 100
"""Rows of a list that are drawn; the rest is counted, and reached through the ledger."""
_INDEXED = {rule.code for rule in rules()}
"""Codes that the list of runs knows; those of invariants depend on a policy."""
VALUE = 400
"""Characters of an attribute's value in the head."""


def _findings(facts: RunFacts, run: Run) -> str:
    return counted(len(facts.findings), "finding") if facts.findings else ""


def _problems(facts: RunFacts, run: Run) -> str:
    return counted(len(run.problems), "problem") if run.problems else ""


def _set_aside(facts: RunFacts, run: Run) -> str:
    return f"{len(run.set_aside):,} set aside" if run.set_aside else ""


def _attributes(facts: RunFacts, run: Run) -> str:
    return counted(len(run.attributes), "attribute") if run.attributes else ""


def _stated(facts: RunFacts, run: Run) -> str:
    return counted(len(run.stated), "stated total") if run.stated else ""


def _notes(facts: RunFacts, run: Run) -> str:
    return counted(len(run.notes), "note") if run.notes else ""


def _task(facts: RunFacts, run: Run) -> str:
    return "task" if run.task else ""


def _sub_runs(facts: RunFacts, run: Run) -> str:
    return counted(len(run.sub_runs), "sub-run") if run.sub_runs else ""


def _branches(facts: RunFacts, run: Run) -> str:
    return counted(len(run.branches), "branch", "branches") if run.branches else ""


LISTS: dict[str, Callable[[RunFacts, Run], str]] = {
    "findings": _findings,
    "problems": _problems,
    "set_aside": _set_aside,
    "task": _task,
    "sub_runs": _sub_runs,
    "branches": _branches,
    "attributes": _attributes,
    "stated": _stated,
    "notes": _notes,
}


def list_rows(name: str, facts: RunFacts, run: Run) -> list[Row]:
    """The rows of one list; where there are very many, the first ones and a count."""
    match name:
        case "findings":
            rows = finding_rows(facts.findings)
        case "problems":
            rows = [
                (f"record {one.record:,}", [shown(one.reason), " ", button("record", one.record, "open")])
                for one in run.problems[:MOST]
            ]
        case "set_aside":
            rows = set_aside_rows(run)
        case "task":
            rows = task_rows(run)
        case "sub_runs":
            rows = sub_run_rows(run)
        case "branches":
            rows = branch_rows(run)
        case "attributes":
            rows = [
                (shown(key), [code(_value(value)), *runs_like.attribute_segments(key, value)])
                for key, value in list(run.attributes.items())[:MOST]
            ]
        case "stated":
            rows = stated_rows(run)
        case _:
            rows = [("note", prose(note)) for note in run.notes[:MOST]]
    total = {
        "findings": len(facts.findings),
        "problems": len(run.problems),
        "set_aside": len(run.set_aside),
        "attributes": len(run.attributes),
        "notes": len(run.notes),
    }.get(name, 0)
    if total > MOST:
        rows.append(("", [quiet(f"and {total - MOST:,} more")]))
    return rows


def finding_rows(findings: tuple[Finding, ...]) -> list[Row]:
    """Severity, the sentence, its code, its positions as links; of very many the first ones."""
    rows: list[Row] = []
    for finding in findings[:MOST]:
        line: list[Segment] = [*told(finding.text), " ", quiet(finding.code)]
        for position in finding.positions[:12]:
            line += [" ", {"at": position.message_index, "text": str(Position(position.message_index, position.block))}]
        if len(finding.positions) > 12:
            line.append(quiet(f" and {len(finding.positions) - 12:,} more"))
        if finding.code in _INDEXED:
            line += runs_like.finding_segments(finding.code)
        rows.append((finding.severity, [alarm("! "), *line] if finding.severity == "error" else line))
    return rows


def set_aside_rows(run: Run) -> list[Row]:
    """By kind and reason: how many records, and the first of them."""
    grouped: dict[tuple[str, str], list[int]] = {}
    for aside in run.set_aside:
        grouped.setdefault((aside.kind, aside.why), []).append(aside.record)
    rows: list[Row] = []
    for (kind, why), records in list(grouped.items())[:MOST]:
        line: list[Segment] = [strong(kind), f" · {counted(len(records), 'record')} · ", *prose(why)]
        for record in records[:12]:
            line += [" ", button("record", record, f"record {record:,}")]
        rows.append(("set aside", line))
    return rows


def task_rows(run: Run) -> list[Row]:
    """The task as the file names it; it is not a message, so the model saw it only where a message repeats it."""
    return [
        ("task", [strong("not visible to the model"), quiet(" unless a message repeats it: ")]),
        ("", [shown(run.task or "")]),
    ]


def sub_run_rows(run: Run) -> list[Row]:
    """Each sub-run: where it was started, and the button that opens it."""
    rows: list[Row] = []
    for sub in run.sub_runs[:MOST]:
        line: list[Segment] = [code(sub.label or sub.run_id), f" · {counted(len(sub.messages), 'message')} "]
        if sub.parent is not None and sub.parent.message_index is not None:
            at = sub.parent.message_index
            line += [quiet("started at "), {"at": at, "text": str(Position(at))}, " "]
        else:
            line.append(quiet("not linked to a call "))
        rows.append(
            (
                "sub-run",
                [*line, button("sub_run", run_key(sub), "open"), quiet(f" {sub.parent.rule if sub.parent else ''}")],
            )
        )
    return rows


def branch_rows(run: Run) -> list[Row]:
    """Each branch: where it leaves the list, why it is one, and the button that opens it."""
    rows: list[Row] = []
    for number, branch in enumerate(run.branches[:MOST], 1):
        where: Segment = {"at": branch.at, "text": str(Position(branch.at))} if branch.at >= 0 else quiet("the start")
        line: list[Segment] = [
            counted(len(branch.messages), "message"),
            quiet(" leaving at "),
            where,
            " ",
            shown(branch.why),
            " ",
        ]
        rows.append((f"branch {number}", [*line, button("branch", number, "read it")]))
    return rows


def stated_rows(run: Run) -> list[Row]:
    """Totals as the file states them, never put in the place of ours."""
    rows: list[Row] = []
    for stated in run.stated[:MOST]:
        words: list[str] = []
        if stated.usage is not None:
            words += [f"{_usage(stated.usage)}"]
        if stated.cost is not None:
            words.append(f"${stated.cost:,.4f}")
        if stated.steps is not None:
            words.append(counted(stated.steps, "step"))
        words += [f"{key} {_value(value)}" for key, value in list(stated.metrics.items())[:20]]
        rows.append((f"stated, {stated.scope}", [shown(" · ".join(words)), quiet(f" in {stated.where}")]))
    return rows


def _usage(usage: Usage) -> str:
    parts = (
        ("in", usage.input_tokens),
        ("cache read", usage.cache_read_input_tokens),
        ("cache write", usage.cache_creation_input_tokens),
        ("out", usage.output_tokens),
    )
    return " · ".join(f"{word} {value:,}" for word, value in parts if value is not None)


def _value(value: Any) -> str:
    text = value if isinstance(value, str) else json_text(value)
    text = " ".join(text.split()) if "\n" in text else text
    return text if len(text) <= VALUE else f"{text[:VALUE]}… {len(text):,} characters"
