"""Spans as Jaeger hands them out."""

import json
from typing import Any

import pytest
from conftest import read_values

from viewer.decode.document import Record
from viewer.formats.shapes.jaeger_span import as_otlp
from viewer.formats.shapes.otel_span import otel_span

TRACE = "0f" * 16


def jaeger(number: int, name: str, within: int = 0, **more: Any) -> dict[str, Any]:
    parent = {"refType": "CHILD_OF", "traceID": TRACE, "spanID": f"{within:016x}"}
    return {
        "traceID": TRACE,
        "spanID": f"{number:016x}",
        "operationName": name,
        "references": [] if not within else [{"refType": "FOLLOWS_FROM", "spanID": "ff"}, parent],
        "startTime": 1_760_000_000_000_000 + number,
        "duration": 7,
        "tags": [],
        "processID": "p1",
        **more,
    }


def tags(**values: Any) -> list[dict[str, Any]]:
    return [{"key": key.replace("__", "."), "type": "string", "value": value} for key, value in values.items()]


def test_a_span_has_its_parent_times_error_and_events() -> None:
    log = {"timestamp": 1, "fields": tags(event="exception", exception__type="Slow", exception__message="too long")}
    one = jaeger(2, "chat m", 1, tags=[*tags(a="b"), {"key": "error", "type": "bool", "value": True}], logs=[log])
    span = otel_span(Record(1, one), {})
    assert (span.trace, span.id, span.parent, span.name) == (TRACE, f"{2:016x}", f"{1:016x}", "chat m")
    assert (span.started, span.ended) == (1_760_000_000_000_002_000, 1_760_000_000_000_009_000)
    assert (span["a"], span.failed) == ("b", "Slow: too long")


def test_a_status_stands_in_the_tags() -> None:
    told = tags(otel__status_code="ERROR", otel__status_description="no")
    assert otel_span(Record(1, jaeger(1, "x", tags=told)), {}).failed == "no"
    assert otel_span(Record(1, jaeger(1, "x", tags=tags(otel__status_code="OK"))), {}).all_well


@pytest.mark.parametrize("bad", [None, 5, "x", [1], {"a": 1}, [{"key": 5}, {"fields": 5}, {"refType": "CHILD_OF"}]])
def test_nothing_raises(bad: Any) -> None:
    one = {"spanID": bad, "tags": bad, "logs": bad, "references": bad, "startTime": bad, "duration": bad}
    assert as_otlp(one)["spanId"] == bad
    otel_span(Record(1, one), {})


def test_a_trace_of_an_agent_is_a_run() -> None:
    asked = json.dumps({"contents": [{"role": "user", "parts": [{"text": "hi"}]}]})
    said = json.dumps({"content": {"role": "model", "parts": [{"text": "done"}]}})
    call = tags(
        gcp__vertex__agent__llm_request=asked, gcp__vertex__agent__llm_response=said, gen_ai__request__model="m"
    )
    spans = [jaeger(1, "invoke_agent a", tags=tags(gen_ai__agent__name="a")), jaeger(2, "call_llm", 1, tags=call)]
    (run,) = read_values({"data": [{"traceID": TRACE, "spans": spans, "processes": {}}]})
    assert (run.format, run.run_id, len(run.requests), run.models) == ("otel_genai", TRACE, 1, ("m",))
    assert [message.role for message in run.messages] == ["user", "assistant"]
