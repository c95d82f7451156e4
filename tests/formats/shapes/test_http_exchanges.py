"""Recorded HTTP exchanges."""

import json
from typing import Any

import pytest
from accounting import unaccounted
from conftest import read_values

from viewer.formats.shapes.http_exchanges import NOTE
from viewer.model.block import Text, ToolResult, ToolUse

ASKED = {
    "model": "claude-x",
    "max_tokens": 9,
    "system": "Be kind.",
    "messages": [{"role": "user", "content": "Where is parcel 7?"}],
}
CALLED = {
    "type": "message",
    "role": "assistant",
    "model": "claude-x",
    "content": [{"type": "tool_use", "id": "t1", "name": "track", "input": {"n": 7}}],
    "stop_reason": "tool_use",
    "usage": {"input_tokens": 3, "output_tokens": 2},
}
RESULT = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "depot"}]}
TOLD = {**ASKED, "messages": [*ASKED["messages"], {"role": "assistant", "content": CALLED["content"]}, RESULT]}
ANSWERED = {**CALLED, "content": [{"type": "text", "text": "In the depot."}], "stop_reason": "end_turn"}
PAIRS = ((ASKED, CALLED), (TOLD, ANSWERED))
CHAT = {"model": "m", "messages": [{"role": "user", "content": "hi"}]}
CHAT_REPLY = {"choices": [{"index": 0, "message": {"role": "assistant", "content": "hello"}, "finish_reason": "stop"}]}


def nock(body: Any, response: Any, path: str = "/v1/messages") -> dict[str, Any]:
    return {"scope": "https://api", "method": "POST", "path": path, "body": body, "status": 200, "response": response}


def cassette(body: Any, response: Any) -> dict[str, Any]:
    request = {"method": "POST", "uri": "https://api/v1/messages", "body": json.dumps(body), "headers": {}}
    answer = {"status": {"code": 200}, "headers": {}, "body": {"string": json.dumps(response)}}
    return {"request": request, "response": answer}


def entry(body: Any, response: Any) -> dict[str, Any]:
    request = {"method": "POST", "url": "https://api/v1/messages", "postData": {"text": json.dumps(body)}}
    return {"request": request, "response": {"status": 200, "content": {"text": json.dumps(response)}}}


@pytest.mark.parametrize(
    ("content", "path"),
    [
        ([nock(*pair) for pair in PAIRS], ""),
        ({"version": 1, "interactions": [cassette(*pair) for pair in PAIRS]}, "interactions"),
        ({"http_interactions": [cassette(*pair) for pair in PAIRS], "recorded_with": "x"}, "http_interactions"),
        ({"log": {"version": "1.2", "entries": [entry(*pair) for pair in PAIRS]}}, "log.entries"),
    ],
)
def test_a_recording_is_read_as_the_calls_it_holds(content: Any, path: str) -> None:
    (run,) = runs = read_values(content)
    assert run.format == "anthropic_messages"
    assert [message.blocks for message in run.messages] == [
        (Text("Where is parcel 7?"),),
        (ToolUse("t1", "track", {"n": 7}),),
        (ToolResult("t1", "depot"),),
        (Text("In the depot."),),
    ]
    assert [message.records for message in run.messages] == [(1,), (1,), (2,), (2,)]
    assert [array.path for array in run.records] == [path]
    assert [request.stop_reason for request in run.requests] == ["tool_use", "end_turn"]
    assert run.request_fields[0].system.value == "Be kind."
    assert run.notes == (NOTE,)
    assert unaccounted(runs) == []


def test_lines_of_exchanges_are_read_too() -> None:
    (run,) = read_values(*[cassette(*pair) for pair in PAIRS], lines=True)
    assert len(run.messages) == 4


def test_a_response_whose_status_stands_beside_its_body_is_a_reply() -> None:
    (run,) = read_values({"status": 200, "headers": {"a": "b"}, "body": json.dumps(CHAT_REPLY)})
    assert run.format == "openai_chat"
    assert [message.blocks for message in run.messages] == [(Text("hello"),)]


def test_the_address_tells_the_api_where_a_body_does_not() -> None:
    (run,) = read_values([nock(CHAT, {"error": {"message": "no", "code": "x"}}, "/v1/chat/completions")])
    assert run.format == "openai_chat"
    assert "a response held no reply: no" in run.notes


def test_a_response_that_is_no_json_is_a_problem_with_the_whole_exchange() -> None:
    broken = nock(CHAT, "<html>", "/v1/chat/completions")
    (run,) = runs = read_values([broken, nock(CHAT, CHAT_REPLY, "/v1/chat/completions")])
    assert [(problem.record, problem.raw) for problem in run.problems] == [(1, broken)]
    assert [message.records for message in run.messages] == [(2,), (2,)]
    assert unaccounted(runs) == []


def test_a_damaged_entry_among_exchanges_is_a_problem() -> None:
    (run,) = runs = read_values({"interactions": [5, cassette(ASKED, CALLED)]})
    assert [(problem.record, problem.raw) for problem in run.problems] == [(1, 5)]
    assert len(run.messages) == 2
    assert unaccounted(runs) == []


def test_an_exchange_without_response_is_a_request() -> None:
    (run,) = read_values([nock(CHAT, "", "/v1/chat/completions")])
    assert [message.blocks for message in run.messages] == [(Text("hi"),)]
    assert run.problems == ()
