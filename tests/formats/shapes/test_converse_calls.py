"""Logged calls of Bedrock's Converse API."""

from typing import Any

from accounting import unaccounted
from conftest import read_values

from viewer.formats.shapes.converse_calls import is_call
from viewer.model.block import Text, ToolResult, ToolUse
from viewer.model.usage import Usage

ASKED = {"role": "user", "content": [{"text": "dim the hall"}]}
CALLED = {"role": "assistant", "content": [{"toolUse": {"toolUseId": "t", "name": "dim", "input": {"level": 2}}}]}
RESULT = {"role": "user", "content": [{"toolResult": {"toolUseId": "t", "content": [{"text": "ok"}]}}]}
SAID = {"role": "assistant", "content": [{"text": "It is dim."}]}


def exchange(messages: list[Any], answer: Any, word: str) -> dict[str, Any]:
    body = {"messages": messages, "system": [{"text": "Be brief."}], "inferenceConfig": {"maxTokens": 9}}
    response = {
        "output": {"message": answer},
        "stopReason": word,
        "usage": {"inputTokens": 5, "outputTokens": 2, "totalTokens": 7},
        "metrics": {"latencyMs": 1500},
    }
    path = "/model/some.model/converse"
    return {"scope": "https://api", "method": "POST", "path": path, "body": body, "status": 200, "response": response}


def test_recorded_calls_are_one_run_as_long_as_each_extends_the_last() -> None:
    first, second = exchange([ASKED], CALLED, "tool_use"), exchange([ASKED, CALLED, RESULT], SAID, "end_turn")
    (run,) = runs = read_values([first, second])
    assert [message.blocks for message in run.messages] == [
        (Text("dim the hall"),),
        (ToolUse("t", "dim", {"level": 2}),),
        (ToolResult("t", "ok"),),
        (Text("It is dim."),),
    ]
    assert [request.usage for request in run.requests] == [Usage(5, None, None, 2)] * 2
    assert [(request.stop_reason, request.seconds) for request in run.requests] == [
        ("tool_use", 1.5),
        ("end_turn", 1.5),
    ]
    assert run.request_fields[0].system.value == [{"text": "Be brief."}]
    assert run.request_fields[0].parameters.value == {"inferenceConfig": {"maxTokens": 9}}
    assert unaccounted(runs) == []


def test_a_refused_call_is_told_in_a_note() -> None:
    refused = exchange([ASKED], SAID, "end_turn") | {"response": {"message": "Too many tokens"}}
    first, second = read_values([exchange([SAID], SAID, "end_turn"), refused])
    assert second.notes[0] == "a response held no reply: Too many tokens"
    assert len(first.messages) == 2


def test_other_calls_are_not_of_this_api() -> None:
    assert not is_call({"request": {}, "response": {"output": []}})
    assert not is_call({"request": {}, "response": None})
    assert not is_call("x")
