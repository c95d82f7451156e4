"""Strands Agents and Bedrock Converse messages."""

from typing import Any

from accounting import unaccounted
from conftest import read_values, sample

from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.registry import matches
from viewer.model.block import Text, Thinking, ToolResult, ToolUse
from viewer.model.usage import Usage


def said(*parts: Any, role: str = "user", **more: Any) -> dict[str, Any]:
    return {"role": role, "content": list(parts), **more}


USE = {"toolUse": {"toolUseId": "t", "name": "look", "input": {}}}


def test_results_are_the_loops_with_the_flag_of_their_status() -> None:
    run = sample("strands/messages.json")
    assert run.messages[2].producers[0].who == "loop"
    assert run.messages[2].blocks == (
        ToolResult("tooluse_a", {"open": [1, 2, 5]}, False),
        ToolResult("tooluse_b", "sensor is offline", True),
    )
    assert run.messages[1].blocks[:2] == (Thinking("Two look-ups.", "sg"), Text("I look."))


def test_tokens_and_seconds_stand_beside_the_replies() -> None:
    run = sample("strands/messages.json")
    assert [request.usage for request in run.requests] == [Usage(40, 360, 40, 30), Usage(100, 400, 0, 20)]
    assert run.requests[0].seconds == 1.25


def test_a_body_gives_request_fields_and_its_answer_is_the_last_reply() -> None:
    run = sample("strands/converse.json")
    (fields,) = run.request_fields
    assert fields.system.value == "You guard the canal."
    assert fields.tools.value[0]["toolSpec"]["name"] == "open_lock"
    assert fields.parameters.value == {"inferenceConfig": {"maxTokens": 300}, "toolChoice": {"auto": {}}}
    (request,) = run.requests
    assert (request.stop_reason, request.model, request.usage) == (
        "tool_use",
        "eu.example.model-v1:0",
        Usage(80, None, None, 12),
    )
    assert isinstance(run.messages[-1].blocks[0], ToolUse)


def test_a_list_that_stops_at_a_call_is_open() -> None:
    run = sample("strands/session_messages.jsonl")
    assert run.ending.kind == "open"
    assert summary(run).unanswered_calls == 1
    assert run.messages[0].timestamp == "2026-02-03T08:00:00+00:00"


def test_a_message_of_another_role_is_a_problem_in_its_place() -> None:
    (run,) = read_values([said({"text": "go"}), said(role="narrator"), said(USE, role="assistant")])
    assert [problem.record for problem in run.problems] == [2]
    assert unaccounted((run,)) == []


def test_an_answer_without_a_message_is_set_aside() -> None:
    (run,) = read_values({"messages": [said({"text": "go"}), said(USE, role="assistant")], "output": {}})
    assert [aside.kind for aside in run.set_aside] == ["response"]


def test_parts_with_a_type_are_not_claimed() -> None:
    found = matches(decode(b'[{"role": "user", "content": [{"type": "text", "text": "x"}]}]', "x"))
    assert "strands" not in [format.name for format, _, _ in found]
