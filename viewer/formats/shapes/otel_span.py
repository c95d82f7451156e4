"""One span in any of the forms that OpenTelemetry's writers give it, as attributes, events, ids and times."""

from typing import Any

import msgspec

from viewer.decode.document import Record
from viewer.formats.shapes import jaeger_span
from viewer.formats.shapes.any_message import decoded
from viewer.formats.shapes.span_times import hex_id, nanoseconds

Attributes = dict[str, Any]
_ERRORS = frozenset({"2", "STATUS_CODE_ERROR", "ERROR", "Error", "error", "StatusCode.ERROR"})
_ALL_WELL = frozenset({"1", "STATUS_CODE_OK", "OK", "Ok", "ok", "StatusCode.OK"})
_PREFIX = "attributes."
_SHAPES = frozenset({"spanId", "span_id", "context.span_id", "spanContext", jaeger_span.SIGN})
_BARE = frozenset(
    {"openinference.span.kind", "gen_ai.operation.name", "gen_ai.request.model", "gen_ai.system", "llm.model_name"}
)
SPAN_KEYS = _SHAPES | _BARE | {"context", "traceId"}
"""Without any of these keys an object is no span, which one look tells."""


class OtelSpan(msgspec.Struct, frozen=True, gc=False):
    """A span, whoever wrote it. Made without raising, whatever the value is."""

    record: Record
    trace: str | None
    id: str | None
    parent: str | None
    name: str
    started: int | None
    ended: int | None
    attributes: Attributes
    """By dotted key; lists as lists, whether the file indexes them in its keys or not."""
    events: list[tuple[str, Attributes]]
    resource: Attributes
    kind: str | None
    """Of OpenInference, where it stands beside the attributes."""
    all_well: bool
    """True: the status is OK, which is more than not being an error."""
    failed: str | None

    def __getitem__(self, key: str) -> Any:
        """An attribute; None: it has none of that key."""
        return self.attributes.get(key)


def is_span(value: Any) -> bool:
    """Whether a value is a span, or the bare attributes of one."""
    if type(value) is not dict or SPAN_KEYS.isdisjoint(value):
        return False
    if not _SHAPES.isdisjoint(value):
        return True
    context = value.get("context")
    if type(context) is dict and ("span_id" in context or "spanId" in context):
        return True
    return ("traceId" in value and "attributes" in value and "id" in value) or is_bare(value)


def is_bare(value: dict[str, Any]) -> bool:
    """Whether an object is nothing but a span's attributes."""
    return "attributes" not in value and not _BARE.isdisjoint(value)


def by_otlp_names(value: dict[str, Any]) -> dict[str, Any]:
    """A span with the names that the others use, where it is one of Jaeger's."""
    return jaeger_span.as_otlp(value) if jaeger_span.SIGN in value else value


def otel_span(record: Record, resource: Attributes) -> OtelSpan:
    """The span of a record for which `is_span` holds."""
    value = by_otlp_names(record.value)
    if is_bare(value):
        return OtelSpan(record, None, None, None, "", None, None, dotted(value), [], resource, None, False, None)
    context = _object(value, "context", "spanContext")
    parent = _object(value, "parentSpanContext")
    started = nanoseconds(_of(value, "startTimeUnixNano", "start_time_unix_nano", "startTime", "start_time"))
    ended = nanoseconds(_of(value, "endTimeUnixNano", "end_time_unix_nano", "endTime", "end_time"))
    span_id = _of(value, "spanId", "span_id", "context.span_id") or _of(context, "span_id", "spanId")
    if started is None and "timestamp" in value:
        # The console exporter of the JavaScript SDK: microseconds, and the span's id as `id`.
        started = nanoseconds(value["timestamp"])
        duration = value.get("duration")
        if started is not None and type(duration) is int:
            ended = started + duration * 1_000
    attributes = _attributes(value)
    events = _events(value.get("events"))
    status, words = _status(value)
    return OtelSpan(
        record,
        hex_id(_of(value, "traceId", "trace_id", "context.trace_id") or _of(context, "trace_id", "traceId")),
        hex_id(span_id or value.get("id")),
        hex_id(_of(value, "parentSpanId", "parent_span_id", "parent_id", "parentId") or _of(parent, "spanId")),
        value["name"] if type(value.get("name")) is str else "",
        started,
        ended,
        attributes,
        events,
        resource_attributes(value.get("resource")) or resource,
        value["span_kind"] if type(value.get("span_kind")) is str else None,
        status in _ALL_WELL,
        _failure(words, events, attributes) if status in _ERRORS or "error.type" in attributes else None,
    )


def _of(value: dict[str, Any], *keys: str) -> Any:
    for key in keys:
        found = value.get(key)
        if found is not None:
            return found
    return None


def _object(value: dict[str, Any], *keys: str) -> dict[str, Any]:
    for key in keys:
        found = value.get(key)
        if type(found) is dict:
            return found
    return {}


def _status(value: dict[str, Any]) -> tuple[str, str]:
    status = value.get("status")
    if type(status) is dict:
        code = _of(status, "code", "status_code", "statusCode")
        words = _of(status, "message", "description")
    else:
        code = status if type(status) in (str, int) else _of(value, "status_code", "statusCode")
        words = _of(value, "status_message", "statusMessage")
    return str(code), words if type(words) is str else ""


def _failure(words: str, events: list[tuple[str, Attributes]], attributes: Attributes) -> str:
    """The error in words, with its type: of the last exception event, else of the status."""
    kind, said = attributes.get("error.type"), words or attributes.get("error.message")
    for name, body in events:
        if name == "exception":
            kind = body.get("exception.type") or kind
            said = body.get("exception.message") or said
    known = [one for one in (kind, said) if type(one) is str and one]
    return ": ".join(dict.fromkeys(known)) or "ERROR"


def _attributes(value: dict[str, Any]) -> Attributes:
    found = decoded(value.get("attributes"))
    if type(found) is list:
        return dotted(key_values(found))
    if type(found) is dict:
        return dotted(found)
    return dotted(
        {key[len(_PREFIX) :]: one for key, one in value.items() if key.startswith(_PREFIX) and one is not None}
    )


def resource_attributes(value: Any) -> Attributes:
    """The attributes of a `resource` object."""
    if type(value) is not dict:
        return {}
    return _attributes(value)


def _events(value: Any) -> list[tuple[str, Attributes]]:
    events = decoded(value)
    if type(events) is not list:
        return []
    return [(one["name"], _attributes(one)) for one in events if type(one) is dict and type(one.get("name")) is str]


def key_values(pairs: list[Any]) -> Attributes:
    """OTLP's `[{"key", "value": {"stringValue"}}]` as an object; of two equal keys the last."""
    made: Attributes = {}
    for pair in pairs:
        if type(pair) is dict and type(pair.get("key")) is str:
            value = pair.get("value")
            words = value.get("stringValue") if type(value) is dict else None
            made[pair["key"]] = words if type(words) is str else any_value(value)
    return made


def any_value(value: Any) -> Any:
    """An OTLP value: whole numbers stand in text; what is not of its form stays as it is."""
    if type(value) is not dict or len(value) != 1:
        return None if value == {} else value
    ((kind, inner),) = value.items()
    match kind:
        case (
            "stringValue" | "boolValue" | "doubleValue" | "bytesValue" | "string_value" | "bool_value" | "double_value"
        ):
            return inner
        case "intValue" | "int_value":
            return int(inner) if type(inner) is str and inner.lstrip("-").isdecimal() and len(inner) < 25 else inner
        case "arrayValue" | "array_value":
            values = inner.get("values", []) if type(inner) is dict else inner
            return [any_value(one) for one in values] if type(values) is list else values
        case "kvlistValue" | "kvlist_value":
            values = inner.get("values", []) if type(inner) is dict else inner
            return key_values(values) if type(values) is list else values
        case _:
            return value


def dotted(value: Attributes) -> Attributes:
    """Attributes by dotted key: nested objects are flattened, except where a convention stores one as a value."""
    if not any(type(one) is dict for one in value.values()):
        return value
    made: Attributes = {}
    waiting = [("", value)]
    while waiting:
        prefix, one = waiting.pop()
        for key, inner in one.items():
            if type(inner) is dict and inner and (prefix + key) in _FRAMES:
                waiting.append((f"{prefix}{key}.", inner))
            else:
                made[prefix + key] = inner
    return made


_FRAMES = frozenset({
    "openinference", "openinference.span", "llm", "llm.token_count", "llm.token_count.prompt_details",
    "llm.token_count.completion_details", "input", "output", "tool", "session", "user", "tag", "gen_ai", "gen_ai.usage",
    "gen_ai.usage.details", "gen_ai.usage.cache_read", "gen_ai.usage.cache_creation", "gen_ai.usage.cache_write",
    "gen_ai.request", "gen_ai.response", "gen_ai.operation", "gen_ai.provider", "gen_ai.agent", "gen_ai.tool",
    "gen_ai.tool.call", "gen_ai.conversation", "ai", "ai.usage", "ai.response", "ai.prompt", "ai.toolCall", "ai.model",
    "exception", "error", "service", "graph", "graph.node", "agent", "tool_call", "gen_ai.input", "gen_ai.output",
})  # fmt: skip
"""Keys whose object only groups others."""
