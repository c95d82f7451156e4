"""Codex rollouts: which files it claims, how they end, and what a fork copied."""

import json
from typing import Any

import pytest
from conftest import read_values, sample

from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.codex import FORMAT
from viewer.formats.registry import matches
from viewer.model.run import Run
from viewer.model.usage import Usage


def claim(*values: Any) -> str | None:
    text = "\n".join(json.dumps(value) for value in values) + "\n"
    return next((match.sign for format, match, _ in matches(decode(text.encode(), "x")) if format is FORMAT), None)


def event(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": "2026-03-02T09:00:00Z", "type": "event_msg", "payload": {"type": kind, **payload}}


def run_of(*values: Any) -> Run:
    (run,) = read_values({"type": "session_meta", "payload": {"id": "t1"}}, *values, format="codex", lines=True)
    return run


def test_the_envelope_is_the_sign() -> None:
    assert claim({"timestamp": "x", "type": "session_meta", "payload": {"id": "t1"}}) is not None
    assert claim({"type": "thread.started", "thread_id": "t1"}, {"type": "turn.completed", "usage": {}}) is not None
    assert claim({"type": "turn.completed", "usage": {}}) is None
    assert claim({"id": "x", "timestamp": "y"}, {"id": "z", "timestamp": "y"}) is None


def test_a_header_of_early_2025_may_hold_an_id_and_a_time_only() -> None:
    said = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "q"}]}
    (run,) = read_values({"id": "x", "timestamp": "2025-04-17T10:00:00Z"}, said, lines=True)
    assert (run.format, run.run_id, len(run.messages)) == ("codex", "x", 1)


@pytest.mark.parametrize(
    ("events", "kind", "cut_by", "exit_status"),
    [
        ([event("task_started"), event("task_complete")], "unknown", None, "task_complete"),
        ([event("task_complete", error={"message": "no credit"})], "censored", "crash", "task_complete"),
        ([event("task_complete"), event("task_started")], "open", None, None),
        ([event("turn_aborted", reason="interrupted")], "censored", "abort", "interrupted"),
        ([event("turn_aborted", reason="budget_limited")], "censored", "tokens", "budget_limited"),
        ([event("error", message="rate limit")], "censored", "crash", "error"),
        ([], "unknown", None, None),
    ],
)
def test_the_last_event_tells_the_ending(
    events: list[dict[str, Any]], kind: str, cut_by: str | None, exit_status: str | None
) -> None:
    run = run_of(*events)
    assert (run.ending.kind, run.ending.cut_by, run.exit_status) == (kind, cut_by, exit_status)


def test_a_forks_copied_history_is_set_aside_and_its_tokens_are_not_billed_again() -> None:
    run = sample("codex/fork.jsonl")
    assert [message.records for message in run.messages] == [(9,), (11,)]
    assert summary(run).usage == Usage(1000, 5000, None, 20)
    assert run.run_id == "019cd001-0000-7000-8000-000000000002"
    assert [aside.record for aside in run.set_aside if aside.kind == "copied history"] == [3, 4, 5, 7]


def test_a_forks_requests_saw_more_than_its_own_messages_and_say_so() -> None:
    context = sample("codex/fork.jsonl").requests[0].context
    assert context is not None and context.ranges == ((0, 0),)
    assert "copy of the parent's history (records 2 to 7)" in str(context.rule)


def test_a_sub_agent_starts_where_its_own_turn_begins_and_names_its_parent() -> None:
    run = sample("codex/spawned.jsonl")
    assert run.messages[0].records == (9,)
    assert run.parent is not None and run.parent.run_id == "019ccf00-0000-7000-8000-000000000001"
    assert not run.parent.in_source


def test_the_total_of_a_fork_is_not_that_of_the_run() -> None:
    assert [one.scope for one in sample("codex/fork.jsonl").stated] == ["sub-tree"]
    assert [one.scope for one in sample("codex/two_turns.jsonl").stated] == ["run"]


def test_what_the_requests_record_sums_to_the_total_that_the_file_states() -> None:
    run = sample("codex/two_turns.jsonl")
    assert summary(run).usage == run.stated[0].usage


def test_attributes_are_the_first_headers_without_its_long_texts() -> None:
    attributes = sample("codex/two_turns.jsonl").attributes
    assert attributes["git"] == {"branch": "main"}
    assert "base_instructions" not in attributes
