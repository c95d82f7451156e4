"""Parts of content in every vendor's form."""

from typing import Any

import pytest

from viewer.formats.shapes.any_part import any_part
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown


@pytest.mark.parametrize(
    ("part", "block"),
    [
        ("bare", Text("bare")),
        ({"type": "text", "text": "a"}, Text("a")),
        ({"type": "text", "content": "a"}, Text("a")),
        ({"type": "output_text", "text": "a"}, Text("a")),
        ({"text": "a"}, Text("a")),
        ({"text": "a", "thought": True}, Thinking("a")),
        ({"type": "refusal", "refusal": "no"}, Text("no")),
        ({"type": "reasoning", "content": "hm"}, Thinking("hm")),
        ({"type": "thinking", "thinking": "hm", "signature": "s"}, Thinking("hm", "s")),
        ({"type": "redacted_thinking", "data": "xx"}, Thinking(None, "xx", redacted=True)),
        ({"type": "reasoning", "summary": [{"text": "a"}, {"text": "b"}]}, Thinking("a\nb")),
        ({"reasoningContent": {"reasoningText": {"text": "hm", "signature": "s"}}}, Thinking("hm", "s")),
        ({"reasoningContent": {"redactedContent": "xx"}}, Thinking(None, "xx", redacted=True)),
        ({"type": "tool_call", "id": "1", "name": "ls", "arguments": {"a": 1}}, ToolUse("1", "ls", {"a": 1})),
        ({"type": "tool_call", "id": "1", "name": "ls", "arguments": '{"a": 1}'}, ToolUse("1", "ls", {"a": 1})),
        ({"type": "tool-call", "toolCallId": "1", "toolName": "ls", "args": {}}, ToolUse("1", "ls", {})),
        ({"type": "tool_use", "id": "1", "name": "ls", "input": {}}, ToolUse("1", "ls", {})),
        ({"toolUse": {"toolUseId": "1", "name": "ls", "input": {}}}, ToolUse("1", "ls", {})),
        ({"functionCall": {"name": "ls", "args": {"a": 1}}}, ToolUse(None, "ls", {"a": 1})),
        ({"type": "function", "id": "1", "function": {"name": "ls", "arguments": "{}"}}, ToolUse("1", "ls", {})),
        ({"type": "server_tool_call", "id": "1", "name": "web", "server_tool_call": {"q": 1}},
         ToolUse("1", "web", {"q": 1}, "provider")),
        ({"type": "tool-call", "toolCallId": "1", "toolName": "web", "input": {}, "providerExecuted": True},
         ToolUse("1", "web", {}, "provider")),
        ({"type": "tool_call_response", "id": "1", "response": {"a": 1}}, ToolResult("1", {"a": 1})),
        ({"type": "tool_call_response", "id": "1", "result": "x", "name": "ls"}, ToolResult("1", "x", None, "ls")),
        ({"type": "tool_result", "tool_use_id": "1", "content": "x", "is_error": True}, ToolResult("1", "x", True)),
        ({"toolResult": {"toolUseId": "1", "status": "error", "content": []}}, ToolResult("1", [], True)),
        ({"toolResult": {"toolUseId": "1", "status": "success", "content": []}}, ToolResult("1", [], False)),
        ({"type": "tool-result", "toolCallId": "1", "toolName": "ls", "output": {"type": "text", "value": "x"}},
         ToolResult("1", "x", None, "ls")),
        ({"type": "tool-result", "toolCallId": "1", "output": {"type": "error-text", "value": "x"}},
         ToolResult("1", "x", True)),
        ({"functionResponse": {"name": "ls", "response": {"a": 1}}}, ToolResult(None, {"a": 1}, None, "ls")),
        ({"type": "function_call_output", "call_id": "1", "output": "x"}, ToolResult("1", "x")),
        ({"type": "tool_call_response", "id": "1"}, ToolResult("1", None)),
    ],
)  # fmt: skip
def test_a_part_is_read_in_its_own_form(part: Any, block: Block) -> None:
    assert any_part(part) == block


@pytest.mark.parametrize(
    ("part", "kind", "media_type"),
    [
        ({"type": "image_url", "image_url": {"url": "data:image/png;base64,xx"}}, Image, None),
        ({"type": "image", "image": {"image": {"url": "https://x.invalid/a.png"}}}, Image, None),
        ({"type": "image", "source": {"media_type": "image/png", "data": ""}}, Image, "image/png"),
        ({"type": "blob", "mime_type": "image/png", "modality": "image", "content": "xx"}, Image, "image/png"),
        ({"type": "blob", "mime_type": "audio/wav", "modality": "audio", "content": "xx"}, Document, "audio/wav"),
        ({"type": "binary", "media_type": "image/gif", "content": "xx"}, Image, "image/gif"),
        ({"type": "uri", "modality": "image", "uri": "gs://a"}, Image, None),
        ({"type": "file", "file_id": "f"}, Document, None),
        ({"inlineData": {"mimeType": "image/png", "data": ""}}, Image, "image/png"),
        ({"type": "image", "image": "data:image/png;base64,xx"}, Image, "image/png"),
    ],
)
def test_a_picture_or_file_is_kept_as_it_is(
    part: dict[str, Any], kind: type[Image | Document], media_type: str
) -> None:
    block = any_part(part)
    assert type(block) is kind
    assert block.media_type == media_type or "image_url" in part  # type: ignore[union-attr]  # by the line before


def test_what_is_not_known_is_kept_whole() -> None:
    assert any_part({"type": "hologram", "x": 1}) == Unknown("hologram", {"type": "hologram", "x": 1})
    assert any_part({"x": 1}) == Unknown("without a type", {"x": 1})
    assert any_part(5) == Unknown("not an object", 5)


@pytest.mark.parametrize("part", [{"type": "text", "text": 5}, {"type": "tool_call", "id": "1"}, {"toolUse": 5}])
def test_a_known_part_with_a_wrong_value_raises(part: Any) -> None:
    with pytest.raises((TypeError, KeyError, AttributeError)):
        any_part(part)
