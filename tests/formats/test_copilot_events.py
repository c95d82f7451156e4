"""Events of a Copilot CLI session."""

from typing import Any

import pytest
from accounting import unaccounted
from conftest import read_values, sample

from viewer.model.block import Text, Thinking, ToolResult, Unknown
from viewer.model.run import Run
from viewer.model.usage import Usage


def event(kind: str, **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data, "id": "e", "timestamp": "2026-02-01T12:00:00Z", "parentId": None}


ASKED = event("user.message", content="go")


def said(words: str, message_id: str = "m", **data: Any) -> dict[str, Any]:
    return event("assistant.message", messageId=message_id, content=words, **data)


def one(*values: Any) -> Run:
    (run,) = read_values(*values, format="copilot_cli", lines=True)
    assert unaccounted((run,)) == []
    return run


def test_input_excludes_what_the_cache_gave_and_took() -> None:
    run = sample("copilot_cli/events.jsonl")
    assert run.requests[1].usage == Usage(100, 380, 20, 7)
    assert run.requests[1].seconds == 1.5
    assert run.stated[0].usage == Usage(100, 380, 20, 7)


def test_a_reply_that_records_its_output_only_has_no_input() -> None:
    assert sample("copilot_cli/events.jsonl").requests[0].usage == Usage(output_tokens=44)


def test_what_the_client_added_to_a_prompt_is_what_the_model_saw() -> None:
    (block,) = one(event("user.message", content="go", transformedContent="<date/>\ngo")).messages[0].blocks
    assert block == Text("<date/>\ngo")


def test_reasoning_before_a_reply_is_a_piece_of_it_and_is_not_shown_twice() -> None:
    thought = event("assistant.reasoning", reasoningId="r", content="hm")
    apart, both = one(ASKED, thought, said("x")), one(ASKED, thought, said("x", reasoningText="hm"))
    for run in (apart, both):
        assert run.messages[1].blocks == (Thinking("hm"), Text("x"))
        assert run.messages[1].records == (2, 3)


def test_reasoning_that_no_reply_completes_is_set_aside() -> None:
    thought = event("assistant.reasoning", reasoningId="r", content="hm")
    run = one(ASKED, thought, ASKED, thought)
    assert [aside.record for aside in run.set_aside] == [2, 4]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"success": True, "result": {"content": "ok", "detailedContent": "okay"}}, ToolResult("c", "ok", False)),
        ({"success": False, "error": {"message": "no", "code": "x"}}, ToolResult("c", "no", True)),
        ({}, ToolResult("c", None, None)),
    ],
)
def test_a_result_keeps_what_the_model_saw_and_its_flag(data: dict[str, Any], expected: ToolResult) -> None:
    assert one(ASKED, event("tool.execution_complete", toolCallId="c", **data)).messages[1].blocks == (expected,)


def test_a_command_of_the_user_is_no_result() -> None:
    done = event("tool.execution_complete", toolCallId="c", success=True, isUserRequested=True)
    message = one(done).messages[0]
    assert (type(message.blocks[0]), message.producers[0].who) == (Unknown, "caller")


@pytest.mark.parametrize(
    ("data", "status", "ranges"),
    [
        ({"success": True, "summaryContent": "so far"}, "derived", ((2, 3),)),
        (
            {"success": True, "summaryContent": "so far", "preCompactionMessagesLength": 9, "messagesRemoved": 4},
            "unknown",
            (),
        ),
        ({"success": True}, "unknown", ()),
    ],
)
def test_after_a_compaction_requests_see_what_is_told(
    data: dict[str, Any], status: str, ranges: tuple[tuple[int, int], ...]
) -> None:
    run = one(ASKED, said("a", "m1"), event("session.compaction_complete", **data), ASKED, said("b", "m2"))
    context = run.requests[-1].context
    assert context is not None and (context.status, context.ranges) == (status, ranges)


def test_a_compaction_that_failed_changes_nothing() -> None:
    run = one(ASKED, event("session.compaction_complete", success=False, error="x"), said("a"))
    assert run.requests[0].context is None


def test_after_a_truncation_what_requests_saw_is_not_known() -> None:
    context = one(ASKED, event("session.truncation"), said("a")).requests[0].context
    assert context is not None and context.status == "unknown"


@pytest.mark.parametrize(
    ("last", "kind", "cut_by"),
    [
        (event("abort", reason="user"), "censored", "abort"),
        (event("session.error", errorType="quota"), "censored", "crash"),
        (event("session.shutdown", shutdownType="error"), "censored", "crash"),
        (event("session.shutdown", shutdownType="routine"), "unknown", None),
    ],
)
def test_what_stands_after_the_last_message_tells_the_ending(
    last: dict[str, Any], kind: str, cut_by: str | None
) -> None:
    ending = one(ASKED, said("a"), last).ending
    assert (ending.kind, ending.cut_by) == (kind, cut_by)
    assert one(ASKED, last, said("a")).ending.kind == "unknown"


def test_damaged_totals_cost_no_run() -> None:
    metrics = {
        "a": {"usage": {"inputTokens": "many"}},
        "b": 5,
        "c": {"usage": {"inputTokens": -1, "cacheReadTokens": 9}},
    }
    assert len(one(ASKED, said("a"), event("session.shutdown", modelMetrics=metrics)).stated) == 2


def test_the_model_is_the_one_that_was_chosen_last() -> None:
    change = event("session.model_change", newModel="b")
    run = one(event("session.start", sessionId="s", selectedModel="a"), said("1", "m1"), change, said("2", "m2"))
    assert [request.model for request in run.requests] == ["a", "b"]
