"""One LangChain message."""

from typing import Any

import pytest

from viewer.formats.entries import Aside, Input, Reply
from viewer.formats.shapes.langchain_messages import entry_of_message, unwrapped, usage
from viewer.model.block import Image, Text, Thinking, ToolResult, ToolUse
from viewer.model.usage import Usage


def reply(**fields: Any) -> Reply:
    made = entry_of_message({"type": "ai", **fields})
    assert isinstance(made, Reply)
    return made


def test_the_three_forms_are_one() -> None:
    fields = {"content": "hi"}
    constructor = {
        "lc": 1,
        "type": "constructor",
        "id": ["langchain_core", "messages", "AIMessageChunk"],
        "kwargs": fields,
    }
    assert unwrapped(constructor) == unwrapped({"type": "ai", "data": fields}) == ("ai", fields)
    assert unwrapped({"type": "AIMessage", "content": "hi"}) == ("ai", {"type": "AIMessage", "content": "hi"})
    assert unwrapped({"type": "song"}) is unwrapped("hi") is None


def test_a_call_in_the_content_stands_at_its_place_with_the_arguments_of_the_call() -> None:
    content = [{"type": "tool_use", "id": "c", "name": "f", "input": {}}, {"type": "text", "text": "wait"}]
    made = reply(content=content, tool_calls=[{"name": "f", "args": {"a": 1}, "id": "c"}])
    assert made.blocks == (ToolUse("c", "f", {"a": 1}), Text("wait"))


def test_calls_without_ids_are_all_kept() -> None:
    made = reply(content="", tool_calls=[{"name": "f", "args": {}, "id": None}, {"name": "g", "args": {}, "id": None}])
    assert made.blocks == (ToolUse(None, "f", {}), ToolUse(None, "g", {}))


def test_an_invalid_call_keeps_its_text() -> None:
    made = reply(content="", invalid_tool_calls=[{"name": "f", "args": '{"a": ', "id": "c", "error": "no JSON"}])
    assert made.blocks == (ToolUse("c", "f", '{"a": '),)


def test_calls_of_the_vendor_do_where_langchain_gives_none() -> None:
    vendor = {"tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": '{"a": 1}'}}]}
    assert reply(content="", additional_kwargs=vendor).blocks == (ToolUse("c", "f", {"a": 1}),)


def test_reasoning_stands_before_the_words() -> None:
    assert reply(content="hi", additional_kwargs={"reasoning_content": "hm"}).blocks == (Thinking("hm"), Text("hi"))
    assert reply(content=[{"type": "reasoning", "reasoning": "hm"}]).blocks == (Thinking("hm"),)


def test_tools_of_the_provider_are_told_from_the_clients() -> None:
    content = [
        {"type": "server_tool_call", "id": "s", "name": "web_search", "args": {}},
        {"type": "server_tool_result", "tool_call_id": "s", "status": "error", "output": "down"},
    ]
    assert reply(content=content).blocks == (
        ToolUse("s", "web_search", {}, "provider"),
        ToolResult("s", "down", True, executed_by="provider"),
    )


def test_a_picture_in_langchains_own_words_is_a_picture() -> None:
    picture = {"type": "image", "base64": "AA", "mime_type": "image/png"}
    assert entry_of_message({"type": "human", "content": [picture]}) == Input((Image("image/png", picture),))


def test_a_chat_message_is_what_its_role_says() -> None:
    assert entry_of_message({"type": "chat", "role": "assistant", "content": "hi"}) == Reply((Text("hi"),))
    with pytest.raises(ValueError, match="narrator"):
        entry_of_message({"type": "chat", "role": "narrator", "content": "hi"})


def test_a_removal_is_set_aside() -> None:
    assert isinstance(entry_of_message({"type": "remove", "id": "m1"}), Aside)


def test_usage_of_the_vendors_response_is_read() -> None:
    anthropic = {
        "usage": {"input_tokens": 5, "cache_read_input_tokens": 7, "output_tokens": 2},
        "stop_reason": "end_turn",
    }
    made = reply(content="hi", response_metadata=anthropic)
    assert (made.usage, made.stop_reason) == (Usage(5, 7, None, 2), "end_turn")
    assert usage({"input_tokens": 50, "input_token_details": {"cache_read": 20}, "output_tokens": 9}) == Usage(
        30, 20, None, 9
    )
