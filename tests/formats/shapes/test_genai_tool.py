"""A tool's call and result out of its span."""

from typing import Any

import pytest

from viewer.decode.document import Record
from viewer.formats.shapes.genai_tool import genai_tool
from viewer.formats.shapes.otel_span import otel_span
from viewer.formats.shapes.spans import ToolRun


def ran(attributes: dict[str, Any], **more: Any) -> ToolRun:
    return genai_tool(
        otel_span(Record(1, {"spanId": "a", "name": "execute_tool ls", "attributes": attributes, **more}), {})
    )


@pytest.mark.parametrize(
    "attributes",
    [
        {
            "gen_ai.tool.name": "ls",
            "gen_ai.tool.call.id": "1",
            "gen_ai.tool.call.arguments": '{"a": 1}',
            "gen_ai.tool.call.result": "r",
        },
        {"gen_ai.tool.name": "ls", "gen_ai.tool.call.id": "1", "tool_arguments": '{"a": 1}', "tool_response": "r"},
        {"ai.toolCall.name": "ls", "ai.toolCall.id": "1", "ai.toolCall.args": '{"a": 1}', "ai.toolCall.result": "r"},
        {"tool.name": "ls", "tool_call.id": "1", "input.value": '{"a": 1}', "output.value": "r"},
        {"gen_ai.tool.name": "ls", "gen_ai.tool.call.id": "1", "input": '{"a": 1}', "output": "r"},
        {
            "traceloop.entity.name": "ls",
            "tool.id": "1",
            "traceloop.entity.input": '{"a": 1}',
            "traceloop.entity.output": "r",
        },
    ],
)
def test_a_tool_is_read_by_every_convention(attributes: dict[str, Any]) -> None:
    assert ran(attributes) == ToolRun("1", "ls", {"a": 1}, "r", True, None)


def test_a_tool_may_tell_its_call_and_result_in_events() -> None:
    events = [
        {"name": "gen_ai.tool.message", "attributes": {"id": "1", "content": '{"a": 1}'}},
        {"name": "gen_ai.choice", "attributes": {"id": "1", "message": '[{"text": "r"}]'}},
    ]
    assert ran({}, events=events) == ToolRun("1", "ls", {"a": 1}, [{"text": "r"}], True, None)


def test_a_tool_may_tell_them_in_the_one_event_of_the_newest_conventions() -> None:
    details = {
        "gen_ai.input.messages": '[{"role": "tool", "parts": [{"type": "tool_call", "arguments": {"a": 1}}]}]',
        "gen_ai.output.messages": '[{"role": "tool", "parts": [{"type": "tool_call_response", "response": "r"}]}]',
    }
    events = [{"name": "gen_ai.client.inference.operation.details", "attributes": details}]
    made = ran({}, events=events)
    assert (made.arguments, made.result) == ({"a": 1}, "r")


@pytest.mark.parametrize(
    ("attributes", "code", "is_error"),
    [
        ({}, 0, None),
        ({}, 1, False),
        ({}, 2, True),
        ({"error.type": "E"}, 0, True),
        ({"gen_ai.tool.status": "error"}, 1, True),
        ({"gen_ai.tool.status": "success"}, 0, False),
    ],
)
def test_an_error_is_what_the_span_flags(attributes: dict[str, Any], code: int, is_error: bool | None) -> None:
    assert ran(attributes, status={"code": code}).is_error is is_error


def test_a_result_that_is_not_stored_is_told_from_an_empty_one() -> None:
    assert not ran({}).has_result
    assert ran({"output.value": ""}).has_result
