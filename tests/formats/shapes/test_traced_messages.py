"""Messages of traced calls, in the forms that frameworks write."""

from typing import Any

import pytest

from viewer.formats.shapes.traced_messages import TOGETHER, grouped, is_message, message
from viewer.model.block import Block, Text, Thinking, ToolResult, ToolUse, Unknown

CALL = ToolUse("c", "f", {"a": 1})
FORMS: dict[str, tuple[Any, str, Block]] = {
    "text": ("hi", "user", Text("hi")),
    "pair": (["user", "hi"], "user", Text("hi")),
    "chat": ({"role": "assistant", "content": "hi"}, "assistant", Text("hi")),
    "chat call": (
        {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": '{"a": 1}'}}]},
        "assistant",
        CALL,
    ),
    "call as text": (
        {
            "role": "assistant",
            "content": '[{"type":"function","id":"c","function":{"name":"f","arguments":"{\\"a\\":1}"}}]',
        },
        "assistant",
        CALL,
    ),
    "list in a user's text": (
        {"role": "user", "content": '[{"type": "text", "text": "x"}]'},
        "user",
        Text('[{"type": "text", "text": "x"}]'),
    ),
    "parts": (
        {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c", "response": 7}]},
        "user",
        ToolResult("c", 7),
    ),
    "gemini": (
        {"role": "model", "parts": [{"functionCall": {"id": "c", "name": "f", "args": {"a": 1}}}]},
        "assistant",
        CALL,
    ),
    "gemini without a role": ({"parts": [{"text": "hi"}]}, "user", Text("hi")),
    "anthropic": (
        {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "f", "input": {"a": 1}}]},
        "assistant",
        CALL,
    ),
    "langchain constructor": (
        {
            "lc": 1,
            "type": "constructor",
            "id": ["x", "AIMessage"],
            "kwargs": {"content": "", "tool_calls": [{"id": "c", "name": "f", "args": {"a": 1}}]},
        },
        "assistant",
        CALL,
    ),
    "langchain flat": (
        {"type": "tool", "content": "7", "tool_call_id": "c", "status": "success"},
        "user",
        ToolResult("c", "7", False),
    ),
    "responses call": (
        {"type": "function_call", "call_id": "c", "name": "f", "arguments": '{"a":1}'},
        "assistant",
        CALL,
    ),
    "responses output": ({"type": "function_call_output", "call_id": "c", "output": "7"}, "user", ToolResult("c", "7")),
    "responses reasoning": ({"type": "reasoning", "id": "r", "summary": [{"text": "hm"}]}, "assistant", Thinking("hm")),
    "event": ({"index": 0, "message": {"role": "assistant", "content": "hi"}}, "assistant", Text("hi")),
    "python": ("role='tool' content='7' name=None tool_call_id='c' tool_calls=None", "user", ToolResult("c", "7")),
    "role of a tool": (
        {"role": "f", "content": "7", "additional_kwargs": {}, "tool_call_id": "c"},
        "user",
        ToolResult("c", "7", None, "f"),
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_each_form_gives_the_same_blocks(form: str) -> None:
    raw, role, block = FORMS[form]
    made = message(raw)
    assert (made.role, made.blocks) == (role, (block,))


@pytest.mark.parametrize("form", [form for form in FORMS if form not in ("text", "role of a tool")])
def test_each_form_but_bare_text_is_known_as_a_message(form: str) -> None:
    assert is_message(FORMS[form][0]) or form == "gemini without a role"


@pytest.mark.parametrize("value", [None, 5, [], {}, {"a": 1}, "words", ["a", "b", "c"], {"role": 5}, {"type": "text"}])
def test_other_values_are_no_messages(value: Any) -> None:
    assert not is_message(value)


def test_what_cannot_be_told_is_kept_whole() -> None:
    for raw in ({"role": "judge", "content": "x"}, {"a": 1}, ["x", "y", "z"]):
        (block,) = message(raw).blocks
        assert isinstance(block, Unknown)
        assert block.raw == raw


def test_pieces_of_one_reply_are_one_entry() -> None:
    user = {"role": "user", "content": "go"}
    calls = [{"type": "function_call", "call_id": one, "name": "f", "arguments": "{}"} for one in "ab"]
    outputs = [{"type": "function_call_output", "call_id": one, "output": "7"} for one in "ab"]
    made = grouped([user, *calls, *outputs, {"role": "assistant", "content": "x"}])
    assert made == [user, {TOGETHER: calls}, *outputs, {"role": "assistant", "content": "x"}]
    assert len(message(made[1]).blocks) == 2


def test_calls_in_messages_of_their_own_are_one_entry_and_replies_in_a_row_are_not() -> None:
    call = {"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "f", "arguments": "{}"}}]}
    plain = {"role": "assistant", "content": "x"}
    assert grouped([call, call, plain]) == [{TOGETHER: [call, call, plain]}]
    assert grouped([plain, plain]) == [plain, plain]
    assert grouped([plain, call]) == [plain, call]
