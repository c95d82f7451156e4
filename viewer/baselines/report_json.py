"""A report as JSON lines: one a run, one an unreadable source, one with the drift of all cases."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from viewer.baselines.check_report import CheckReport
from viewer.baselines.checked_run import CheckedRun

if TYPE_CHECKING:
    from viewer.analysis.drift import Distance, Drift
    from viewer.baselines.drift_report import CaseDrift


def lines(report: CheckReport) -> Iterator[dict[str, Any]]:
    """Every object of the report."""
    yield from (run_line(run) for run in report.runs)
    yield from other_lines(report)


def other_lines(report: CheckReport) -> Iterator[dict[str, Any]]:
    """The objects that are no run's."""
    for one in report.unreadable:
        yield {"source": one.source, "error": one.error}
    yield {
        "violations": report.violations,
        "clean": report.is_clean,
        "warnings": list(report.warnings),
        "drift": None
        if report.drift is None
        else {
            "sentence": report.drift.sentence(),
            "by": report.drift.by,
            "severe_line": report.drift.severe_line,
            "allowed_severe": report.drift.allowed_severe,
            "severe": [one.case for one in report.drift.severe],
            "cases": [case_line(one) for one in report.drift.cases],
        },
    }


def run_line(run: CheckedRun) -> dict[str, Any]:
    """One run with its results, each an object by its fields."""
    return {
        "source": run.source,
        "run_id": run.run_id,
        "key": run.key,
        "case": run.case,
        "model": run.model or None,
        "requests": run.requests,
        "calls": run.calls,
        "violations": len(run.violations),
        "findings": run.results,
    }


def case_line(one: "CaseDrift") -> dict[str, Any]:
    """One case's drift, or why there is none."""
    made = {"case": one.case, "key": one.run_key, "reason": one.reason, "asks_for_no_tool": one.asks_for_no_tool}
    return {**made, "drift": None if one.drift is None else drift_object(one.drift)}


def drift_object(drift: "Drift") -> dict[str, Any]:
    """Every measure with its counts."""
    return {
        "names": _distance(drift.names),
        "arguments": None if drift.arguments is None else _distance(drift.arguments),
        "arguments_reason": drift.arguments_reason,
        "requests": _distance(drift.requests),
        "stop_reasons": _distance(drift.stop_reasons),
        "calls": list(drift.calls),
        "steps": list(drift.steps),
        "prompt_tokens": list(drift.prompt_tokens),
        "output_tokens": list(drift.output_tokens),
        "asked_differently": list(drift.asked_differently),
    }


def _distance(distance: "Distance") -> dict[str, Any]:
    return {"edits": distance.edits, "ratio": round(distance.ratio, 4), "of": max(distance.before, distance.after)}
