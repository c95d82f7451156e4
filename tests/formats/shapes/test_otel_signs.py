"""What tells spans of agents from other spans, and the conventions from each other."""

from typing import Any

import pytest
from span_files import chat, otlp, said, span

from viewer.decode.decoder import decode
from viewer.formats.registry import matches

GENAI = chat(1, [said("user", "go")], said("assistant", "x"))
OPENINFERENCE = {"context": {"span_id": "a", "trace_id": "b"}, "attributes": {"openinference.span.kind": "LLM"}}
PLAIN = span(1, {"http.method": "GET"})


def claims(value: Any) -> list[str]:
    import json

    return [format.name for format, _, _ in matches(decode(json.dumps(value).encode(), "x"))]


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (otlp(PLAIN, GENAI), "otel_genai"),
        (
            otlp({**PLAIN, "attributes": [{"key": "openinference.span.kind", "value": {"stringValue": "LLM"}}]}),
            "otel_genai",
        ),
        ([GENAI], "otel_genai"),
        ({"gen_ai.operation.name": "chat", "gen_ai.input.messages": "[]"}, "otel_genai"),
        ([{**PLAIN, "attributes": [], "events": [{"name": "gen_ai.choice"}]}], "otel_genai"),
        ([OPENINFERENCE], "openinference"),
        ([PLAIN, OPENINFERENCE], "openinference"),
        ([{"context": {"span_id": "a"}, "span_kind": "CHAIN", "attributes": {}}], "openinference"),
        ({"context": {"span_id": "a"}, "attributes": {"llm": {"model_name": "m"}}}, "openinference"),
        ({"openinference.span.kind": "LLM"}, "openinference"),
        ({"data": [OPENINFERENCE], "next_cursor": None}, "openinference"),
    ],
)
def test_spans_of_agents_are_claimed_by_one_format(value: Any, name: str) -> None:
    assert claims(value) == [name]


@pytest.mark.parametrize(
    "value",
    [otlp(PLAIN), [PLAIN], [{"span_id": "a", "attributes": 5}], {"resourceSpans": []}, {"spans": 5}, [[[[PLAIN]]]]],
)
def test_other_spans_are_not(value: Any) -> None:
    assert claims(value) == []
