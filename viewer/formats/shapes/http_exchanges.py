"""Recorded HTTP exchanges (nock, VCR, HAR, a response's status beside its body) as requests and responses of an API."""

from dataclasses import dataclass
from typing import Any

from viewer.decode.document import BadRecord, Decoded, JsonDocument, JsonRecords, Record
from viewer.decode.scan import Key
from viewer.formats.convert import arguments
from viewer.formats.shapes.event_texts import answer_of_events

NOTE = "recorded HTTP exchanges: method, address, status and headers of each stand in its raw record only"
_LISTS: tuple[tuple[str, ...], ...] = (("interactions",), ("http_interactions",), ("log", "entries"))
_APIS = {
    "/v1/messages": "anthropic_messages",
    "/chat/completions": "openai_chat",
    "/v1/responses": "openai_responses",
    ":generateContent": "gemini_api",
    ":streamGenerateContent": "gemini_api",
    "/converse": "plain",
}
"""What stands in an address -> name of the format that reads the API's calls."""
_FIRST = 5
_STATUS = ("status", "status_code", "statusCode")


@dataclass(frozen=True)
class Exchanges:
    """The exchanges of a file, each as what a format of logged calls reads."""

    path: tuple[Key, ...]
    """Keys of their list; empty: the lines, the list at the top or the one value."""
    lines: JsonRecords
    api: str | None
    """Name of the format of the API that the first addresses name; None: they name none that is known."""


def exchanges_in(decoded: Decoded) -> Exchanges | None:
    """The exchanges that a file holds; None: it holds something else."""
    if isinstance(decoded, JsonRecords):
        return _exchanges(decoded, (), decoded.records) if any(map(_is_exchange, decoded.values(_FIRST))) else None
    if not isinstance(decoded, JsonDocument):
        return None
    value = decoded.value
    if type(value) is list:
        return _exchanges(decoded, (), list(decoded.records())) if any(map(_is_exchange, value[:_FIRST])) else None
    if type(value) is not dict:
        return None
    for path in _LISTS:
        held: Any = value
        for key in path:
            held = held.get(key) if type(held) is dict else None
        if type(held) is list and any(map(_is_exchange, held[:_FIRST])):
            return _exchanges(decoded, path, list(decoded.records(*path)))
    if decoded.cut is None and _is_exchange(value):
        return _exchanges(decoded, (), [Record(1, value)])
    return None


def _exchanges(
    decoded: JsonDocument | JsonRecords, path: tuple[Key, ...], records: list[Record | BadRecord]
) -> Exchanges:
    calls = [_call(one) if type(one) is Record else one for one in records]
    lines = JsonRecords(name=decoded.name, notes=decoded.notes, records=calls, text=b"", spans=[])
    apis = (_api(one.value) for one in records[:20] if type(one) is Record)
    return Exchanges(path, lines, next((api for api in apis if api is not None), None))


def _api(value: Any) -> str | None:
    if not _is_exchange(value):
        return None
    request = value.get("request")
    sent = request if type(request) is dict else value
    address = str(sent.get("path", sent.get("url", sent.get("uri"))))
    return next((api for sign, api in _APIS.items() if sign in address), None)


def _is_exchange(value: Any) -> bool:
    """Whether a value is one exchange, by the fields that only HTTP has."""
    if type(value) is not dict:
        return False
    request, response = value.get("request"), value.get("response")
    if type(request) is dict and type(response) is dict:
        return "method" in request and ("url" in request or "uri" in request)
    if type(value.get("method")) is str and "path" in value and "response" in value and "body" in value:
        return True
    return type(value.get("headers")) in (dict, list) and "body" in value and any(key in value for key in _STATUS)


def _call(record: Record) -> Record | BadRecord:
    """Request and response of one exchange; what is no exchange as it is."""
    value = record.value
    if not _is_exchange(value):
        return record
    if "method" in value:
        request, response = value["body"], value["response"]
    elif "request" in value:
        sent, got = value["request"], value["response"]
        request = sent.get("postData", sent.get("body"))
        response = got.get("content", got.get("body", got.get("body_raw")))
    else:
        request, response = None, value["body"]
    body, answer = _body(request), _body(response)
    if type(body) is not dict or not body:
        return Record(record.number, answer) if type(answer) is dict else record
    if type(answer) is dict:
        return Record(record.number, {"request": body, "response": answer})
    if answer is None or answer == "":
        return Record(record.number, {"request": body})
    return BadRecord(record.number, "the recorded response is no JSON object and no stream that is known", value)


def _body(raw: Any) -> Any:
    """What a body says: JSON as it is or as text, a stream's events put together, or the text itself."""
    if type(raw) is dict:
        held = raw.get("string", raw.get("text"))
        if type(held) is not str:
            return raw
        raw = held
    if type(raw) is not str:
        return raw
    if raw.startswith(("data:", "event:")):
        return answer_of_events(raw)
    return arguments(raw)
