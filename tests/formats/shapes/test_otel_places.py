"""Where spans stand in a document."""

from typing import Any

import pytest
from span_files import otlp, span

from viewer.formats.shapes.otel_places import holds_spans, is_otlp, places

ONE = span(1, {})


@pytest.mark.parametrize(
    ("value", "paths"),
    [
        (otlp(ONE), [("resourceSpans", 0, "scopeSpans", 0, "spans")]),
        ({"resource_spans": [{"scope_spans": [{"spans": [ONE]}]}]}, [("resource_spans", 0, "scope_spans", 0, "spans")]),
        ({"batches": [{"instrumentationLibrarySpans": [{"spans": [ONE]}]}]},
         [("batches", 0, "instrumentationLibrarySpans", 0, "spans")]),
        ({"trace": otlp(ONE)}, [("trace", "resourceSpans", 0, "scopeSpans", 0, "spans")]),
        ([ONE], [()]),
        ([5, ONE], [()]),
        ({"data": [ONE], "next_cursor": None}, [("data",)]),
        ({"spans": [ONE]}, [("spans",)]),
        ({"a": [ONE], "b": [ONE, ONE], "c": 5}, [("a",), ("b",)]),
        (ONE, [()]),
        ([otlp(ONE), 5, otlp(ONE)], [(0, "resourceSpans", 0, "scopeSpans", 0, "spans"), (1,),
                                     (2, "resourceSpans", 0, "scopeSpans", 0, "spans")]),
        ([[ONE], [ONE]], [(0,), (1,)]),
        ({"resourceSpans": [5, {"scopeSpans": 5}, {"scopeSpans": [5, {"spans": 5}]}]}, []),
        ({"role": "user"}, []),
        (5, []),
    ],
)  # fmt: skip
def test_spans_are_found_wherever_writers_put_them(value: Any, paths: list[Any]) -> None:
    assert [place.path for place in places(value)] == paths


def test_a_resource_s_attributes_go_with_its_spans() -> None:
    value = otlp(ONE)
    value["resourceSpans"][0]["resource"] = {"attributes": [{"key": "service.name", "value": {"stringValue": "s"}}]}
    assert [place.resource for place in places(value)] == [{"service.name": "s"}]


def test_only_otlp_is_otlp() -> None:
    assert is_otlp(otlp())
    assert not is_otlp({"resourceSpans": 5})
    assert not is_otlp([otlp()])
    assert holds_spans(otlp())
    assert holds_spans([5, ONE])
    assert not holds_spans({"messages": [{"role": "user"}]})
    assert not holds_spans("x")


def test_resources_without_the_message_around_them_hold_spans() -> None:
    span = {"traceId": "t", "spanId": "s", "name": "chat", "attributes": []}
    resource = {"resource": {"attributes": []}, "scopeSpans": [{"spans": [span]}]}
    assert [place.path for place in places([resource, resource])] == [
        (0, "scopeSpans", 0, "spans"),
        (1, "scopeSpans", 0, "spans"),
    ]
    assert [place.path for place in places(resource)] == [("scopeSpans", 0, "spans")]
