"""OpenAI Responses: a list of items, a request body, a stored response, both, or lines of these or of stream events."""

from collections.abc import Iterator
from typing import Any

import msgspec

from viewer.decode.document import JsonDocument, JsonRecords, Record, as_records
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.entries import Entry
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.response_blocks import PART_SIGNS, READERS, SIGNS
from viewer.formats.shapes.response_items import Items, reply_of
from viewer.formats.shapes.response_log import (
    PARAMETERS,
    ResponseLog,
    add_fields,
    listed_context,
    parts_of,
    unknown_context,
)
from viewer.formats.shapes.response_stream import is_event
from viewer.model.position import json_path
from viewer.model.request import Context
from viewer.model.run import Ending, Run
from viewer.model.source import RecordArray

NAME = "openai_responses"
_KNOWN = (*PARAMETERS, "input", "output", "instructions", "tools", "model", "usage", "object", "output_text")
_HEADER = frozenset({"type", "role", "object", "request", "response", "output", "input"})
"""Of these every line of this API's has at least one."""
_LINE_SIGNS = frozenset({
    "response", "sequence_number", "output_index", "request", "output", "input", "role", "body", "type=reasoning",
    *(f"type={kind}" for kind in SIGNS),
})  # fmt: skip


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim stream events, responses, calls and lists whose items or content parts are this API's."""
    if isinstance(decoded, JsonRecords):
        values = list(decoded.values(20))
        if type(values[0]) is dict and "timestamp" in values[0] and _HEADER.isdisjoint(values[0]):
            return None  # the opening line of an agent's own log, whose bare items follow
        found = (_detect_call(value) for value in values)
        return next((match for match in found if match is not None), None) or _detect_items(values)
    if isinstance(decoded.value, list):
        if decoded.value and type(decoded.value[0]) is dict and parts_of(decoded.value[0]) != (None, None):
            return _detect_call(decoded.value[0])
        return _detect_items(decoded.value)
    if _is_stored_list(decoded.value):
        return _detect_items(decoded.value["data"])
    return None if is_event(decoded.value) else _detect_call(decoded.value)


def _is_stored_list(value: Any) -> bool:
    """Items of a conversation, or of a response's input, as the API lists them."""
    return type(value) is dict and value.get("object") == "list" and type(value.get("data")) is list


def _detect_call(value: Any) -> Match | None:
    if type(value) is not dict:
        return None
    if is_event(value) and ("response" in value or "sequence_number" in value or "output_index" in value):
        return Match(3, f"stream events such as {value['type']}")
    request, response = parts_of(value)
    if response is not None and str(response.get("object")).startswith("response"):
        return Match(3, "`object` is response")
    if response is not None and (match := _detect_items(response["output"])):
        return match
    if request is not None:
        if type(request.get("input")) is list and (match := _detect_items(request["input"])):
            return match
        if "model" in request and not {"instructions", "previous_response_id", "max_output_tokens"}.isdisjoint(request):
            return Match(2, "`input` beside fields of a request to the Responses API")
    return None


def _detect_items(items: list[Any]) -> Match | None:
    """By the first call or output, whose types are this API's own; else by messages and reasoning alone."""
    found: Match | None = None
    foreign = False
    for item in items[:50]:
        if type(item) is not dict:
            return None
        kind, content = item.get("type"), item.get("content")
        if kind in SIGNS and ("call_id" in item or "id" in item):
            return Match(3, f"items of type {kind}")
        foreign = foreign or (kind is not None and kind not in READERS)
        if kind == "reasoning" and type(item.get("summary")) is list:
            found = found or Match(2, "reasoning items with a summary")
        if kind in (None, "message") and "role" in item and type(content) is list:
            for part in content:
                if type(part) is dict and part.get("type") in PART_SIGNS:
                    found = found or Match(2, f"content parts of type {part['type']}")
    return None if foreign else found


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run of a list or call; of lines, one run as long as each request goes on with the last."""
    if isinstance(decoded, JsonRecords):
        yield from _read_log(ResponseLog(), decoded.records)
        return
    value = decoded.value
    if isinstance(value, list):
        if value and type(value[0]) is dict and (parts_of(value[0]) != (None, None) or is_event(value[0])):
            yield from _read_log(ResponseLog(), decoded.records())
        else:
            yield _read_items(decoded, ())
    elif _is_stored_list(value):
        yield _read_items(decoded, ("data",))
    elif (places := _places(value)) and type(value) is dict:
        yield _read_call(decoded, places)
    else:
        yield from _read_log(ResponseLog(), as_records(decoded).records)


def _read_items(document: JsonDocument, path: tuple[str, ...]) -> Run:
    builder, items = RunBuilder(one_result_per_record=True), Items()
    builder.map(document.records(*path), lambda record: items.entry(record.value))
    count = len(document.value[path[0]] if path else document.value)
    return _finished(builder, (RecordArray(".".join(path), 1, count),), {})


def _places(value: dict[str, Any]) -> list[tuple[str | int, ...]]:
    """Where a document holds lists of items that have records of their own: input first."""
    request, response = parts_of(value)
    places: list[tuple[str | int, ...]] = []
    if request is not None and type(request.get("input")) is list and request["input"]:
        places.append(("input",) if request is value else ("request", "input"))
    elif request is not None:
        return []
    if response is not None and response["output"]:
        places.append(("output",) if response is value else ("response", "output"))
    return places if response is None or response["output"] else []


def _read_call(document: JsonDocument, places: list[tuple[str | int, ...]]) -> Run:
    request, response = parts_of(document.value)
    builder, items = RunBuilder(one_result_per_record=True), Items()
    add_fields(builder, request or response or {})
    arrays: list[RecordArray] = []
    first = 1
    for place in places:
        count = len(document.value[place[0]][place[1]] if len(place) > 1 else document.value[place[0]])
        arrays.append(RecordArray(json_path(place), first, count))
        if place[-1] == "input":
            builder.map(document.records(*place, first=first), lambda record: items.entry(record.value))
        elif response is not None:
            items.reply_ended()
            context = unknown_context(request or response, has_input=request is not None)
            builder.map(
                document.records(*place, first=first),
                _Output(items, response, context or listed_context(builder)).entry,
            )
        first += count
    return _finished(builder, tuple(arrays), response or request or {})


class _Output:
    """Maps the items of a response's output to pieces of one reply."""

    def __init__(self, items: Items, response: dict[str, Any], context: Context) -> None:
        self._items, self._response, self._context = items, response, context
        self._made: tuple[Any, ...] = ()

    def entry(self, record: Record) -> Entry:
        made = self._items.output(record.value)
        self._made += made
        reply = reply_of(self._response, self._made, "response")
        return msgspec.structs.replace(reply, blocks=made, context=self._context)


def _read_log(log: ResponseLog, records: Any) -> Iterator[Run]:
    log.read(records)
    for number, chain in enumerate(log.chains, 1):
        broken = Ending("censored", "an `error` event ends the stream", "crash") if chain.broken else None
        run = _finished(chain.builder, log.records(), chain.head, broken)
        yield run if run.run_id or len(log.chains) == 1 else msgspec.structs.replace(run, run_id=str(number))


def _finished(
    builder: RunBuilder, arrays: tuple[RecordArray, ...], head: dict[str, Any], ending: Ending | None = None
) -> Run:
    model = head.get("model")
    return builder.finish(
        run_id=str(head.get("id") or ""),
        format=NAME,
        records=arrays,
        alternates=True,
        attributes={key: value for key, value in head.items() if key not in _KNOWN and value not in (None, {}, [])},
        models=builder.models() or ((model,) if type(model) is str else ()),
        ending=ending or _ending(head, builder),
        exit_status=head["status"] if head.get("status") in ("failed", "cancelled", "incomplete") else None,
    )


def _ending(head: dict[str, Any], builder: RunBuilder) -> Ending:
    """By the last response's status, else by how the list stops."""
    details = head.get("incomplete_details")
    reason = details.get("reason") if type(details) is dict else None
    match head.get("status"):
        case "incomplete" if reason == "max_output_tokens":
            cap = head.get("max_output_tokens")
            limit = float(cap) if type(cap) is int else None
            return Ending(
                "censored",
                "`incomplete_details` is max_output_tokens",
                "tokens",
                limit,
                None if limit is None else "tokens",
            )
        case "failed":
            return Ending("censored", "`status` is failed", "crash")
        case "cancelled":
            return Ending("censored", "`status` is cancelled", "abort")
        case "in_progress" | "queued":
            return Ending("open", f"`status` is {head['status']}")
        case _:
            return ending_by_messages(builder)


FORMAT = Format(
    NAME,
    "OpenAI Responses",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    ending="by `status` of the last response; else open while a reply or result is due, unknown otherwise",
    usage="`input_tokens` less cached and cache-written tokens; each response once, stream events once a response",
    line_signs=_LINE_SIGNS,
    alternates=True,
    one_result_per_record=True,
    cap_unit="none",
)
