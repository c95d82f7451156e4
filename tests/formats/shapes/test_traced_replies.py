"""What models answered in traced calls."""

from typing import Any

import pytest

from viewer.formats.shapes.traced_replies import answered, counted
from viewer.model.block import Block, Text, ToolUse, Unknown
from viewer.model.usage import Usage

CALL = ToolUse("c", "f", {"a": 1})
CHAT_CALL = {"id": "c", "type": "function", "function": {"name": "f", "arguments": '{"a":1}'}}
LC = {"lc": 1, "type": "constructor", "id": ["x", "AIMessage"]}
LC_CALLS = {"content": "", "tool_calls": [{"id": "c", "name": "f", "args": {"a": 1}}]}


@pytest.mark.parametrize(
    ("value", "blocks"),
    [
        ("hi", (Text("hi"),)),
        ({"role": "assistant", "content": "hi"}, (Text("hi"),)),
        ('{"role": "assistant", "content": "hi"}', (Text("hi"),)),
        ({"choices": [{"message": {"content": "hi", "tool_calls": [CHAT_CALL]}}]}, (Text("hi"), CALL)),
        ({"choices": [{"text": "hi"}]}, (Text("hi"),)),
        ({"candidates": [{"content": {"parts": [{"text": "hi"}], "role": "model"}}]}, (Text("hi"),)),
        ({"content": {"parts": [{"text": "hi"}], "role": "model"}, "finish_reason": "STOP"}, (Text("hi"),)),
        ({"generations": [[{"text": "", "message": {**LC, "kwargs": LC_CALLS}}]]}, (CALL,)),
        ({"generations": [{"text": "hi"}]}, (Text("hi"),)),
        ({"type": "ai", **LC_CALLS}, (CALL,)),
        ({"messages": [{"type": "ai", "content": "hi"}]}, (Text("hi"),)),
        (
            {"output": [{"type": "function_call", "id": "x", "call_id": "c", "name": "f", "arguments": '{"a":1}'}]},
            (CALL,),
        ),
        ({"output": "hi"}, (Text("hi"),)),
        ({"content": [{"type": "text", "text": "hi"}], "type": "message", "role": "assistant"}, (Text("hi"),)),
        ([{"type": "text", "text": "hi"}], (Text("hi"),)),
        ([{"role": "assistant", "parts": [{"type": "text", "content": "hi"}]}], (Text("hi"),)),
        ([[{"role": "assistant", "content": "hi"}]], (Text("hi"),)),
        ([{"toolCallId": "c", "toolName": "f", "input": '{"a": 1}'}], (CALL,)),
        ({"text": "hi", "toolCalls": [{"toolCallId": "c", "toolName": "f", "args": {"a": 1}}]}, (Text("hi"), CALL)),
        (
            [{"index": 0, "event.name": "gen_ai.choice", "message": {"role": "assistant", "content": "hi"}}],
            (Text("hi"),),
        ),
        (None, ()),
        ("None", ()),
        ("", ()),
    ],
)
def test_a_reply_is_found_wherever_a_framework_puts_it(value: Any, blocks: tuple[Block, ...]) -> None:
    assert answered(value).blocks == blocks


def test_messages_that_are_pieces_of_one_reply_are_one_reply() -> None:
    pieces = [
        {"role": "assistant", "content": "a", "finish_reason": "tool_calls"},
        {"role": "assistant", "tool_calls": [CHAT_CALL]},
    ]
    reply = answered(pieces)
    assert reply.blocks == (Text("a"), CALL)
    assert (reply.stop_reason, reply.stop_reason_recorded) == ("tool_use", "tool_calls")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"choices": [{"message": {"content": "x"}, "finish_reason": "length"}]}, "max_tokens"),
        ({"role": "assistant", "content": "x", "stop_reason": "tool_use"}, "tool_use"),
        (
            {"content": {"parts": [{"functionCall": {"name": "f"}}], "role": "model"}, "finish_reason": "STOP"},
            "tool_use",
        ),
        ({"candidates": [{"content": {"parts": [{"text": "x"}]}, "finish_reason": 2}]}, "max_tokens"),
        (
            {"output": [{"type": "message", "id": "m", "role": "assistant", "content": "x"}], "status": "completed"},
            "end_turn",
        ),
        ({"generations": [[{"text": "x", "generation_info": {"finish_reason": "stop"}}]]}, "end_turn"),
        ("x", None),
    ],
)
def test_why_a_reply_ended_is_told_in_our_words(value: Any, reason: str | None) -> None:
    assert answered(value).stop_reason == reason


def test_tokens_beside_a_reply_are_converted_by_whoever_counted_them() -> None:
    details = {"cache_read": 20, "cache_creation": 5}
    assert counted(
        {"usage_metadata": {"input_tokens": 50, "output_tokens": 9, "input_token_details": details}}
    ) == Usage(25, 20, 5, 9)
    assert counted({"usage": {"input_tokens": 5, "cache_read_input_tokens": 20, "output_tokens": 9}}) == Usage(
        5, 20, None, 9
    )
    assert counted(
        {"usage": {"prompt_tokens": 50, "completion_tokens": 9, "prompt_tokens_details": {"cached_tokens": 20}}}
    ) == Usage(30, 20, None, 9)
    assert counted(
        {"usage_metadata": {"prompt_token_count": 50, "cached_content_token_count": 20, "candidates_token_count": 9}}
    ) == Usage(30, 20, None, 9)
    assert counted({}) is None


def test_further_choices_and_other_roles_are_kept_whole() -> None:
    two = answered({"choices": [{"message": {"content": "a"}}, {"message": {"content": "b"}}]})
    assert [type(block) for block in two.blocks] == [Text, Unknown]
    assert [type(block) for block in answered([{"role": "tool", "content": "7"}]).blocks] == [Unknown]


@pytest.mark.parametrize("value", [5, True, {"verdict": "calm"}, [5], [None]])
def test_what_no_vendor_writes_is_kept_whole(value: Any) -> None:
    assert [type(block) for block in answered(value).blocks] == [Unknown]
