"""Spans as Jaeger hands them out: {"traceID", "spanID", "operationName", "references", "tags": [{"key", "value"}]}."""

from typing import Any

SIGN = "spanID"
"""The key that no other writer spells so."""


def as_otlp(value: dict[str, Any]) -> dict[str, Any]:
    """The same span with OTLP's names; nothing raises, whatever stands in it."""
    tags = value.get("tags")
    made: dict[str, Any] = {
        "traceId": value.get("traceID"),
        "spanId": value.get(SIGN),
        "parentSpanId": _parent(value),
        "name": value.get("operationName"),
        "startTimeUnixNano": value.get("startTime"),
        "attributes": tags,
        "events": [_event(log) for log in _objects(value.get("logs"))],
    }
    start, duration = value.get("startTime"), value.get("duration")
    if type(start) is int and type(duration) is int:
        made["endTimeUnixNano"] = start + duration
    told = {tag["key"]: tag.get("value") for tag in _objects(tags) if type(tag.get("key")) is str}
    code = told.get("otel.status_code")
    if told.get("error") in (True, "true") or code == "ERROR":
        made["status"] = {"code": "ERROR", "message": told.get("otel.status_description")}
    elif code is not None:
        made["status"] = {"code": code}
    return made


def _parent(value: dict[str, Any]) -> Any:
    references = _objects(value.get("references"))
    within = next((one for one in references if one.get("refType") == "CHILD_OF"), None)
    return within.get(SIGN) if within is not None else value.get("parentSpanID")


def _event(log: dict[str, Any]) -> dict[str, Any]:
    """A log's fields as attributes; the one of the name `event` is the event's own name."""
    fields = _objects(log.get("fields"))
    name = next((field.get("value") for field in fields if field.get("key") == "event"), None)
    return {"name": name if type(name) is str else "log", "attributes": fields}


def _objects(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if type(one) is dict] if type(value) is list else []
