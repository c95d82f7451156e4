"""Where the messages of a call stand, by each convention."""

import json
from typing import Any

import pytest

from viewer.decode.document import Record
from viewer.formats.shapes.genai_lists import Lists, lists, messages_in, replies_in
from viewer.formats.shapes.growing_lists import GrowingLists
from viewer.formats.shapes.otel_span import otel_span
from viewer.model.block import Block, Text, ToolResult, ToolUse

CALL = ToolUse("1", "ls", {"a": 1})
CONVERSATION = [
    ("system", (Text("s"),)),
    ("user", (Text("q"),)),
    ("assistant", (CALL,)),
    ("user", (ToolResult("1", "r"),)),
]


def found(attributes: dict[str, Any], events: Any = ()) -> Lists:
    span = otel_span(Record(1, {"spanId": "a", "attributes": attributes, "events": list(events)}), {})
    return lists(span, GrowingLists())


def said(made: Lists) -> tuple[list[tuple[str, tuple[Block, ...]]], list[tuple[Block, ...]]]:
    entries = [made.entry_of(raw) for raw in made.inputs or []]
    return [(entry.role, entry.blocks) for entry in entries], [made.reply_of(raw).blocks for raw in made.outputs]


def numbered(prefix: str, messages: list[dict[str, Any]]) -> dict[str, Any]:
    return {f"{prefix}.{number}.{key}": value for number, one in enumerate(messages) for key, value in one.items()}


PARTS = [
    {"role": "system", "parts": [{"type": "text", "content": "s"}]},
    {"role": "user", "parts": [{"type": "text", "content": "q"}]},
    {"role": "assistant", "parts": [{"type": "tool_call", "id": "1", "name": "ls", "arguments": {"a": 1}}]},
    {"role": "tool", "parts": [{"type": "tool_call_response", "id": "1", "response": "r"}]},
]
ANSWER = [{"role": "assistant", "parts": [{"type": "text", "content": "a"}]}]
FUNCTION = {"id": "1", "type": "function", "function": {"name": "ls", "arguments": '{"a": 1}'}}
CHAT = [
    {"role": "system", "content": "s"},
    {"role": "user", "content": "q"},
    {"role": "assistant", "content": None, "tool_calls": [FUNCTION]},
    {"role": "tool", "tool_call_id": "1", "content": "r"},
]
SDK = [
    {"role": "system", "content": "s"},
    {"role": "user", "content": [{"type": "text", "text": "q"}]},
    {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "1", "toolName": "ls", "input": {"a": 1}}]},
    {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "1", "output": {"type": "text", "value": "r"}}]},
]
CONVENTIONS: dict[str, tuple[dict[str, Any], list[Any]]] = {
    "newest, as text": ({"gen_ai.input.messages": json.dumps(PARTS), "gen_ai.output.messages": json.dumps(ANSWER)}, []),
    "newest, native": ({"gen_ai.input.messages": PARTS, "gen_ai.output.messages": ANSWER}, []),
    "one event with all": (
        {},
        [
            {
                "name": "gen_ai.client.inference.operation.details",
                "attributes": {
                    "gen_ai.input.messages": json.dumps(PARTS),
                    "gen_ai.output.messages": json.dumps(ANSWER),
                },
            }
        ],
    ),
    "an event a message": (
        {},
        [
            {"name": "gen_ai.system.message", "attributes": {"content": "s"}},
            {"name": "gen_ai.user.message", "attributes": {"content": "q"}},
            {"name": "gen_ai.assistant.message", "attributes": {"tool_calls": json.dumps([FUNCTION])}},
            {"name": "gen_ai.tool.message", "attributes": {"id": "1", "content": "r"}},
            {"name": "gen_ai.choice", "attributes": {"message": "a", "finish_reason": "stop"}},
        ],
    ),
    "events in an attribute": (
        {
            "events": json.dumps(
                [
                    {"event.name": "gen_ai.system.message", "content": "s"},
                    {"event.name": "gen_ai.user.message", "content": "q"},
                    {"event.name": "gen_ai.assistant.message", "role": "assistant", "tool_calls": [FUNCTION]},
                    {"event.name": "gen_ai.tool.message", "id": "1", "content": "r"},
                    {"event.name": "gen_ai.choice", "index": 0, "message": {"role": "assistant", "content": "a"}},
                ]
            )
        },
        [],
    ),
    "numbered": (
        {
            **numbered(
                "gen_ai.prompt",
                [
                    {"role": "system", "content": "s"},
                    {"role": "user", "content": '[{"type": "text", "text": "q"}]'},
                    {
                        "role": "assistant",
                        "tool_calls.0.id": "1",
                        "tool_calls.0.name": "ls",
                        "tool_calls.0.arguments": '{"a": 1}',
                    },
                    {"role": "tool", "tool_call_id": "1", "content": "r"},
                ],
            ),
            **numbered("gen_ai.completion", [{"content": "a", "finish_reason": "stop"}]),
        },
        [],
    ),
    "two texts": ({"gen_ai.prompt": json.dumps(PARTS), "gen_ai.completion": '{"text": "a"}'}, []),
    "the AI SDK": ({"ai.prompt.messages": json.dumps(SDK), "ai.response.text": "a"}, []),
    "a request and its response": (
        {
            "input.value": json.dumps({"messages": CHAT}),
            "output.value": json.dumps({"choices": [{"message": {"role": "assistant", "content": "a"}}]}),
        },
        [],
    ),
    "OpenInference, numbered": (
        {
            **numbered(
                "llm.input_messages",
                [
                    {"message.role": "system", "message.content": "s"},
                    {
                        "message.role": "user",
                        "message.contents.0.message_content.type": "text",
                        "message.contents.0.message_content.text": "q",
                    },
                    {
                        "message.role": "assistant",
                        "message.tool_calls.0.tool_call.id": "1",
                        "message.tool_calls.0.tool_call.function.name": "ls",
                        "message.tool_calls.0.tool_call.function.arguments": '{"a": 1}',
                    },
                    {"message.role": "tool", "message.tool_call_id": "1", "message.content": "r"},
                ],
            ),
            **numbered("llm.output_messages", [{"message.content": "a"}]),
        },
        [],
    ),
}


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_a_conversation_is_the_same_by_every_convention(convention: str) -> None:
    inputs, outputs = said(found(*CONVENTIONS[convention]))
    assert inputs == CONVERSATION
    assert outputs == [(Text("a"),)]


def test_the_ai_sdk_s_reply_is_put_together_from_its_attributes() -> None:
    made = found(
        {
            "ai.response.text": "a",
            "ai.response.reasoning": "hm",
            "ai.response.toolCalls": '[{"toolCallId": "1", "toolName": "ls", "input": "{\\"a\\": 1}"}]',
        }
    )
    assert made.inputs is None
    assert [type(block).__name__ for block in said(made)[1][0]] == ["Thinking", "Text", "ToolUse"]
    assert said(found({"ai.response.object": '{"a": 1}'}))[1] == [(Text('{"a": 1}'),)]


def test_a_side_that_the_convention_leaves_out_is_looked_for_in_the_whole() -> None:
    made = found({"llm.output_messages.0.message.content": "a", "input.value": json.dumps({"messages": CHAT})})
    assert said(made) == (CONVERSATION, [(Text("a"),)])
    made = found({"llm.input_messages.0.message.role": "user", "output.value": "a"})
    assert said(made) == ([("user", ())], [(Text("a"),)])


def test_a_list_that_a_limit_of_the_writer_cut_is_what_is_whole_of_it() -> None:
    made = found({"gen_ai.input.messages": json.dumps(PARTS)[:150]})
    assert (made.cut, [entry["role"] for entry in made.inputs or []]) == (True, ["system", "user"])


def test_nothing_stored_is_no_list() -> None:
    assert found({"gen_ai.operation.name": "chat"}) == Lists(None, [])


@pytest.mark.parametrize(
    ("value", "roles"),
    [
        ("words", ["user"]),
        ({"prompt": "words", "system": "s"}, ["system", "user"]),
        ({"contents": [{"role": "user", "parts": []}], "config": {"system_instruction": "s"}}, ["system", "user"]),
        ({"other": 1}, None),
        ([{"no": "role"}], None),
        (5, None),
        ("", None),
    ],
)
def test_messages_of_a_whole_input(value: Any, roles: list[str] | None) -> None:
    made = messages_in(value)
    assert (None if made is None else [one["role"] for one in made]) == roles


@pytest.mark.parametrize(
    ("value", "contents"),
    [
        ("a", ["a"]),
        ({"message": {"content": "a"}}, ["a"]),
        ({"content": {"role": "model", "content": "a"}}, ["a"]),
        ({"output_text": "a"}, ["a"]),
        ([{"role": "assistant", "content": "a"}], ["a"]),
        ({"choices": [5, {"message": {"content": "a"}}]}, ["a"]),
        ({"other": 1}, []),
        (5, []),
    ],
)
def test_replies_of_a_whole_output(value: Any, contents: list[str]) -> None:
    assert [one["content"] for one in replies_in(value)] == contents


def test_the_newest_conventions_event_may_come_twice_once_for_each_side() -> None:
    name = "gen_ai.client.inference.operation.details"
    sides = [{"gen_ai.input.messages": json.dumps(PARTS)}, {"gen_ai.output.messages": json.dumps(ANSWER)}]
    made = found({}, [{"name": name, "attributes": side} for side in sides])
    assert said(made) == (CONVERSATION, [(Text("a"),)])
