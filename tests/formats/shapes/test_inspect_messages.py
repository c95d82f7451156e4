"""Inspect's messages as blocks."""

import pytest

from viewer.formats.shapes.inspect_messages import content_blocks, reply_blocks, resolved, result_block
from viewer.model.block import Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown


def test_attachments_are_put_in_place_at_any_depth() -> None:
    attachments = {"a": "long text", "b": "other"}
    value = {"x": ["attachment://a", {"y": "tc://b"}, "attachment://gone", "see attachment://a", 3]}
    expected = {"x": ["long text", {"y": "other"}, "attachment://gone", "see attachment://a", 3]}
    assert resolved(value, attachments) == expected


def test_empty_text_beside_calls_is_no_block_and_alone_it_is_one() -> None:
    call = {"id": "c", "function": "f", "arguments": {"a": 1}}
    assert reply_blocks({"content": "", "tool_calls": [call]}, {}) == (ToolUse("c", "f", {"a": 1}),)
    assert reply_blocks({"content": ""}, {}) == (Text(""),)
    assert reply_blocks({"content": "x", "tool_calls": [call]}, {}) == (Text("x"), ToolUse("c", "f", {"a": 1}))


def test_arguments_that_are_json_text_are_parsed() -> None:
    call = {"id": None, "function": "f", "arguments": '{"a": 1}'}
    assert reply_blocks({"content": "", "tool_calls": [call]}, {}) == (ToolUse(None, "f", {"a": 1}),)


@pytest.mark.parametrize(
    ("message", "block"),
    [
        ({"content": "ok", "tool_call_id": "c", "function": "f"}, ToolResult("c", "ok", False, "f")),
        ({"content": "", "error": {"type": "timeout", "message": "late"}}, ToolResult(None, "late", True)),
        ({"content": "", "tool_error": "late"}, ToolResult(None, "late", True)),
        (
            {"content": "part", "error": {"type": "timeout", "message": "late"}},
            ToolResult(None, {"content": "part", "error": {"type": "timeout", "message": "late"}}, True),
        ),
    ],
)
def test_a_result_says_whether_it_failed_and_loses_neither_content_nor_error(
    message: dict[str, object], block: ToolResult
) -> None:
    assert result_block(message, {}) == block


def test_every_kind_of_part_has_its_block() -> None:
    image = {"type": "image", "image": "data:image/png;base64,AA=="}
    paper = {"type": "document", "document": "data:,x", "mime_type": "application/pdf"}
    assert content_blocks(
        [
            "bare",
            {"type": "text", "text": "t"},
            {"type": "reasoning", "reasoning": "r", "signature": "s", "redacted": False},
            {"type": "reasoning", "reasoning": "cipher", "summary": "short", "redacted": True},
            image,
            {"type": "image", "image": "https://example.invalid/x.png"},
            paper,
            {"type": "data", "data": {"a": 1}},
            {"data": 2},
        ]
    ) == (
        Text("bare"),
        Text("t"),
        Thinking("r", "s"),
        Thinking("short", "cipher", redacted=True),
        Image("image/png", image),
        Image(None, {"type": "image", "image": "https://example.invalid/x.png"}),
        Document("application/pdf", paper),
        Unknown("data", {"type": "data", "data": {"a": 1}}),
        Unknown("without a type", {"data": 2}),
    )


def test_a_call_that_the_provider_ran_stands_with_its_result() -> None:
    part = {"type": "tool_use", "id": "w", "name": "web_search", "arguments": '{"q": 1}', "result": "r", "error": None}
    assert content_blocks([part]) == (
        ToolUse("w", "web_search", {"q": 1}, "provider"),
        ToolResult("w", "r", False, "web_search", "provider"),
    )
    assert content_blocks([{**part, "error": "down"}])[1] == ToolResult("w", "down", True, "web_search", "provider")


def test_content_of_another_kind_is_a_type_error() -> None:
    for content in (None, 3, {"type": "text"}):
        with pytest.raises(TypeError):
            content_blocks(content)
