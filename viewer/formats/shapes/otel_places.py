"""Where the spans of a document stand: in OTLP's nested lists, in one list, under names, or as the document itself."""

from collections.abc import Iterator
from typing import Any

import msgspec

from viewer.decode.scan import Key
from viewer.formats.shapes.otel_span import Attributes, is_span, resource_attributes

_RESOURCES = ("resourceSpans", "resource_spans", "batches")
_SCOPES = ("scopeSpans", "scope_spans", "instrumentationLibrarySpans", "instrumentation_library_spans")
_AROUND = ("data", "trace", "traces", "spans", "result")
PLACES = frozenset(_RESOURCES + _SCOPES + _AROUND)
"""Keys of an object that may hold spans in objects of its own."""
_LOOK_AT = 20


class Place(msgspec.Struct):
    """One list of spans, or a span alone."""

    path: tuple[Key, ...]
    resource: Attributes
    is_list: bool = True


def places(value: Any, path: tuple[Key, ...] = ()) -> Iterator[Place]:
    """The places of a document's spans, in its order; none where it holds no spans."""
    if type(value) is list:
        yield from _of_list(value, path)
    elif type(value) is dict:
        yield from _of_object(value, path)


def _of_list(value: list[Any], path: tuple[Key, ...]) -> Iterator[Place]:
    if any(is_span(one) for one in value[:_LOOK_AT]):
        yield Place(path, {})
        return
    for at, one in enumerate(value):
        if type(one) is dict or (type(one) is list and not path):
            found = list(places(one, (*path, at)))
            # An entry without spans is shown as the trouble that it is, among entries that have some.
            yield from found or [Place((*path, at), {}, is_list=False)]
        else:
            yield Place((*path, at), {}, is_list=False)


def _of_object(value: dict[str, Any], path: tuple[Key, ...]) -> Iterator[Place]:
    for key in _RESOURCES:
        found = value.get(key)
        if type(found) is list:
            for at, resource in enumerate(found):
                yield from _of_resource(resource, (*path, key, at))
            return
    if _is_resource(value):
        yield from _of_resource(value, path)
        return
    if is_span(value):
        yield Place(path, {}, is_list=False)
        return
    for key in _AROUND:
        inner = value.get(key)
        if type(inner) is dict or (type(inner) is list and inner and type(inner[0]) is dict):
            if type(inner) is list and not holds_spans(inner):
                continue
            yield from places(inner, (*path, key))
            return
    for key, inner in value.items():
        # A map of names to lists of spans, as test suites write their snapshots.
        if type(inner) is list and any(is_span(one) for one in inner[:_LOOK_AT]):
            yield Place((*path, key), {})


def _of_resource(resource: Any, path: tuple[Key, ...]) -> Iterator[Place]:
    if type(resource) is not dict:
        return
    attributes = resource_attributes(resource.get("resource"))
    for key in _SCOPES:
        scopes = resource.get(key)
        if type(scopes) is not list:
            continue
        for number, scope in enumerate(scopes):
            if type(scope) is dict and type(scope.get("spans")) is list:
                yield Place((*path, key, number, "spans"), attributes)


def holds_spans(value: Any) -> bool:
    """Whether any spans stand in a value, told by its first parts."""
    if type(value) is list:
        return any(is_span(one) or is_otlp(one) or _is_jaeger(one) for one in value[:_LOOK_AT])
    if type(value) is not dict:
        return False
    return (
        is_otlp(value)
        or is_span(value)
        or any(type(inner) is list and any(is_span(one) for one in inner[:_LOOK_AT]) for inner in value.values())
    )


def _is_jaeger(value: Any) -> bool:
    """Whether an object is a trace as Jaeger's interface hands it out."""
    return type(value) is dict and "traceID" in value and type(value.get("spans")) is list


def is_otlp(value: Any) -> bool:
    """Whether an object is an OTLP message of spans."""
    return type(value) is dict and (any(type(value.get(key)) is list for key in _RESOURCES) or _is_resource(value))


def _is_resource(value: dict[str, Any]) -> bool:
    """Whether an object is one resource with its spans, as exporters without the message around it write it."""
    return any(type(value.get(key)) is list for key in _SCOPES)
