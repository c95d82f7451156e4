"""Rows of jobs and turns: endings, totals, marks."""

from typing import Any

import pytest

from viewer.formats.ankole_turns import Turn, attributes, ending, exit_status, notes, outcome, stated
from viewer.formats.build import RunBuilder
from viewer.model.usage import Usage

COUNTS = {"input_tokens": 100, "cached_input_tokens": 80, "output_tokens": 7, "total_tokens": 107}


def turn(**row: Any) -> Turn:
    return Turn(row)


@pytest.mark.parametrize(
    ("job", "last", "kind", "cut_by"),
    [
        ("succeeded", "completed", "success", None),
        ("failed", "completed", "failure", None),
        ("failed", "failed", "censored", "crash"),
        ("failed", "interrupted", "censored", "abort"),
        ("stopped", "completed", "censored", "abort"),
        ("running", "completed", "open", None),
        ("waiting_on_user", "in_progress", "open", None),
        (None, "completed", "unknown", None),
        (None, "in_progress", "open", None),
        (None, "interrupted", "censored", "abort"),
        (None, None, "unknown", None),
        (5, [], "unknown", None),
    ],
)
def test_the_jobs_verdict_tells_the_ending_unless_its_last_turn_was_cut(
    job: Any, last: Any, kind: str, cut_by: str | None
) -> None:
    told = ending(job, [turn(status=last)], RunBuilder())
    assert (told.kind, told.cut_by) == (kind, cut_by)


def test_the_jobs_words_come_before_the_turns() -> None:
    assert exit_status("failed", [turn(status="completed")]) == "failed"
    assert exit_status(None, [turn(status="completed")]) == "completed"
    assert exit_status(None, []) is None
    assert [outcome(one) for one in ("succeeded", "failed", "stopped", None)] == [
        "success",
        "failure",
        "unknown",
        "unknown",
    ]


def test_the_last_total_of_the_thread_is_the_runs_and_cached_tokens_are_taken_out() -> None:
    rows = [
        turn(usage={"thread_total": COUNTS, "last_model_call": COUNTS}, progress={"tool_calls": 2}),
        turn(usage={"thread_total": {**COUNTS, "input_tokens": 150}}, kind="compaction"),
        turn(usage=None, progress=[]),
    ]
    run, first, second = stated(rows)
    assert (run.scope, run.usage) == ("run", Usage(70, 80, None, 7))
    assert (first.scope, first.metrics["tool_calls"], first.metrics["last_model_call"]) == ("turn", 2, COUNTS)
    assert second.where == "turn 2 (compaction), `progress` and `usage`"


def test_marks_of_any_turn_are_told_of_the_run() -> None:
    rows = [turn(trajectory={"metadata": {"redacted": True}}), turn(trajectory={"metadata": {"redacted": "yes"}})]
    assert attributes({"id": 7, "error": {}, "turns": [], "title": "x"}, rows) == {"id": 7, "redacted": True}


def test_turns_without_items_are_told_apart_from_quiet_ones() -> None:
    assert "turns 1, 2 hold no items" in notes([turn(), turn()])[0]
    assert notes([]) == ()
