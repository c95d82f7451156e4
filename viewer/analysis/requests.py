"""What was sent at each model call, as far as the record goes, and how it differs from the call before."""

from dataclasses import dataclass
from typing import Any, Literal

from viewer.analysis.context import Visible, request_context, starts_late
from viewer.analysis.pairing import pair
from viewer.model.request import Field, Request, RequestFields
from viewer.model.run import Run

Range = tuple[int, int]
FieldName = Literal["system", "tools", "parameters"]
FIELD_NAMES: tuple[FieldName, ...] = ("system", "tools", "parameters")


@dataclass(frozen=True)
class FieldChange:
    """A request field that is not what it was at the request before."""

    name: FieldName
    before: Field
    after: Field


@dataclass(frozen=True)
class RequestView:
    """One request: what it held, and the difference from the one before."""

    request: Request
    context: Visible
    fields: RequestFields
    added: tuple[Range, ...]
    """Messages that the request before did not hold."""
    removed: tuple[Range, ...]
    """Messages that the request before held and this one does not: compaction, or context editing."""
    changed: tuple[FieldChange, ...]
    comparable: bool
    """False: what this or the request before saw is unknown, so no difference is told."""


def fields_at(run: Run, message_index: int) -> RequestFields:
    """The request fields in force for the request that produced a message."""
    held = run.request_fields[0]
    for fields in run.request_fields[1:]:
        if fields.first_message > message_index:
            break
        held = fields
    return held


def request_views(run: Run) -> tuple[RequestView, ...]:
    """A view of every request, in order."""
    late = starts_late(run, pair(run.messages))
    views: list[RequestView] = []
    before: RequestView | None = None
    for request in run.requests:
        context = request_context(run, request, late)
        fields = fields_at(run, request.message_index)
        comparable = context.status != "unknown" and (before is None or before.context.status != "unknown")
        earlier = before.context.ranges if before is not None and comparable else ()
        now = context.ranges if comparable else ()
        view = RequestView(
            request,
            context,
            fields,
            minus(now, earlier),
            minus(earlier, now),
            () if before is None else _changes(before.fields, fields),
            comparable,
        )
        views.append(view)
        before = view
    return tuple(views)


def minus(ranges: tuple[Range, ...], others: tuple[Range, ...]) -> tuple[Range, ...]:
    """The parts of sorted inclusive ranges that no other range covers."""
    left = list(ranges)
    for low, high in others:
        kept: list[Range] = []
        for first, last in left:
            if high < first or low > last:
                kept.append((first, last))
                continue
            if first < low:
                kept.append((first, low - 1))
            if last > high:
                kept.append((high + 1, last))
        left = kept
    return tuple(left)


def _changes(before: RequestFields, after: RequestFields) -> tuple[FieldChange, ...]:
    if before is after:
        return ()
    return tuple(
        FieldChange(name, getattr(before, name), getattr(after, name))
        for name in FIELD_NAMES
        if getattr(before, name) != getattr(after, name)
    )


def request_document(view: RequestView) -> dict[str, Any]:
    """The view as JSON values, fields by status and not by content."""
    return {
        "k": view.request.k,
        "turn": view.request.turn,
        "message_index": view.request.message_index,
        "context": {
            "status": view.context.status,
            "rule": view.context.rule,
            "reason": view.context.reason,
            "ranges": [list(one) for one in view.context.ranges],
        },
        "fields": {name: getattr(view.fields, name).status for name in FIELD_NAMES},
        "added": [list(one) for one in view.added],
        "removed": [list(one) for one in view.removed],
        "changed_fields": [change.name for change in view.changed],
        "stop_reason": view.request.stop_reason,
        "stop_reason_recorded": view.request.stop_reason_recorded,
    }
