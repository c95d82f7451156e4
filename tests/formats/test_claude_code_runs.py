"""The run of a thread: attributes, endings, contexts, branches."""

from typing import Any

import pytest
from conftest import read_values, sample

from viewer.analysis.summary import summary
from viewer.model.run import Run


def line(uuid: str, parent: str | None, kind: str, content: Any, **more: Any) -> dict[str, Any]:
    head = {"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": "s1", "cwd": "/w", "version": "2.1.0"}
    message = {"role": kind, "content": content, **({"id": uuid} if kind == "assistant" else {})}
    return {**head, "isSidechain": False, "message": message, **more}


def run_of(*values: Any) -> Run:
    (run,) = read_values(*values, format="claude_code", lines=True)
    return run


def test_pieces_of_one_reply_are_one_request_with_the_usage_of_the_last() -> None:
    run = sample("claude_code/split_reply.jsonl")
    first = run.requests[0]
    assert [block.__class__.__name__ for block in run.messages[1].blocks] == ["Thinking", "Text", "ToolUse", "ToolUse"]
    assert first.usage is not None and first.usage.output_tokens == 120
    assert summary(run).model_requests == 3


def test_results_stored_as_a_fork_are_one_message_in_the_order_of_the_file() -> None:
    run = sample("claude_code/split_reply.jsonl")
    assert (run.messages[2].records, run.branches) == ((10, 11), ())


def test_a_piece_after_a_users_words_joins_its_reply_where_the_first_piece_stood() -> None:
    run = sample("claude_code/split_reply.jsonl")
    assert [message.records for message in run.messages[3:5]] == [(12, 14), (13,)]


def test_a_left_path_is_a_branch_whose_replies_count() -> None:
    run = sample("claude_code/left_path.jsonl")
    (branch,) = run.branches
    assert (branch.at, [message.records for message in branch.messages]) == (1, [(3,), (4,), (5,), (6,)])
    counts = summary(run)
    assert (counts.model_requests, counts.tool_calls, counts.unanswered_calls) == (5, 2, 0)


def test_lines_that_a_resumed_session_repeats_are_counted_once() -> None:
    run = sample("claude_code/left_path.jsonl")
    assert [(aside.record, aside.why) for aside in run.set_aside if aside.kind == "repeated"] == [
        (10, "repeats record 8"),
        (11, "repeats record 9"),
    ]


def test_after_a_compaction_requests_see_the_list_from_its_summary_on() -> None:
    run = sample("claude_code/compacted.jsonl")
    context = run.requests[2].context
    assert context is not None and (context.status, context.ranges) == ("derived", ((4, 6),))
    assert [request.context for request in run.requests[:2]] == [None, None]


def test_a_compaction_that_kept_messages_leaves_the_context_unknown() -> None:
    kept = {"subtype": "compact_boundary", "compactMetadata": {"preservedMessages": ["u1"]}}
    run = run_of(
        line("u1", None, "user", "go"),
        {**line("k1", None, "system", ""), **kept, "logicalParentUuid": "u1"},
        line("k2", "k1", "user", "Summary", isCompactSummary=True),
        line("u2", "k2", "assistant", "yes"),
    )
    assert run.requests[0].context is not None and run.requests[0].context.status == "unknown"


def test_a_harness_head_gives_the_run_its_label_and_verdict() -> None:
    head = {"label": "refunds", "task": "refund-4", "outcome": "max_steps", "iteration_cap": 40, "id": "run-4"}
    run = run_of({"type": "run-meta", "run": head}, line("u1", None, "user", "go"))
    assert (run.label, run.task, run.exit_status) == ("refunds", "refund-4", "max_steps")
    assert (run.ending.kind, run.ending.cut_by, run.ending.cap) == ("censored", "steps", 40)
    assert (run.run_id, run.attributes["sessionId"]) == ("run-4", "s1")


def test_attributes_are_the_files_own_words_and_titles() -> None:
    run = run_of(line("u1", None, "user", "go", gitBranch="main"), {"type": "custom-title", "customTitle": "Refunds"})
    assert run.attributes == {
        "sessionId": "s1",
        "cwd": "/w",
        "gitBranch": "main",
        "version": "2.1.0",
        "customTitle": "Refunds",
    }


def test_a_session_that_goes_on_with_another_names_both() -> None:
    run = run_of(line("u1", None, "user", "go"), line("u2", "u1", "assistant", "yes", sessionId="s2"))
    assert (run.run_id, run.attributes["sessionIds"]) == ("s2", ["s1", "s2"])


def test_an_api_error_after_the_last_message_is_a_crash() -> None:
    ending = sample("claude_code/broken_off.jsonl").ending
    assert (ending.kind, ending.cut_by) == ("censored", "crash")


def test_an_interrupt_at_the_end_is_an_abort_and_the_next_words_open_a_turn() -> None:
    values = [
        line("u1", None, "user", "go"),
        line("u2", "u1", "assistant", [{"type": "tool_use", "id": "a", "name": "Bash", "input": {}}]),
        line("u3", "u2", "user", [{"type": "tool_result", "tool_use_id": "a", "content": "ok"}]),
        line("u4", "u3", "user", "[Request interrupted by user]"),
    ]
    assert (run_of(*values).ending.cut_by, summary(run_of(*values)).turns) == ("abort", 1)
    more = run_of(*values, line("u5", "u4", "user", "again"), line("u6", "u5", "assistant", "yes"))
    assert more.requests[-1].turn == 2


@pytest.mark.parametrize(
    ("content", "kind"), [([{"type": "tool_use", "id": "a", "name": "Bash", "input": {}}], "open"), ("done", "unknown")]
)
def test_without_a_sign_of_its_end_a_run_is_open_only_while_something_is_due(content: Any, kind: str) -> None:
    assert run_of(line("u1", None, "user", "go"), line("u2", "u1", "assistant", content)).ending.kind == kind


def test_a_parent_that_is_not_in_the_file_is_noted() -> None:
    run = run_of(line("u1", "gone", "user", "go"), line("u2", "u1", "assistant", "yes"))
    assert len(run.messages) == 2
    assert run.notes == (
        "records 1 name a parent that is not in the file before them; read as following in file order",
    )


def test_two_sessions_in_one_file_are_two_runs_with_all_records_between_them() -> None:
    first, second = read_values(
        line("u1", None, "user", "go"),
        line("v1", None, "user", "go", sessionId="s2"),
        {"type": "mode"},
        format="claude_code",
        lines=True,
    )
    assert ([first.run_id, second.run_id], second.set_aside[0].record) == (["s1", "s2"], 3)
