"""By which signs a file of spans is told from other JSON, and one convention's spans from another's."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from viewer.decode.document import JsonDocument, JsonRecords
from viewer.decode.table import Table
from viewer.formats.base import Match
from viewer.formats.shapes.any_message import decoded as decoded_json
from viewer.formats.shapes.otel_places import PLACES, holds_spans, is_otlp, places
from viewer.formats.shapes.otel_span import SPAN_KEYS, by_otlp_names, is_bare, is_span
from viewer.model.position import value_at

SIGNS = PLACES | SPAN_KEYS
"""Without any of these keys near its start a content holds no spans."""
_LOOK_AT = 2_000
"""Spans of a document; of one with many other spans the first of an agent's may come late."""
_AMONG_FIRST = 50
"""Lines, among which a file of spans has one."""
_FIRST = 20
_OPENINFERENCE = ("openinference.", "llm.input_messages", "llm.output_messages", "llm.token_count", "llm.model_name")
_GENAI = (
    "gen_ai.",
    "ai.operationId",
    "traceloop.",
    "llm.request.",
    "llm.usage.",
    "pydantic_ai.",
    "all_messages_events",
)
_TABLE = frozenset({"context.span_id", "context.trace_id", "span_kind"})
_KINDS = frozenset({"LLM", "AGENT", "TOOL", "CHAIN", "RETRIEVER", "EMBEDDING", "RERANKER", "UNKNOWN"})


def genai_match(found: JsonDocument | JsonRecords) -> Match | None:
    """Claim OTLP of any convention, and other spans whose attributes are of the GenAI conventions."""
    otlp = _is_otlp(found)
    best: Match | None = None
    for span in _spans(found):
        openinference, genai = _conventions(span)
        if openinference is not None and not otlp:
            return None
        sign = openinference or genai
        if sign is not None and best is None:
            best = Match(3, f"{'OTLP ' if otlp else ''}spans with attributes {sign}")
            if otlp:
                return best
    return best


def openinference_match(found: JsonDocument | JsonRecords | Table) -> Match | None:
    """Claim spans outside OTLP that carry OpenInference's attributes or kinds."""
    if isinstance(found, Table):
        return Match(3, "a table of spans") if _TABLE.issubset(found.columns) else None
    if _is_otlp(found):
        return None
    for span in _spans(found):
        sign, _ = _conventions(span)
        if sign is not None:
            return Match(3, f"spans with {sign}")
    return None


def _is_otlp(found: JsonDocument | JsonRecords) -> bool:
    if isinstance(found, JsonDocument):
        value = found.value
        return is_otlp(value) or (type(value) is list and any(is_otlp(one) for one in value[:_FIRST]))
    return any(is_otlp(value) for value in list(found.values(_FIRST)))


def _spans(found: JsonDocument | JsonRecords) -> Iterator[dict[str, Any]]:
    """The first spans, as objects; none where the first entries of a long list hold none."""
    values = [found.value] if isinstance(found, JsonDocument) else list(found.values(_FIRST))
    if isinstance(found, JsonRecords) or type(found.value) is list:
        entries = values if isinstance(found, JsonRecords) else found.value[:_FIRST]
        if not any(holds_spans(entry) for entry in entries):
            return iter(())
    return islice(_all_spans(found.values(_LOOK_AT) if isinstance(found, JsonRecords) else iter(values)), _LOOK_AT)


def _all_spans(values: Iterator[Any]) -> Iterator[dict[str, Any]]:
    for value in values:
        for place in places(value):
            inner = value_at(value, place.path)
            yield from (by_otlp_names(one) for one in (inner if place.is_list else [inner]) if is_span(one))


def _conventions(span: dict[str, Any]) -> tuple[str | None, str | None]:
    """A key of OpenInference, and a key of the GenAI conventions, where the span has them."""
    openinference = "span_kind" if span.get("span_kind") in _KINDS else None
    genai = None
    for key in _keys(span):
        if openinference is None and key.startswith(_OPENINFERENCE):
            openinference = key
        elif genai is None and key.startswith(_GENAI):
            genai = key
    if genai is None and any(
        type(event) is dict and str(event.get("name")).startswith("gen_ai.") for event in _listed(span.get("events"))
    ):
        genai = "gen_ai events"
    return openinference, genai


def _keys(span: dict[str, Any]) -> Iterator[str]:
    if is_bare(span):
        yield from span
        return
    attributes = decoded_json(span.get("attributes"))
    if type(attributes) is list:
        yield from (str(pair.get("key")) for pair in attributes if type(pair) is dict)
    elif type(attributes) is dict:
        for key, value in attributes.items():
            yield key
            if type(value) is dict:
                yield from (f"{key}.{inner}" for inner in value)
    else:
        yield from (key[11:] for key in span if key.startswith("attributes."))


def _listed(value: Any) -> list[Any]:
    return value if type(value) is list else []
