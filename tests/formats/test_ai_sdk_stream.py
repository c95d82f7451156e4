"""Streams of the Vercel AI SDK."""

from typing import Any

from accounting import unaccounted
from conftest import read_values, sample

from viewer.formats.ai_sdk_stream import usage
from viewer.model.block import Text, Thinking, ToolResult, ToolUse
from viewer.model.run import Run
from viewer.model.usage import Usage

START, END = {"type": "start-step"}, {"type": "finish-step"}
CALL = {"type": "tool-input-available", "toolCallId": "c", "toolName": "look", "input": {"a": 1}}
OUTPUT = {"type": "tool-output-available", "toolCallId": "c", "output": "ok"}
FINISH = {"type": "finish"}


def one(*chunks: Any) -> Run:
    (run,) = read_values(list(chunks))
    assert unaccounted((run,)) == []
    return run


def words(text: str, id: str = "1") -> list[dict[str, Any]]:
    return [{"type": "text-start", "id": id}, {"type": "text-delta", "id": id, "delta": text}]


def test_the_pieces_of_a_step_are_one_reply_and_its_results_follow() -> None:
    run = sample("ai_sdk/stream.txt")
    assert run.messages[0].blocks == (Thinking("Ask the shelf."), ToolUse("call_1", "shelf", {"row": 3}))
    assert run.messages[1].blocks == (ToolResult("call_1", ["bowl", "vase"], False, "shelf"),)
    assert run.messages[2].blocks == (Text("A bowl and a vase."),)
    assert [aside.kind for aside in run.set_aside] == ["start", "preliminary output", "finish"]


def test_cached_tokens_are_taken_off_the_input_of_a_step() -> None:
    assert sample("ai_sdk/stream.txt").requests[0].usage == Usage(50, 150, None, 14)
    details = {
        "inputTokens": 90,
        "inputTokenDetails": {"cacheReadTokens": 60, "cacheWriteTokens": 20},
        "outputTokens": 3,
    }
    assert usage(details) == Usage(10, 60, 20, 3)
    assert usage(None) is None


def test_an_input_may_arrive_in_deltas_only() -> None:
    run = sample("ai_sdk/chunks.json")
    assert run.messages[0].blocks == (ToolUse("call_2", "glaze", {"colour": "blue"}),)
    assert (run.ending.kind, run.ending.cut_by) == ("censored", "abort")


def test_a_step_that_holds_only_outputs_is_a_reply_without_content() -> None:
    run = one(START, CALL, END, START, OUTPUT, END, START, *words("done"), END, FINISH)
    assert [len(message.blocks) for message in run.messages] == [1, 1, 0, 1]
    assert len(run.requests) == 3


def test_a_stream_that_breaks_off_keeps_what_came() -> None:
    run = one(START, *words("half"))
    assert run.messages[0].blocks == (Text("half"),)
    assert run.ending.kind == "open"
    assert [aside.kind for aside in one({"type": "start"}, START).set_aside] == ["start", "step"]


def test_an_error_cuts_the_run() -> None:
    run = one(START, *words("x"), {"type": "error", "errorText": "overloaded"})
    assert (run.ending.cut_by, run.set_aside[0].why) == ("crash", "overloaded")


def test_a_failed_or_denied_tool_is_an_error() -> None:
    for kind in ("tool-output-error", "tool-output-denied"):
        run = one(START, CALL, {"type": kind, "toolCallId": "c", "errorText": "no"}, END)
        assert run.messages[1].blocks == (ToolResult("c", "no", True, "look"),)


def test_an_input_that_could_not_be_read_is_answered_by_the_loop() -> None:
    run = one(START, {**CALL, "type": "tool-input-error", "errorText": "bad"}, END)
    assert run.messages[1].blocks == (ToolResult("c", "bad", True),)


def test_the_providers_own_tools_stand_in_the_reply() -> None:
    run = one(START, {**CALL, "providerExecuted": True}, OUTPUT, *words("done"), END, FINISH)
    assert [type(block) for block in run.messages[0].blocks] == [ToolUse, ToolResult, Text]


def test_chunks_that_are_damaged_are_problems() -> None:
    run = one(START, 5, {"type": "text-delta", "id": "1"}, *words("x"), END)
    assert [problem.record for problem in run.problems] == [2, 3]
