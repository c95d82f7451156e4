"""Messages of the Chat Completions API, field by field."""

from typing import Any

import pytest

from viewer.formats.build import RunBuilder
from viewer.formats.entries import Fields, Input, Reply
from viewer.formats.shapes.openai_messages import blocks, detect_messages, entry_of_message, reply, tool_use, usage
from viewer.model.block import Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.usage import Usage


def of(**fields: Any) -> Reply:
    return reply({"role": "assistant", **fields})


def test_reasoning_words_and_calls_stand_in_this_order() -> None:
    made = of(
        content="w", reasoning_content="r", tool_calls=[{"id": "a", "function": {"name": "n", "arguments": "{}"}}]
    )
    assert made.blocks == (Thinking("r"), Text("w"), ToolUse("a", "n", {}))


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"reasoning": "r"}, Thinking("r")),
        ({"reasoning_content": "r", "reasoning": "r"}, Thinking("r")),
        ({"thinking_blocks": [{"type": "thinking", "thinking": "r", "signature": "s"}]}, Thinking("r", "s")),
        ({"thinking_blocks": [{"type": "redacted_thinking", "data": "x"}]}, Thinking(None, "x", True)),
        ({"reasoning_details": [{"type": "reasoning.encrypted", "data": "x"}]}, Thinking(None, "x", True)),
        ({"reasoning_details": [{"type": "reasoning.text", "text": "r"}]}, Thinking("r")),
        ({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "r"}]}]}, Thinking("r")),
    ],
)
def test_reasoning_is_read_wherever_a_gateway_puts_it_and_once(fields: dict[str, Any], expected: Thinking) -> None:
    assert of(**fields).blocks == (expected,)


def test_reasoning_of_another_shape_is_kept_whole() -> None:
    assert of(reasoning={"effort": "low"}).blocks == (Unknown("reasoning", {"effort": "low"}),)


def test_a_refusal_is_words_of_the_model() -> None:
    assert of(content=None, refusal="no").blocks == (Text("no"),)


def test_the_older_function_call_has_no_id() -> None:
    made = of(content=None, function_call={"name": "n", "arguments": '{"a": 1}'})
    assert made.blocks == (ToolUse(None, "n", {"a": 1}),)
    entry = entry_of_message({"role": "function", "name": "n", "content": "r"})
    assert entry == Input((ToolResult(None, "r", None, "n"),))


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ({"id": "a", "function": {"name": "n", "arguments": '{"x": 1}'}}, ToolUse("a", "n", {"x": 1})),
        ({"id": "a", "function": {"name": "n", "arguments": "{broken"}}, ToolUse("a", "n", "{broken")),
        ({"id": "a", "function": {"name": "n", "arguments": {"x": 1}}}, ToolUse("a", "n", {"x": 1})),
        ({"id": None, "function": {"name": "n"}}, ToolUse(None, "n", None)),
        ({"id": "a", "name": "n", "arguments": "{}"}, ToolUse("a", "n", {})),
        ({"id": "a", "function": "n", "arguments": {"x": 1}}, ToolUse("a", "n", {"x": 1})),
        ({"id": "a", "type": "custom", "custom": {"name": "n", "input": "raw"}}, ToolUse("a", "n", "raw")),
    ],
)
def test_every_known_shape_of_a_call_is_accepted(call: dict[str, Any], expected: ToolUse) -> None:
    assert tool_use(call) == expected


def test_a_call_without_a_name_is_refused() -> None:
    with pytest.raises(LookupError):
        tool_use({"id": "a"})


def test_a_result_carries_no_error_flag_since_the_api_has_none() -> None:
    entry = entry_of_message({"role": "tool", "tool_call_id": "a", "content": "Error: no"})
    assert entry == Input((ToolResult("a", "Error: no", None),))


@pytest.mark.parametrize(
    "message",
    [
        {"role": "tool", "tool_call_id": 5, "content": "x"},
        {"role": "assistant", "content": 5},
        {"role": "assistant", "content": None, "tool_calls": 5},
        {"role": "user", "content": {"a": 1}},
        {"role": "critic", "content": "x"},
        {"content": "x"},
    ],
)
def test_a_message_of_another_shape_raises(message: dict[str, Any]) -> None:
    with pytest.raises((LookupError, TypeError, ValueError)):
        entry_of_message(message)


def test_parts_of_a_content_keep_their_order_and_their_raw_form() -> None:
    parts = [
        {"type": "text", "text": "t"},
        {"type": "image_url", "image_url": "https://x.invalid/a.png"},
        {"type": "input_audio", "input_audio": {"format": "mp3"}},
        {"type": "hologram"},
        "bare",
    ]
    assert blocks(parts) == (
        Text("t"),
        Image(None, parts[1]),
        Document("audio/mp3", parts[2]),
        Unknown("hologram", parts[3]),
        Text("bare"),
    )


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({"prompt_tokens": 9, "completion_tokens": 1}, Usage(9, None, None, 1)),
        ({"prompt_tokens": 9, "prompt_tokens_details": {"cached_tokens": 4}}, Usage(5, 4, None, None)),
        ({"prompt_tokens": 9, "prompt_tokens_details": {"cached_tokens": 4, "cache_write_tokens": 3}}, Usage(2, 4, 3)),
        ({"prompt_tokens": 9, "prompt_cache_hit_tokens": 4, "prompt_cache_miss_tokens": 5}, Usage(5, 4)),
        ({"prompt_tokens": 9, "cached_tokens": 4}, Usage(5, 4)),
        ({"prompt_tokens": 3, "prompt_tokens_details": {"cached_tokens": 40}}, Usage(3, 40)),
        ({}, Usage()),
        (None, None),
    ],
)
def test_the_cache_is_a_part_of_the_prompt(raw: Any, expected: Usage | None) -> None:
    assert usage(raw) == expected


def test_a_system_message_is_a_request_field_only_at_the_start_of_a_list() -> None:
    message = {"role": "system", "content": "s"}
    builder = RunBuilder()
    assert isinstance(entry_of_message(message, builder), Fields)
    builder.add(entry_of_message({"role": "user", "content": "u"}), 1)
    assert entry_of_message(message, builder) == Input((Text("s"),), "system")


@pytest.mark.parametrize(
    ("messages", "strength"),
    [
        ([{"role": "user", "content": "u"}, {"role": "assistant", "content": "a"}], 0),
        ([{"role": "system", "content": "s"}], 1),
        ([{"role": "user", "content": "u"}, {"role": "tool", "content": "r"}], 2),
        ([{"role": "user", "content": [{"type": "image_url"}]}], 2),
    ],
)
def test_a_list_is_claimed_by_the_first_sign_in_it(messages: list[Any], strength: int) -> None:
    match = detect_messages(messages)
    assert match is not None and match.strength == strength


@pytest.mark.parametrize(
    "messages",
    [[], [5], [{"role": "model", "content": "x"}], [{"role": "user", "content": [{"type": "tool_result"}]}]],
)
def test_a_list_of_another_vendor_is_not_claimed(messages: list[Any]) -> None:
    assert detect_messages(messages) is None
