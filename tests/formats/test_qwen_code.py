"""Qwen Code chat records."""

from typing import Any

import pytest
from accounting import unaccounted
from claims import claims
from conftest import read_values, sample

from viewer.analysis.summary import summary
from viewer.model.block import ToolResult
from viewer.model.run import Run


def record(uuid: str, parent: str | None, kind: str, *parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    message = {"message": {"role": "model" if kind == "assistant" else "user", "parts": list(parts)}} if parts else {}
    return {"uuid": uuid, "parentUuid": parent, "sessionId": "s", "type": kind, **message, **more}


def text(words: str) -> dict[str, Any]:
    return {"text": words}


def one(*values: Any) -> Run:
    (run,) = read_values(*values, format="qwen_code", lines=True)
    assert unaccounted((run,)) == []
    return run


def test_the_prompt_s_tokens_are_told_apart_from_the_cache_s_and_thoughts_are_output() -> None:
    usage = sample("qwen_code/chat.jsonl").requests[0].usage
    assert usage is not None
    assert (usage.input_tokens, usage.cache_read_input_tokens, usage.output_tokens) == (300, 600, 25)


def test_counts_that_the_client_left_empty_are_not_recorded() -> None:
    run = one(record("a", None, "user", text("1")), record("b", "a", "assistant", text("2"), usageMetadata={}))
    assert run.requests[0].usage is None


def test_results_of_calls_at_once_stand_on_one_path() -> None:
    run = sample("qwen_code/chat.jsonl")
    assert run.messages[2].records == (4, 5)
    assert [block.is_error for block in run.messages[2].blocks if isinstance(block, ToolResult)] == [False, True]
    assert summary(run).unanswered_calls == 0


def test_results_that_follow_their_reply_each_are_no_branches() -> None:
    calls = [{"functionCall": {"id": one, "name": "f", "args": {}}} for one in "xy"]
    results = [{"functionResponse": {"id": one, "name": "f", "response": {"output": one}}} for one in "xy"]
    run = one(
        record("a", None, "user", text("1")),
        record("b", "a", "assistant", *calls),
        record("c", "b", "tool_result", results[0]),
        record("d", "b", "tool_result", results[1]),
        record("e", "d", "assistant", text("2")),
    )
    assert (run.branches, [message.records for message in run.messages]) == ((), [(1,), (2,), (3, 4), (5,)])


def test_a_path_that_was_left_is_a_branch() -> None:
    run = sample("qwen_code/chat.jsonl")
    assert [(branch.at, branch.messages[0].records) for branch in run.branches] == [(2, (6,))]


@pytest.mark.parametrize(("count", "status"), [(1, "derived"), (2, "derived"), (3, "unknown"), (0, "unknown")])
def test_a_compression_that_kept_messages_leaves_it_open_which(count: int, status: str) -> None:
    stored = [{"role": "user", "parts": [text("so far")]}] * count
    run = one(
        record("a", None, "user", text("1")),
        record("b", "a", "assistant", text("2")),
        record("c", "b", "system", subtype="chat_compression", systemPayload={"compressedHistory": stored}),
        record("d", "c", "assistant", text("3")),
    )
    context = run.requests[-1].context
    assert context is not None and context.status == status


def test_a_failed_request_at_the_end_cuts_the_run() -> None:
    failed = {"uiEvent": {"event.name": "qwen-code.api_error"}}
    error = record("c", "b", "system", subtype="ui_telemetry", systemPayload=failed)
    run = one(record("a", None, "user", text("1")), record("b", "a", "assistant", text("2")), error)
    assert (run.ending.kind, run.ending.cut_by) == ("censored", "crash")


def test_records_that_no_person_wrote_are_the_loop_s() -> None:
    run = one(record("a", None, "user", text("1"), subtype="notification"), record("b", "a", "user", text("2")))
    assert [message.producers[0].who for message in run.messages] == ["loop", "caller"]


def test_the_title_is_an_attribute() -> None:
    title = record("a", None, "system", subtype="custom_title", systemPayload={"customTitle": "Lamps"})
    assert one(title).attributes["title"] == "Lamps"


def test_records_of_claude_code_and_of_the_api_are_not_claimed() -> None:
    claude = {"uuid": "a", "parentUuid": None, "sessionId": "s", "type": "user", "message": {"content": "x"}}
    assert "qwen_code" not in claims(claude, claude, lines=True)
    assert "qwen_code" not in claims({"role": "user", "parts": [text("x")]}, 5, lines=True)


def test_an_unknown_type_is_a_problem() -> None:
    assert [problem.record for problem in one(record("a", None, "hologram", text("1"))).problems] == [1]
