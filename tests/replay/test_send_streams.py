"""Streamed replies put together again."""

import json

import pytest
from wire_server import PATHS, reply, streamed

from viewer.replay.send_endpoints import Protocol
from viewer.replay.send_replies import read_reply
from viewer.replay.send_streams import MalformedReply, whole_reply

CALLS = [("c1", "find", {"q": 'ä \\ " 4471', "n": 2**60}), ("c2", "look", {})]


@pytest.mark.parametrize("protocol", PATHS)
def test_a_stream_makes_the_reply_that_it_is_of(protocol: Protocol) -> None:
    whole = reply(protocol, "Let me look.", CALLS, 9)
    made = whole_reply(protocol, streamed(protocol, whole).decode())
    assert read_reply(protocol, made).calls == read_reply(protocol, whole).calls
    assert read_reply(protocol, made).entries == read_reply(protocol, whole).entries
    assert made["usage"] == whole["usage"]
    assert made["model"] == whole["model"]


@pytest.mark.parametrize("protocol", PATHS)
def test_a_stream_that_is_cut_anywhere_is_never_taken_for_a_reply(protocol: Protocol) -> None:
    stream = streamed(protocol, reply(protocol, "Let me look.", CALLS, 9)).decode()
    last = {
        "anthropic_messages": "message_stop",
        "openai_chat": '"finish_reason": "tool',
        "openai_responses": "completed",
    }
    end = stream.rindex(last[protocol])
    for length in range(0, end, 7):
        with pytest.raises(MalformedReply):
            whole_reply(protocol, stream[:length])


@pytest.mark.parametrize("protocol", PATHS)
def test_an_error_inside_a_stream_is_told(protocol: Protocol) -> None:
    event = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    with pytest.raises(MalformedReply, match="Overloaded"):
        whole_reply(protocol, f"event: error\ndata: {json.dumps(event)}\n\n")


@pytest.mark.parametrize("stream", ["data: [1]\n\n", "data: {}\n\n", "data: {\n\n", "<html>", 'data: {"type": 1}\n\n'])
@pytest.mark.parametrize("protocol", PATHS)
def test_other_text_is_no_stream(protocol: Protocol, stream: str) -> None:
    with pytest.raises(MalformedReply):
        whole_reply(protocol, stream)


def test_thinking_keeps_its_signature_and_a_field_of_reasoning_its_text() -> None:
    start = {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": ""}}
    events = [
        {"type": "message_start", "message": {"role": "assistant", "content": []}},
        start,
        {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "hm"}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "signature_delta", "signature": "s1"}},
        {"type": "message_stop"},
    ]
    made = whole_reply("anthropic_messages", "".join(f"data: {json.dumps(one)}\n\n" for one in events))
    assert made["content"] == [{"type": "thinking", "thinking": "hm", "signature": "s1"}]
    chunks = [
        {"choices": [{"delta": {"reasoning_content": "h"}}]},
        {"choices": [{"delta": {"reasoning_content": "m"}, "finish_reason": "stop"}]},
    ]
    chat = whole_reply("openai_chat", "".join(f"data: {json.dumps(one)}\r\n\r\n" for one in chunks))
    assert chat["choices"][0]["message"]["reasoning_content"] == "hm"
