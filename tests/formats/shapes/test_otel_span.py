"""One span in all its forms."""

from typing import Any

import pytest
from span_files import value

from viewer.decode.document import Record
from viewer.formats.shapes.otel_span import OtelSpan, any_value, dotted, is_bare, is_span, key_values, otel_span

TRACE, SPAN, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", "00f067aa0ba902b7"
START, END = 1_767_261_600_000_000_000, 1_767_261_601_500_000_000
ATTRIBUTES = {"gen_ai.operation.name": "chat", "n": 5}


def made(raw: dict[str, Any]) -> OtelSpan:
    assert is_span(raw)
    return otel_span(Record(1, raw), {})


FORMS: dict[str, dict[str, Any]] = {
    "OTLP": {
        "traceId": TRACE,
        "spanId": SPAN,
        "parentSpanId": PARENT,
        "name": "x",
        "startTimeUnixNano": str(START),
        "endTimeUnixNano": str(END),
        "status": {"code": "STATUS_CODE_ERROR", "message": "no"},
        "attributes": [
            {"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}},
            {"key": "n", "value": {"intValue": "5"}},
        ],
    },
    "OTLP, base64 and numbers": {
        "traceId": "CvdlGRbNQ92ESOshHIAxnA==",
        "spanId": "t61rcWkgMzE=",
        "parentSpanId": "APBnqgupArc=",
        "name": "x",
        "startTimeUnixNano": START,
        "endTimeUnixNano": END,
        "status": {"code": 2, "message": "no"},
        "attributes": [
            {"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}},
            {"key": "n", "value": {"intValue": 5}},
        ],
    },
    "snake case": {
        "trace_id": TRACE,
        "span_id": SPAN,
        "parent_span_id": PARENT,
        "name": "x",
        "start_time_unix_nano": START,
        "end_time_unix_nano": END,
        "status": {"code": 2, "message": "no"},
        "attributes": ATTRIBUTES,
    },
    "console, Python": {
        "name": "x",
        "context": {"trace_id": "0x" + TRACE, "span_id": "0x" + SPAN},
        "parent_id": "0x" + PARENT,
        "start_time": "2026-01-01T10:00:00.000000Z",
        "end_time": "2026-01-01T10:00:01.500000Z",
        "status": {"status_code": "ERROR", "description": "no"},
        "attributes": ATTRIBUTES,
    },
    "Phoenix": {
        "id": "U3BhbjoxMg==",
        "name": "x",
        "context": {"trace_id": TRACE, "span_id": SPAN},
        "parent_id": PARENT,
        "start_time": "2026-01-01T10:00:00+00:00",
        "end_time": "2026-01-01T10:00:01.500+00:00",
        "status_code": "ERROR",
        "status_message": "no",
        "attributes": ATTRIBUTES,
    },
    "data frame": {
        "name": "x",
        "context.trace_id": TRACE,
        "context.span_id": SPAN,
        "parent_id": PARENT,
        "status_code": "ERROR",
        "status_message": "no",
        "start_time": "2026-01-01T10:00:00+00:00",
        "end_time": "2026-01-01T10:00:01.500+00:00",
        "attributes.gen_ai.operation.name": "chat",
        "attributes.n": 5,
        "attributes.none": None,
    },
    "JavaScript": {
        "name": "x",
        "spanContext": {"traceId": TRACE, "spanId": SPAN},
        "parentSpanContext": {"spanId": PARENT},
        "startTime": [1_767_261_600, 0],
        "endTime": [1_767_261_601, 500_000_000],
        "status": {"code": 2, "message": "no"},
        "attributes": ATTRIBUTES,
    },
    "console, JavaScript": {
        "traceId": TRACE,
        "id": SPAN,
        "parentId": PARENT,
        "name": "x",
        "timestamp": START // 1000,
        "duration": 1_500_000,
        "status": {"code": 2, "message": "no"},
        "attributes": ATTRIBUTES,
    },
}


@pytest.mark.parametrize("form", FORMS)
def test_a_span_is_the_same_in_every_form(form: str) -> None:
    span = made(FORMS[form])
    assert (span.trace, span.id, span.parent, span.name) == (TRACE, SPAN, PARENT, "x")
    assert (span.started, span.ended, span.failed, span.all_well) == (START, END, "no", False)
    assert span.attributes == ATTRIBUTES


def test_bare_attributes_are_a_span_without_ids() -> None:
    raw = {"openinference.span.kind": "LLM", "llm": {"model_name": "m"}}
    span = made(raw)
    assert is_bare(raw)
    assert (span.id, span.started, span.attributes["llm.model_name"]) == (None, None, "m")


@pytest.mark.parametrize("raw", [5, None, [], {}, {"name": "x"}, {"context": 5}, {"role": "user", "content": "x"}])
def test_other_values_are_no_spans(raw: Any) -> None:
    assert not is_span(raw)


ODD: list[Any] = [None, 5, "x", [], {}, [5], {"a": 1}, [[1, 2]], 1e300, True]


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_whatever_stands_in_a_span_making_it_does_not_raise(odd: Any) -> None:
    keys = {key for form in FORMS.values() for key in form} | {"events", "resource", "span_kind", "context"}
    for key in keys:
        otel_span(Record(1, {"spanId": SPAN, **FORMS["OTLP"], key: odd}), {})
    for events in ([{"name": "exception", "attributes": odd}], [odd], [{"name": odd}]):
        made({**FORMS["OTLP"], "events": events})


@pytest.mark.parametrize(
    ("more", "failed", "all_well"),
    [
        ({"status": {}}, None, False),
        ({"status": {"code": 0}}, None, False),
        ({"status": {"code": 1}}, None, True),
        ({"status": {"code": "STATUS_CODE_OK"}}, None, True),
        ({"status": {"code": 2}}, "ERROR", False),
        ({"status": {}, "attributes": {"error.type": "Timeout"}}, "Timeout", False),
        (
            {
                "status": {"code": 2},
                "events": [{"name": "exception", "attributes": {"exception.type": "E", "exception.message": "m"}}],
            },
            "E: m",
            False,
        ),
        ({"status": {}, "events": [{"name": "exception", "attributes": {"exception.type": "E"}}]}, None, False),
    ],
)
def test_an_error_is_told_by_the_status_and_named_by_the_exception(
    more: dict[str, Any], failed: str | None, all_well: bool
) -> None:
    span = made({**FORMS["OTLP"], **more})
    assert (span.failed, span.all_well) == (failed, all_well)


def test_events_may_be_json_text() -> None:
    assert made({**FORMS["Phoenix"], "events": '[{"name": "e", "attributes": {"a": 1}}]'}).events == [("e", {"a": 1})]


@pytest.mark.parametrize("native", ["x", 5, True, 1.5, [1, ["a"]], {"a": {"b": [1]}}, [], {}])
def test_values_of_otlp_are_native_values(native: Any) -> None:
    assert any_value(value(native)) == native


def test_values_that_are_not_of_otlp_s_form_stay_as_they_are() -> None:
    assert any_value({"oddValue": 1}) == {"oddValue": 1}
    assert any_value({"intValue": "5x"}) == "5x"
    assert any_value({}) is None
    assert any_value({"arrayValue": 5}) == 5
    assert key_values([5, {"key": 1}, {"key": "a"}, {"key": "b", "value": {"stringValue": "c"}}]) == {
        "a": None,
        "b": "c",
    }


def test_nested_attributes_are_flattened_but_values_that_are_objects_are_not() -> None:
    nested = {
        "llm": {"token_count": {"prompt": 5}, "input_messages": [{"message": {}}]},
        "metadata": {"a": 1},
        "x.y": 2,
    }
    assert dotted(nested) == {
        "llm.token_count.prompt": 5,
        "llm.input_messages": [{"message": {}}],
        "metadata": {"a": 1},
        "x.y": 2,
    }
