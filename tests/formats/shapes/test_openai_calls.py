"""Wrappings of logged calls, and what is taken from a request body."""

from typing import Any

import pytest

from viewer.formats.build import RunBuilder
from viewer.formats.shapes.openai_calls import add_fields, call_of, first_message, is_call

BODY = {"model": "m", "messages": [{"role": "user", "content": "u"}]}
RESPONSE = {"choices": [{"message": {"role": "assistant", "content": "a"}}]}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"request": BODY, "response": RESPONSE}, {"request": BODY, "response": RESPONSE}),
        ({"custom_id": "1", "method": "POST", "body": BODY}, BODY),
        ({"custom_id": "1", "response": {"status_code": 200, "body": RESPONSE}, "error": None}, RESPONSE),
        (BODY, BODY),
        (RESPONSE, RESPONSE),
        (5, 5),
    ],
)
def test_a_call_is_unwrapped(value: Any, expected: Any) -> None:
    assert call_of(value) == expected


def test_a_body_that_holds_its_response_is_request_and_response() -> None:
    beside = {**BODY, "response": RESPONSE}
    merged = {**BODY, **RESPONSE}
    assert call_of(beside) == {"request": beside, "response": RESPONSE}
    assert call_of(merged) == {"request": merged, "response": merged}


@pytest.mark.parametrize("value", [BODY, RESPONSE, {"request": {}}, {"error": {}}, {"custom_id": "1", "body": BODY}])
def test_a_part_of_a_log_is_told_from_a_message(value: Any) -> None:
    assert is_call(value)
    assert not is_call({"role": "user", "content": "u"})


def test_system_tools_and_parameters_of_a_body_are_request_fields() -> None:
    builder = RunBuilder()
    leading = [{"role": "system", "content": "a"}, {"role": "developer", "content": "b"}]
    add_fields(builder, {"messages": [*leading, *BODY["messages"]], "tools": [1], "temperature": 0, "unknown": 1})
    (fields,) = builder.request_fields
    assert fields.system.value == ["a", "b"]
    assert (fields.tools.value, fields.parameters.value) == ([1], {"temperature": 0})


@pytest.mark.parametrize(("messages", "count"), [([], 0), ([5], 0), ([{"role": "system"}], 1), ([{"role": "user"}], 0)])
def test_only_leading_system_messages_are_no_messages(messages: list[Any], count: int) -> None:
    assert first_message(messages) == count
