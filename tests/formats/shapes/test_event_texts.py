"""Streams that were recorded as one text."""

import json
from typing import Any

from viewer.formats.shapes.event_texts import answer_of_events

STARTED = {"type": "message_start", "message": {"role": "assistant", "content": [], "usage": {"input_tokens": 3}}}


def stream(*events: Any) -> str:
    return "".join(f"event: x\ndata: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n"


def test_pieces_of_a_message_are_put_together() -> None:
    answer = answer_of_events(
        stream(
            STARTED,
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "In the "}},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "depot."}},
            {
                "type": "content_block_start",
                "index": 1,
                "content_block": {"type": "tool_use", "name": "f", "input": {}},
            },
            {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": '{"n":'}},
            {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": " 7}"}},
            {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 9}},
        )
    )
    assert answer == {
        "role": "assistant",
        "content": [{"type": "text", "text": "In the depot."}, {"type": "tool_use", "name": "f", "input": {"n": 7}}],
        "stop_reason": "tool_use",
        "usage": {"input_tokens": 3, "output_tokens": 9},
    }


def test_chunks_stay_chunks_and_a_response_event_holds_the_response() -> None:
    chunk = {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": "hi"}}]}
    assert answer_of_events(stream(chunk)) == {"chunks": [chunk]}
    whole = {"type": "response.completed", "response": {"object": "response", "output": []}}
    assert answer_of_events(stream({"type": "response.output_text.delta"}, whole)) == whole["response"]


def test_events_of_no_known_api_stay_the_text_they_are() -> None:
    for words in (stream({"type": "tick"}), "data: no JSON\n", "data:\n"):
        assert answer_of_events(words) == words


def test_a_damaged_event_costs_no_more_than_itself() -> None:
    odd = ({"type": "content_block_start", "index": None}, {"type": "message_delta", "delta": 3, "usage": "x"}, {})
    assert answer_of_events(stream(STARTED, *odd))["usage"] == {"input_tokens": 3}
