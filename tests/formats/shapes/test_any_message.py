"""Messages in every vendor's form."""

from typing import Any

import pytest

from viewer.formats.entries import Input
from viewer.formats.shapes.any_message import any_message, decoded, decoded_content
from viewer.model.block import Text, Thinking, ToolResult, ToolUse, Unknown


@pytest.mark.parametrize(
    ("message", "entry"),
    [
        ("hi", Input((Text("hi"),))),
        ({"role": "user", "parts": [{"type": "text", "content": "hi"}]}, Input((Text("hi"),))),
        ({"role": "human", "content": "hi"}, Input((Text("hi"),))),
        ({"role": "User", "content": [{"text": "hi"}]}, Input((Text("hi"),))),
        ({"role": "developer", "content": "s"}, Input((Text("s"),), "system")),
        ({"role": "model", "parts": [{"text": "hi"}]}, Input((Text("hi"),), "assistant")),
        ({"role": "assistant", "content": None}, Input((), "assistant")),
        ({"role": "assistant", "content": "", "reasoning_content": "hm"}, Input((Thinking("hm"),), "assistant")),
        ({"role": "assistant", "refusal": "no"}, Input((Text("no"),), "assistant")),
        (
            {
                "role": "assistant",
                "content": "a",
                "tool_calls": [{"id": "1", "function": {"name": "ls", "arguments": "{}"}}],
            },
            Input((Text("a"), ToolUse("1", "ls", {})), "assistant"),
        ),
        (
            {"role": "assistant", "tool_calls": [{"id": "1", "name": "ls", "args": {"a": 1}}]},
            Input((ToolUse("1", "ls", {"a": 1}),), "assistant"),
        ),
        (
            {"role": "assistant", "function_call": {"name": "ls", "arguments": "{}"}},
            Input((ToolUse(None, "ls", {}),), "assistant"),
        ),
        (
            {"role": "tool", "tool_call_id": "1", "content": "x", "name": "ls"},
            Input((ToolResult("1", "x", None, "ls"),)),
        ),
        (
            {"role": "tool", "content": [{"toolResult": {"toolUseId": "1", "content": "x"}}]},
            Input((ToolResult("1", "x"),)),
        ),
        (
            {"role": "function", "parts": [{"functionResponse": {"name": "ls", "response": 1}}]},
            Input((ToolResult(None, 1, None, "ls"),)),
        ),
        ({"role": "user", "content": 5}, Input((Unknown("content that is no text", 5),))),
    ],
)
def test_a_message_is_read_in_its_own_form(message: Any, entry: Input) -> None:
    assert any_message(message) == entry


def test_a_call_that_stands_in_content_and_beside_it_is_shown_once() -> None:
    call = {"type": "tool_use", "id": "1", "name": "ls", "input": {}}
    found = any_message(
        {"role": "assistant", "content": [call], "tool_calls": [{"id": "1", "name": "ls"}, {"id": "2", "name": "ls"}]}
    )
    assert [block.id for block in found.blocks if isinstance(block, ToolUse)] == ["1", "2"]


def test_a_role_that_is_not_known_raises() -> None:
    with pytest.raises(ValueError, match="role 'narrator' is none of"):
        any_message({"role": "narrator", "content": "x"})


def test_only_objects_and_lists_are_decoded() -> None:
    assert decoded('{"a": 1}') == {"a": 1}
    assert decoded(" [1]") == [1]
    assert decoded("5") == "5"
    assert decoded("{no json") == "{no json"
    assert decoded(None) is None


def test_content_is_decoded_only_where_it_is_a_list_of_parts() -> None:
    assert decoded_content('[{"text": "a"}]') == [{"text": "a"}]
    assert decoded_content('[{"id": 1}]') == '[{"id": 1}]'
    assert decoded_content("[1, 2]") == "[1, 2]"
    assert decoded_content("[]") == "[]"
    assert decoded_content(None) is None
