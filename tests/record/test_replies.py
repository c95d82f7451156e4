"""Replies of both SDKs, as objects and as dictionaries, in one form."""

from typing import Any

import pytest
from anthropic.types import Message
from openai.types.chat import ChatCompletion

from viewer.record.replies import canonical_stop_reason, read_reply

CHAT: dict[str, Any] = {
    "id": "c",
    "object": "chat.completion",
    "created": 1,
    "model": "gpt-x",
    "choices": [
        {
            "index": 0,
            "finish_reason": "tool_calls",
            "message": {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {"id": "t", "type": "function", "function": {"name": "look", "arguments": '{"order": 7}'}}
                ],
            },
        }
    ],
    "usage": {
        "prompt_tokens": 30,
        "completion_tokens": 5,
        "total_tokens": 35,
        "prompt_tokens_details": {"cached_tokens": 10},
    },
}


def test_a_chat_completion_s_prompt_is_counted_without_its_cache() -> None:
    read = read_reply(ChatCompletion.model_validate(CHAT))
    assert read.blocks == [{"type": "tool_use", "id": "t", "name": "look", "input": {"order": 7}}]
    assert read.usage is not None
    assert (read.usage["input_tokens"], read.usage["cache_read_input_tokens"]) == (20, 10)
    assert canonical_stop_reason(read.stop_reason) == "tool_use"


def test_arguments_that_are_no_json_stay_text() -> None:
    broken = {
        **CHAT,
        "choices": [{"message": {"tool_calls": [{"id": "t", "function": {"name": "a", "arguments": "{"}}]}}],
    }
    assert read_reply(broken).blocks[0]["input"] == "{"


def test_an_anthropic_message_keeps_thinking_its_signature_and_server_tools() -> None:
    message = Message.model_validate(
        {
            "id": "m",
            "type": "message",
            "role": "assistant",
            "model": "claude",
            "content": [
                {"type": "thinking", "thinking": "hm", "signature": "s"},
                {"type": "server_tool_use", "id": "w", "name": "web_search", "input": {"query": "x"}},
                {"type": "text", "text": "Hello", "citations": None},
            ],
            "stop_reason": "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 3, "output_tokens": 2},
        }
    )
    read = read_reply(message)
    assert [block["type"] for block in read.blocks] == ["thinking", "tool_use", "text"]
    assert read.blocks[0]["signature"] == "s"
    assert read.blocks[1]["executed_by"] == "provider"


def test_a_response_that_ran_out_of_tokens_says_so() -> None:
    read = read_reply(
        {
            "output": [
                {"type": "message", "content": [{"type": "output_text", "text": "half"}]},
                {"type": "function_call", "call_id": "c", "name": "look", "arguments": "{}"},
            ],
            "status": "incomplete",
            "incomplete_details": {"reason": "max_output_tokens"},
            "usage": {"input_tokens": 5, "output_tokens": 2, "input_tokens_details": {"cached_tokens": 0}},
        }
    )
    assert canonical_stop_reason(read.stop_reason) == "max_tokens"
    assert [block["type"] for block in read.blocks] == ["text", "tool_use"]


@pytest.mark.parametrize("value", ["text", {"choices": None}, 7])
def test_what_is_no_reply_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        read_reply(value)


def test_a_word_without_a_meaning_is_unknown_and_no_word_is_none() -> None:
    assert (canonical_stop_reason("brand_new"), canonical_stop_reason(None)) == ("unknown", None)
