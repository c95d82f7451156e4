"""Spans that OpenTelemetry's console exporter printed among a program's own lines."""

from collections.abc import Iterator

from viewer.decode.document import BadRecord, JsonRecords, Record
from viewer.decode.json_value import JsonError, parse

SIGN = b'"trace_id": "0x'
"""Only the exporter of the Python SDK writes ids so."""
_PRINTED = "the program printed this between its spans: it is no JSON"


def printed_spans(text: bytes, name: str, notes: tuple[str, ...]) -> JsonRecords | None:
    """Each object that starts and ends a line is a record, and so are the lines between two; None: it lacks either.

    Args:
        text: UTF-8.
        name: for messages.
        notes: what is known of the text.
    """
    records: list[Record | BadRecord] = []
    spans: list[tuple[int, int]] = []
    has_object = has_words = False
    for start, end, is_object in _pieces(text):
        number = len(records) + 1
        raw = text[start:end]
        record: Record | BadRecord = BadRecord(number, _PRINTED, raw.decode("utf-8", "surrogateescape"))
        has_words = has_words or not is_object
        if is_object:
            try:
                record = Record(number, parse(raw)[0])
                has_object = True
            except JsonError as error:
                record = BadRecord(number, error.reason, raw.decode("utf-8", "surrogateescape"))
        records.append(record)
        spans.append((start, end))
    if not (has_object and has_words):
        return None
    return JsonRecords(
        name=name,
        notes=(*notes, "objects stand among printed lines, which are records of their own"),
        records=records,
        text=text,
        spans=spans,
    )


def _pieces(text: bytes) -> Iterator[tuple[int, int, bool]]:
    """Start, end and whether it is an object; blank lines belong to none."""
    words: list[int] = []
    opened = -1
    for start, end in _lines(text):
        line = text[start:end].rstrip()
        if opened >= 0:
            if line == b"}":
                yield opened, start + 1, True
                opened = -1
            continue
        if line == b"{" or (line.startswith(b"{") and line.endswith(b"}")):
            if words:
                yield words[0], words[-1], False
                words = []
            if line == b"{":
                opened = start
            else:
                yield start, start + len(line), True
        elif line.strip():
            words = [words[0] if words else start, start + len(line)]
    if opened >= 0:
        yield opened, len(text.rstrip()), True
    elif words:
        yield words[0], words[-1], False


def _lines(text: bytes) -> Iterator[tuple[int, int]]:
    start, size = 0, len(text)
    while start < size:
        end = text.find(b"\n", start)
        end = size if end < 0 else end
        yield start, end
        start = end + 1
