"""Where the records of a run stand in its file: the very bytes of each, as the file holds them."""

import re

from viewer.decode.decoder import decode_member
from viewer.decode.document import Decoded, JsonDocument, JsonRecords, Text
from viewer.decode.members import Members
from viewer.decode.spans import element_spans
from viewer.model.position import parse_json_path
from viewer.model.source import RecordArray


def raw_records(decoded: Decoded, array: RecordArray) -> list[bytes]:
    """The exact bytes of the records of an array, as the file holds them; none where they cannot be told."""
    text, spans = record_spans(decoded, array)
    return [text[start:end] for start, end in spans]


def record_spans(decoded: Decoded, array: RecordArray) -> tuple[bytes, list[tuple[int, int]]]:
    """A text, and where in it each record of an array stands; the first span is that of record `array.first`."""
    try:
        return _record_spans(decoded, array)
    except LookupError:
        return b"", []  # a record that was expected to be a list and is none


def _record_spans(decoded: Decoded, array: RecordArray) -> tuple[bytes, list[tuple[int, int]]]:
    if array.count == 0:
        return b"", []
    part = decoded if array.part == 0 else decoded.companions[array.part - 1]
    if isinstance(part, Members):
        if array.member not in part.entries:
            return b"", []
        part = decode_member(part, array.member)
    path = parse_json_path(array.path)
    match part:
        case JsonRecords(text=text, spans=spans) if path and isinstance(path[0], int):
            start, end = spans[path[0]]
            return text[start:end], _spans_at(text[start:end], path[1:])
        case JsonRecords(text=text, spans=spans):
            # Lines of a further part have numbers that go on from those of the parts before it.
            first = 0 if array.count >= len(spans) else array.first - 1
            return text, spans[first : first + array.count]
        case JsonDocument(text=text, value=value) if path or isinstance(value, list):
            spans = _spans_at(text, path)
            # An array may be a part of its list: a lone entry that holds no run.
            first = 0 if array.count >= len(spans) else array.first - 1
            return text, spans[first : first + array.count]
        case JsonDocument(text=text):
            return text, [(0, len(text))]
        case Text(text=words):
            text = words.encode("utf-8", "surrogateescape")
            return text, _line_spans(text)[array.first - 1 : array.first - 1 + array.count]
        case _:
            return b"", []


def _line_spans(text: bytes) -> list[tuple[int, int]]:
    """The lines of plain text, without their ends."""
    ends = [match.start() for match in re.finditer(rb"\n", text)]
    return list(zip([0, *(end + 1 for end in ends)], [*ends, len(text)], strict=True))


def _spans_at(text: bytes, path: tuple[str | int, ...]) -> list[tuple[int, int]]:
    """Of a list its entries; of an entry that is no list, or of a whole line, itself."""
    try:
        return element_spans(text, path)
    except LookupError:
        if not path:
            return [(0, len(text))]
    if not isinstance(path[-1], int):
        return []
    return element_spans(text, path[:-1])[path[-1] : path[-1] + 1]
