"""Gemini generateContent: {"contents": [{"role", "parts"}]}, its response, both, lines of these, streamed chunks."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import BadRecord, JsonDocument, JsonRecords, Record, as_records
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.shapes.calls import Conversations
from viewer.formats.shapes.chunks import join_chunks
from viewer.formats.shapes.gemini_calls import PARAMETERS, ROLES, WIRE, add_fields, call_of, entry_of_content, is_call
from viewer.formats.shapes.gemini_parts import SIGNS, either
from viewer.formats.shapes.gemini_stream import gathered, is_response
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.run import Run
from viewer.model.source import RecordArray

NAME = "gemini_api"
_COUNTS = frozenset({"promptTokenCount", "prompt_token_count", "totalTokenCount", "total_token_count"})
"""Of these at least one is in the counts of this API's; LangChain's messages have other counts under the same key."""
_HEAD = (*PARAMETERS, "contents", "systemInstruction", "system_instruction", "tools", "config", "model")


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim bodies, responses and lists of contents, told by their parts."""
    if isinstance(decoded, JsonRecords):
        found = (_detect_call(value) or _detect_contents([value]) for value in list(decoded.values(20)))
        return next((match for match in found if match is not None), None)
    value = decoded.value
    if isinstance(value, list):
        return (_detect_call(value[0]) if value else None) or _detect_contents(value)
    return _detect_call(value)


def _detect_call(value: Any) -> Match | None:
    if type(value) is not dict:
        return None
    call = call_of(value)
    request, response = call.get("request", call), call.get("response", call)
    contents = request.get("contents") if type(request) is dict else None
    if type(contents) is list and any(type(one) is dict and type(one.get("parts")) is list for one in contents[:50]):
        return Match(3, "`contents` of role and parts")
    candidates = response.get("candidates") if type(response) is dict else None
    if type(candidates) is list and is_response(response):
        for candidate in candidates:
            if type(candidate.get("content")) is dict and "parts" in candidate["content"]:
                return Match(3, "`candidates` with parts: a response")
    counts = either(response, "usageMetadata", "usage_metadata") if type(response) is dict else None
    if type(counts) is dict and not _COUNTS.isdisjoint(counts) and is_response(response):
        return Match(3, "`usageMetadata` of a response")
    return None


def _detect_contents(contents: list[Any]) -> Match | None:
    """Contents with parts that only this API has, or with texts of users and the model."""
    texts = False
    for content in contents[:50]:
        if type(content) is not dict or content.get("role") not in ROLES:
            return None
        parts = content.get("parts")
        if type(parts) is not list:
            return None
        for part in parts:
            if type(part) is dict and not SIGNS.isdisjoint(part):
                return Match(3, f"parts with {min(SIGNS.intersection(part))}")
            texts = texts or type(part) is str or (type(part) is dict and "text" in part and "type" not in part)
    return Match(2, "role and parts with `text`") if texts else None


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run of a body or list; of logged calls, one run as long as each request extends the last."""
    if isinstance(decoded, JsonRecords):
        one_stream = any("server-sent events" in note for note in decoded.notes)
        yield from _read_log(decoded.records, one_stream=one_stream)
    elif isinstance(decoded.value, list):
        records = list(decoded.records())
        if records and is_response(records[0].value if type(records[0]) is Record else None):
            yield from _read_log(records, one_stream=True)
        elif any(is_call(record.value) for record in records if type(record) is Record):
            yield from _read_log(records, one_stream=False)
        else:
            yield _read_contents(decoded, (), {})
    elif "contents" in decoded.value and call_of(decoded.value) is decoded.value:
        yield _read_contents(decoded, ("contents",), decoded.value)
    else:
        yield from _read_log(as_records(decoded).records, one_stream=False)


def _read_contents(document: JsonDocument, path: tuple[str, ...], body: dict[str, Any]) -> Run:
    builder = RunBuilder(one_result_per_record=True)
    add_fields(builder, body)
    builder.map(document.records(*path), lambda record: entry_of_content(record.value))
    count = len(body["contents"] if path else document.value)
    model = body.get("model")
    return _finish(
        builder,
        RecordArray(".".join(path), 1, count),
        attributes={key: value for key, value in body.items() if key not in _HEAD},
        models=(model,) if type(model) is str else (),
    )


def _read_log(records: list[Record | BadRecord], *, one_stream: bool) -> Iterator[Run]:
    streams = gathered(records, one_stream=one_stream)
    conversations = Conversations(WIRE)
    conversations.read(
        (Record(one.number, call_of(one.value)) if type(one) is Record else one for one in streams.records),
        alone={one.number for one in streams.records if type(one) is Record and _is_of_batch(one.value)},
    )
    for number, conversation in enumerate(conversations.all, 1):
        builder = conversation.builder
        join_chunks(builder, streams.numbers)
        yield _finish(
            builder,
            RecordArray("", 1, len(records)),
            run_id="" if len(conversations.all) == 1 else str(number),
            models=builder.models() or tuple(conversation.models),
            notes=tuple(conversation.notes),
        )


def _is_of_batch(value: Any) -> bool:
    """A line of a batch, which has nothing to do with the lines around it."""
    return type(value) is dict and "key" in value and ("request" in value or "response" in value)


def _finish(builder: RunBuilder, array: RecordArray, run_id: str = "", **facts: Any) -> Run:
    return builder.finish(
        run_id=run_id, format=NAME, records=(array,), alternates=True, ending=ending_by_messages(builder), **facts
    )


FORMAT = Format(
    NAME,
    "Gemini generateContent",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"contents", "candidates", "usageMetadata", "usage_metadata", "parts", "request", "response"}),
    ending="open while a reply or result is due, unknown otherwise: the API stores no verdict",
    usage="`promptTokenCount` less cached tokens, plus tool-use prompts; candidates and thoughts together are output",
    alternates=True,
    one_result_per_record=True,
    cap_unit="none",
)
