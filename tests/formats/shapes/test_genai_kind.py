"""What a span stands for."""

from typing import Any

import pytest

from viewer.decode.document import Record
from viewer.formats.shapes.genai_kind import kind_of
from viewer.formats.shapes.otel_span import otel_span


def kind(attributes: dict[str, Any], **more: Any) -> tuple[str, str]:
    return kind_of(otel_span(Record(1, {"spanId": "a", "name": "n", "attributes": attributes, **more}), {}))


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ({"openinference.span.kind": "LLM"}, "model"),
        ({"openinference.span.kind": "agent"}, "agent"),
        ({"openinference.span.kind": "TOOL"}, "tool"),
        ({"openinference.span.kind": "EVALUATOR"}, "judge"),
        ({"openinference.span.kind": "CHAIN", "gen_ai.operation.name": "chat"}, "other"),
        ({"openinference.span.kind": "UNKNOWN", "gen_ai.operation.name": "chat"}, "model"),
        ({"gen_ai.operation.name": "chat"}, "model"),
        ({"gen_ai.operation.name": "generate_content"}, "model"),
        ({"gen_ai.operation.name": "invoke_agent"}, "agent"),
        ({"gen_ai.operation.name": "execute_tool"}, "tool"),
        ({"gen_ai.operation.name": "embeddings", "gen_ai.usage.input_tokens": 5}, "other"),
        ({"ai.operationId": "ai.generateText.doGenerate", "gen_ai.operation.name": "x"}, "model"),
        ({"ai.operationId": "ai.streamText"}, "agent"),
        ({"ai.operationId": "ai.toolCall"}, "tool"),
        ({"ai.operationId": "ai.embed.doEmbed", "gen_ai.usage.input_tokens": 1}, "other"),
        ({"traceloop.span.kind": "tool"}, "tool"),
        ({"traceloop.span.kind": "workflow"}, "other"),
        ({"llm.request.type": "chat"}, "model"),
        ({"llm.request.type": "embedding"}, "other"),
        ({"gen_ai.usage.output_tokens": 5}, "model"),
        ({"gcp.vertex.agent.llm_request": "{}"}, "model"),
        ({"gcp.vertex.agent.llm_request": "{}", "gcp.vertex.agent.tool_call_args": "{}"}, "tool"),
        ({"agent_name": "a", "gen_ai.usage.output_tokens": 5}, "agent"),
        ({"gen_ai.tool.name": "t", "gen_ai.tool.call.id": "1"}, "tool"),
        ({"http.method": "GET"}, "other"),
        ({"gen_ai.operation.name": 5, "openinference.span.kind": []}, "other"),
    ],
)
def test_the_kind_is_told_by_the_most_certain_sign(attributes: dict[str, Any], expected: str) -> None:
    assert kind(attributes)[0] == expected


def test_a_span_that_is_set_aside_is_called_what_its_writer_calls_it() -> None:
    assert kind({"openinference.span.kind": "RETRIEVER"}) == ("other", "retriever span")
    assert kind({}, span_kind="RERANKER") == ("other", "reranker span")
    assert kind({"gen_ai.operation.name": "execute_event_loop_cycle"}) == ("other", "execute_event_loop_cycle span")
    assert kind({}) == ("other", "span")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("invoke_agent a", "agent"), ("execute_tool t", "tool"), ("invoke_agents", "other"), ("", "other")],
)
def test_a_span_s_name_tells_where_no_attribute_does(name: str, expected: str) -> None:
    assert kind({}, name=name)[0] == expected
