"""Decides what a file's bytes are: one JSON document, lines, values in a row, or plain text."""

from viewer.decode.document import BadRecord, Cut, Decoded, JsonDocument, JsonRecords, Record, Text
from viewer.decode.json_value import JsonError, parse
from viewer.decode.scan import salvage, top_level_spans
from viewer.decode.unwrap import utf8_text
from viewer.errors import RunFileError


def decode(data: bytes, name: str) -> Decoded:
    """What the bytes hold.

    Raises:
        RunFileError: nothing can be read; the sentence gives place, what was found and what to do.
    """
    text, notes = utf8_text(data, name)
    if text[:512].lstrip()[:5] in (b"data:", b"event"):
        return _event_stream(text, name, notes)
    try:
        value, more = parse(text)
    except JsonError as error:
        return _not_one_value(text, name, notes, error)
    return JsonDocument(name=name, notes=notes + more, value=value, text=text)


def _not_one_value(text: bytes, name: str, notes: tuple[str, ...], error: JsonError) -> Decoded:
    if error.kind == "depth":
        raise RunFileError(name, f"is {error.reason}: it is no run file as any known agent writes it")
    if error.kind == "truncated":
        document = _cut_document(text, name, notes)
        if document is not None:
            return document
    records = _lines(text, name, notes)
    good = sum(isinstance(record, Record) for record in records.records)
    if good and good * 2 >= len(records.records):
        return records
    if text[:4096].lstrip()[:1] in b"{[":
        in_a_row = _in_a_row(text, name, notes)
        good_values = sum(isinstance(record, Record) for record in in_a_row.records)
        if good_values * 2 > len(in_a_row.records):
            return in_a_row
        document = _cut_document(text[: error.byte], name, notes) if error.kind == "malformed" else None
        if document is not None and document.value:
            return document
        raise RunFileError(
            f"{name}:{_line_of(text, error.byte)}", f"is no JSON: {error.reason}. Get the file again or mend that place"
        )
    return Text(name=name, notes=notes, text=text.decode("utf-8", "surrogateescape"))


def _line_of(text: bytes, byte: int) -> int:
    return text.count(b"\n", 0, byte) + 1


def _cut_document(text: bytes, name: str, notes: tuple[str, ...]) -> JsonDocument | None:
    kept = salvage(text)
    if kept is None:
        return None
    try:
        value, more = parse(kept.text)
    except JsonError:
        return None
    note = f"the JSON stops at byte {len(text):,}: what followed is not in this file"
    return JsonDocument(
        name=name,
        notes=(*notes, *more, note),
        value=value,
        text=text,
        cut=Cut(len(text), kept.open_path),
    )


def _lines(text: bytes, name: str, notes: tuple[str, ...]) -> JsonRecords:
    view = memoryview(text)
    records: list[Record | BadRecord] = []
    spans: list[tuple[int, int]] = []
    start, number, size = 0, 0, len(text)
    all_notes = dict.fromkeys(notes)
    while start < size:
        end = text.find(b"\n", start)
        if end < 0:
            end = size
        if end > start and not text[start:end].isspace():
            number += 1
            try:
                value, more = parse(view[start:end])
            except JsonError as error:
                reason = error.reason
                if end == size and error.kind == "truncated":
                    reason = f"the file ends inside this record, at byte {size:,}"
                raw = text[start:end].decode("utf-8", "surrogateescape")
                records.append(BadRecord(number, f"unreadable line {_line_of(text, start)}: {reason}", raw))
            else:
                records.append(Record(number, value))
                for note in more:
                    all_notes[f"record {number}: {note}"] = None
            spans.append((start, end))
        start = end + 1
    return JsonRecords(name=name, notes=tuple(all_notes), records=records, text=text, spans=spans)


def _in_a_row(text: bytes, name: str, notes: tuple[str, ...]) -> JsonRecords:
    records: list[Record | BadRecord] = []
    spans = list(top_level_spans(text))
    all_notes = dict.fromkeys((*notes, "JSON values stand one after another, not one a line"))
    for number, (start, end) in enumerate(spans, 1):
        try:
            value, more = parse(text[start:end])
        except JsonError as error:
            raw = text[start:end].decode("utf-8", "surrogateescape")
            records.append(BadRecord(number, f"unreadable value at line {_line_of(text, start)}: {error.reason}", raw))
        else:
            records.append(Record(number, value))
            for note in more:
                all_notes[f"record {number}: {note}"] = None
    return JsonRecords(name=name, notes=tuple(all_notes), records=records, text=text, spans=spans)


def _event_stream(text: bytes, name: str, notes: tuple[str, ...]) -> JsonRecords:
    """Server-sent events as stored by a proxy: each `data:` line holds one value."""
    kept = bytearray(text)
    start = 0
    while start < len(text):
        end = text.find(b"\n", start)
        if end < 0:
            end = len(text)
        line = text[start:end]
        if line.startswith(b"data:") and line[5:].strip() != b"[DONE]":
            kept[start : start + 5] = b"     "
        else:
            kept[start:end] = b" " * (end - start)
        start = end + 1
    note = "server-sent events: the `data:` lines are the records"
    return _lines(bytes(kept), name, (*notes, note))
