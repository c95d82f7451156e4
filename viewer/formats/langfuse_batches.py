"""What Langfuse's SDKs send: {"batch": [{"type": "generation-create", "body": {…}}]}, in one body, a list or lines."""

from dataclasses import dataclass, field
from typing import Any

from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.formats.entries import Aside
from viewer.formats.langfuse_observations import observation
from viewer.formats.shapes.span_holders import Keys, all_holders
from viewer.formats.shapes.spans import Span, Spans

_VERBS = ("create", "update")
_OTHERS = frozenset({"trace", "score", "sdk", "dataset", "dataset-run-item"})
"""What events tell of besides observations."""
_OF_TRACE = Aside("trace event", "what it tells of the trace is among the attributes of its run")


def is_batch(value: Any) -> bool:
    """Whether a value is the body of a request with events."""
    events = value.get("batch") if type(value) is dict else None
    return type(events) is list and any(map(_is_event, events[:20]))


def _is_event(value: Any) -> bool:
    kind = value.get("type") if type(value) is dict else None
    return type(kind) is str and type(value.get("body")) is dict and kind.rpartition("-")[2] in (*_VERBS, "log")


@dataclass
class Batches:
    """The observations of all batches of a source; the events that make one up are joined by its id."""

    spans: Spans
    earlier: dict[int, list[int]] = field(default_factory=dict)
    """By the last event of an observation: those before it."""
    traces: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By id what is told of each trace, its scores too."""


def batches(decoded: JsonDocument | JsonRecords) -> Batches:
    """All events, each a record."""
    traces: dict[str, dict[str, Any]] = {}
    found = all_holders(decoded, _place, lambda record: _span_of(record, traces))
    made = Batches(found, traces=traces)
    by_id: dict[str, Span] = {}
    spans: list[Span] = []
    for span in found.spans:
        if span.id is None:
            spans.append(span)
            continue
        before = by_id.get(span.id)
        if before is not None:
            number, first = span.record.number, before.record.number
            said = {key: one for key, one in span.record.value.items() if one is not None}
            span = observation(Record(number, {**before.record.value, **said}))
            made.earlier[number] = [*made.earlier.pop(first, ()), first]
        by_id[str(span.id)] = span
    made.spans = Spans([*spans, *by_id.values()], found.arrays, found.troubles, found.asides)
    return made


def _place(value: Any) -> Keys | None:
    return ("batch",) if is_batch(value) else None


def _span_of(record: Record, traces: dict[str, dict[str, Any]]) -> Span | Aside | str:
    event = record.value
    if not _is_event(event):
        return "not an event as Langfuse's SDKs send it"
    kind, body = event["type"].rpartition("-")[0], event["body"]
    if kind == "trace":
        traces.setdefault(str(body.get("id")), {}).update({key: one for key, one in body.items() if one is not None})
        return _OF_TRACE
    if kind == "score":
        traces.setdefault(str(body.get("traceId")), {}).setdefault("scores", []).append(body)
        return _OF_TRACE
    if kind in _OTHERS:
        return Aside(f"{kind} event", "it tells of no call")
    named = body.get("type") if kind == "observation" else None
    return observation(Record(record.number, {**body, "type": named if type(named) is str else kind.upper()}))
