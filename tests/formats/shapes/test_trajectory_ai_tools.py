"""Calls and answers of tools: one text is shown once, two are both kept."""

from typing import Any

import pytest

from viewer.formats.shapes.trajectory_ai_tools import call, result
from viewer.model.block import ToolResult, ToolUse


def test_arguments_are_an_object_or_the_text_that_could_not_be_parsed() -> None:
    assert call({"id": "c", "name": "look", "arguments": {"a": 1}}) == ToolUse("c", "look", {"a": 1})
    assert call({"name": "look", "arguments": '{"a": 1}'}) == ToolUse(None, "look", {"a": 1})
    raw = {"id": "c", "name": "look", "arguments": {}, "raw_string": '{"a": ', "is_parsed_successfully": False}
    assert call(raw) == ToolUse("c", "look", '{"a": ')


@pytest.mark.parametrize(
    ("response", "content", "expected"),
    [
        ({"response": "3"}, "3", "3"),
        ({"response": {"n": 3}}, '{"n": 3}', {"n": 3}),
        ({"response": "3"}, None, "3"),
        ({}, "3", "3"),
        ({"response": ""}, "", ""),
        ({"response": None}, None, None),
        ({"response": "half"}, "whole", {"content": "whole", "response": "half"}),
    ],
)
def test_a_text_that_stands_twice_is_one_result(response: dict[str, Any], content: str | None, expected: Any) -> None:
    assert result({"id": "c", **response}, content) == ToolResult("c", expected)


def test_an_error_is_a_flag_or_the_text_or_stands_beside_an_answer() -> None:
    flagged = result({"id": "c", "response": "down", "error": "tool_error"}, "down")
    assert (flagged.content, flagged.is_error) == ("down", True)
    told = result({"id": "c", "response": None, "error": "no answer in 30 s"}, None)
    assert (told.content, told.is_error) == ("no answer in 30 s", True)
    both = result({"id": "c", "response": "half", "error": "cut"}, None)
    assert (both.content, both.is_error) == ({"response": "half", "error": "cut"}, True)
