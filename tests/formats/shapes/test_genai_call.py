"""A call's reply, fields and model out of its span."""

import json
from typing import Any

import pytest

from viewer.decode.document import Record
from viewer.formats.shapes.genai_call import genai_call, has_history, history, model, parameters
from viewer.formats.shapes.growing_lists import GrowingLists
from viewer.formats.shapes.otel_span import OtelSpan, otel_span
from viewer.formats.shapes.spans import Call
from viewer.model.block import Text


def span(attributes: dict[str, Any], **more: Any) -> OtelSpan:
    return otel_span(Record(1, {"spanId": "a", "attributes": attributes, **more}), {})


def call(attributes: dict[str, Any], **more: Any) -> Call:
    return genai_call(span(attributes, **more), GrowingLists())


def out(*messages: dict[str, Any]) -> dict[str, Any]:
    return {"gen_ai.output.messages": json.dumps(messages)}


@pytest.mark.parametrize(
    ("attributes", "recorded", "meaning"),
    [
        ({"gen_ai.response.finish_reasons": ["tool_calls"]}, "tool_calls", "tool_use"),
        ({"gen_ai.response.finish_reasons": '["length"]'}, "length", "max_tokens"),
        (out({"role": "assistant", "parts": [], "finish_reason": "tool_call"}), "tool_call", "tool_use"),
        ({"ai.response.finishReason": "tool-calls"}, "tool-calls", "tool_use"),
        (
            {"openinference.span.kind": "LLM", "output.value": '{"choices": [{"finish_reason": "stop"}]}'},
            "stop",
            "end_turn",
        ),
        ({"output.value": '{"stop_reason": "max_tokens", "content": []}'}, "max_tokens", "max_tokens"),
        ({"gen_ai.response.finish_reasons": ["odd"]}, "odd", "unknown"),
        ({"gen_ai.response.finish_reasons": []}, None, None),
        ({}, None, None),
    ],
)
def test_the_stop_reason_is_found_where_the_convention_has_it(
    attributes: dict[str, Any], recorded: str | None, meaning: str | None
) -> None:
    reply = call(attributes).reply
    assert reply is not None
    assert (reply.stop_reason_recorded, reply.stop_reason) == (recorded, meaning)


def test_messages_without_an_end_of_their_own_are_pieces_of_one_reply() -> None:
    one, two = ({"role": "assistant", "parts": [{"type": "text", "content": words}]} for words in "ab")
    reply = call(out(one, two)).reply
    assert reply is not None
    assert reply.blocks == (Text("a"), Text("b"))


def test_a_failed_call_has_a_reply_only_if_one_is_stored() -> None:
    failed = {"status": {"code": 2}}
    assert call({}, **failed).reply is None
    assert call(out({"role": "assistant", "parts": []}), **failed).reply is not None
    assert call({}).reply is not None


def test_the_answering_model_goes_before_the_one_that_was_asked() -> None:
    assert model({"gen_ai.request.model": "m", "gen_ai.response.model": "m-2"}) == "m-2"
    assert model({"gen_ai.request.model": "m", "gen_ai.response.model": ""}) == "m"
    assert model({}) is None


def test_parameters_are_those_of_the_request_without_model_and_tools() -> None:
    made = parameters(
        {
            "gen_ai.request.model": "m", "gen_ai.request.temperature": 0, "ai.settings.maxRetries": 2,
            "llm.invocation_parameters": '{"model": "m", "top_p": 1}', "gen_ai.request.tools": "[]",
        }
    )  # fmt: skip
    assert made == {"temperature": 0, "maxRetries": 2, "top_p": 1}


@pytest.mark.parametrize(
    "attributes",
    [
        {"gen_ai.tool.definitions": '[{"name": "ls"}]'},
        {"gen_ai.tool.definitions": [{"name": "ls"}]},
        {"ai.prompt.tools": ['{"name": "ls"}']},
        {"llm.request.functions.0.name": "ls"},
        {"llm.tools.0.tool.json_schema": '{"name": "ls"}'},
        {"llm.tools": [{"tool": {"name": "ls"}}]},
    ],
)
def test_tools_are_found_by_every_convention(attributes: dict[str, Any]) -> None:
    tools = call(attributes).tools
    assert tools is not None
    assert tools.value == [{"name": "ls"}]


@pytest.mark.parametrize(
    ("stored", "texts"),
    [
        ('[{"type": "text", "content": "s"}]', ("s",)),
        ([{"type": "text", "content": "s"}, {"type": "odd"}], ("s", {"type": "odd"})),
        ("s", ("s",)),
        ("", ()),
        (None, ()),
    ],
)
def test_instructions_are_text_or_parts(stored: Any, texts: tuple[Any, ...]) -> None:
    assert call({"gen_ai.system_instructions": stored}).system == texts


def test_a_run_s_whole_list_stands_under_one_of_several_names() -> None:
    listed = [{"role": "user", "parts": []}]
    for key in ("pydantic_ai.all_messages", "all_messages_events", "gen_ai.output.messages"):
        assert has_history({key: json.dumps(listed)})
        assert history(span({key: json.dumps(listed)})).inputs == listed
    assert history(span({"gen_ai.input.messages": listed, "gen_ai.output.messages": listed})).inputs == listed * 2
    assert not has_history({"gen_ai.input.messages": "[]"})
