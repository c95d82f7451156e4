"""What single Langfuse observations are and say."""

import json
from typing import Any

import pytest

from viewer.decode.document import Record
from viewer.formats.langfuse_observations import Observations, attributes_of, is_observation, observation
from viewer.formats.shapes.spans import Span
from viewer.model.block import ToolUse


def span(type: str = "SPAN", **more: Any) -> Span:
    return observation(Record(1, {"id": "o", "traceId": "t", "type": type, "name": "n", **more}))


@pytest.mark.parametrize(
    ("type", "more", "kind"),
    [
        ("GENERATION", {}, "model"),
        ("AGENT", {}, "agent"),
        ("TOOL", {}, "tool"),
        ("RETRIEVER", {}, "other"),
        ("EVENT", {"metadata": {"attributes": {"gen_ai.tool.name": "f"}}}, "other"),
        ("SPAN", {"metadata": {"attributes": {"openinference.span.kind": "TOOL"}}}, "tool"),
        ("SPAN", {"metadata": {"attributes": {"openinference.span.kind": "AGENT"}}}, "agent"),
        ("SPAN", {"metadata": {"attributes": {"gen_ai.usage.input_tokens": 5}}}, "other"),
        ("SPAN", {"metadata": {"attributes": {"langsmith.span.kind": "tool"}}}, "tool"),
        ("SPAN", {"metadata": {"attributes": '{"gen_ai.tool.name": "f"}'}}, "tool"),
        ("SPAN", {"output": {"type": "tool", "content": "7", "tool_call_id": "c"}}, "tool"),
        ("SPAN", {"output": "the words tool_call_id"}, "other"),
        ("SPAN", {"metadata": 5}, "other"),
    ],
)
def test_the_kind_is_told_by_type_attributes_or_output(type: str, more: dict[str, Any], kind: str) -> None:
    assert span(type, **more).kind == kind


def test_an_error_is_a_failure_in_the_words_of_its_status() -> None:
    assert span(level="ERROR", statusMessage="Boom").failed == "Boom"
    assert span(level="ERROR").failed == "ERROR"
    assert span(level="WARNING", statusMessage="hm").failed is None


def test_what_is_an_observation() -> None:
    assert is_observation({"type": "SPAN", "traceId": "t"})
    assert not is_observation({"type": "SPAN"})
    assert not is_observation({"type": ["SPAN"], "traceId": "t"} | {"type": "span"})
    assert not is_observation(5)


def test_attributes_are_found_in_text_or_object() -> None:
    assert attributes_of({"metadata": json.dumps({"attributes": {"a": 1}})}) == {"a": 1}
    assert attributes_of({"metadata": {"attributes": {"a": 1}}}) == {"a": 1}
    assert attributes_of({"metadata": "words"}) == attributes_of({}) == {}


@pytest.mark.parametrize(
    ("given", "arguments"),
    [
        ('{"a": 1}', {"a": 1}),
        ({"args": [], "kwargs": {"a": 1}}, {"a": 1}),
        ({"input": {"a": 1}}, {"a": 1}),
        ("{'a': 1}", {"a": 1}),
        ("words", "words"),
    ],
)
def test_a_tool_s_arguments_are_taken_out_of_their_wrapper(given: Any, arguments: Any) -> None:
    one = span("TOOL", input=given, output="7")
    ran = Observations([one]).tool(one)
    assert (ran.arguments, ran.result, ran.has_result, ran.is_error) == (arguments, "7", True, None)


@pytest.mark.parametrize(
    "more",
    [
        {"metadata": {"attributes": {"gen_ai.tool.definitions": '[{"name": "f"}]'}}},
        {"metadata": {"tools": ['{"name": "f"}']}},
        {"toolDefinitions": {"f": '{"name": "f"}'}},
        {"input": {"messages": [{"role": "user", "content": "x"}], "tools": [{"name": "f"}]}},
        {"output": {"output": "x", "tools": [{"name": "f"}]}},
    ],
)
def test_tool_schemas_are_found_wherever_an_integration_puts_them(more: dict[str, Any]) -> None:
    one = span("GENERATION", **more)
    tools = Observations([one]).call(one).tools
    assert tools is not None
    assert tools.value == [{"name": "f"}]


def test_instructions_of_a_stored_response_are_the_request_s() -> None:
    output = {
        "instructions": "Be brief.",
        "output": [{"type": "function_call", "id": "i", "call_id": "c", "name": "f", "arguments": "{}"}],
    }
    one = span(
        "GENERATION", input=[{"role": "user", "content": "x"}], output=output, modelParameters={"id": "r", "top_p": 1}
    )
    call = Observations([one]).call(one)
    assert call.system == ("Be brief.",)
    assert call.parameters is not None
    assert call.parameters.value == {"top_p": 1}
    assert call.reply is not None
    assert call.reply.blocks == (ToolUse("c", "f", {}),)


@pytest.mark.parametrize(
    ("more", "word", "reason"),
    [
        ({"modelParameters": {"finishReason": "tool-calls", "maxRetries": "2"}}, "tool-calls", "tool_use"),
        ({"metadata": {"attributes": {"gen_ai.response.finish_reasons": '["length"]'}}}, "length", "max_tokens"),
        ({"metadata": {"attributes": {"ai.response.finishReason": "stop"}}}, "stop", "end_turn"),
        ({"metadata": {"attributes": {"gen_ai.response.finish_reasons": ["MAX_TOKENS"]}}}, "MAX_TOKENS", "max_tokens"),
        ({"modelParameters": {"finishReason": None}}, None, None),
    ],
)
def test_why_a_reply_ended_may_stand_beside_it(more: dict[str, Any], word: str | None, reason: str | None) -> None:
    one = span("GENERATION", input=[{"role": "user", "content": "x"}], output="y", **more)
    call = Observations([one]).call(one)
    assert call.reply is not None
    assert (call.reply.stop_reason_recorded, call.reply.stop_reason) == (word, reason)
    assert call.parameters is None or "finishReason" not in call.parameters.value


def test_facts_of_an_agent_are_read_whatever_their_values_are() -> None:
    for bad in (5, "x", [1], {"a": "b"}):
        one = span("AGENT", usageDetails=bad, metadata=bad, totalCost=bad, output=bad)
        facts = Observations([one]).agent(one)
        assert (facts.usage, facts.has_history) == (None, False)
