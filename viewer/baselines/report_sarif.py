"""A report as SARIF 2.1.0, which code hosts show beside a change."""

from typing import Any

from viewer.analysis.checks.registry import rules
from viewer.analysis.evidence.unread_write import UNREAD_WRITE
from viewer.analysis.invariants.registry import INVARIANTS
from viewer.baselines.check_report import CheckReport

_LEVEL = {"error": "error", "warning": "warning", "info": "note"}


def sarif(report: CheckReport) -> dict[str, Any]:
    """The document; a place is a source file with a logical location: the message and block."""
    known = {one.code: one.meaning for one in INVARIANTS}
    known |= {one.code: one.meaning for one in (*rules(), UNREAD_WRITE)}
    results = []
    for run in report.runs:
        for one in run.results:
            if one.result != "violation":
                continue
            logical = [
                {"fullyQualifiedName": f"{run.run_id}[{place.message_index}]" + _block(place.block), "kind": "element"}
                for place in one.positions
            ]
            location = {"artifactLocation": {"uri": run.source.replace("\\", "/")}}
            results.append(
                {
                    "ruleId": one.code,
                    "level": _LEVEL[one.severity],
                    "message": {"text": one.text},
                    "locations": [{"physicalLocation": location, "logicalLocations": logical}],
                }
            )
    if report.drift is not None and not report.drift.is_within_budget:
        results.append({"ruleId": "drift", "level": "error", "message": {"text": report.drift.sentence()}})
    invocation = {
        "executionSuccessful": True,
        "toolExecutionNotifications": [{"level": "error", "message": {"text": one.error}} for one in report.unreadable]
        + [{"level": "note", "message": {"text": sentence}} for sentence in report.warnings],
    }
    driver = {
        "name": "trajectory-viewer",
        "rules": [
            {"id": code, "shortDescription": {"text": meaning}}
            for code, meaning in {**known, "drift": "More cases changed their path than allowed"}.items()
        ],
    }
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "invocations": [invocation], "results": results}],
    }


def _block(block: int | None) -> str:
    return "" if block is None else f".{block}"
