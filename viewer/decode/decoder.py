"""Decides what a file's bytes are: an archive, a table, a store, one JSON document, lines, values in a row, or text."""

import re
from collections.abc import Callable
from operator import call
from typing import Any

from viewer.decode.document import Cut, Decoded, JsonDocument, Text
from viewer.decode.json_value import JsonError, parse
from viewer.decode.lines import json_lines, server_sent_events, values_in_a_row
from viewer.decode.members import ZIP_SIGNS, Members, members
from viewer.decode.printed_spans import SIGN as PRINTED_SIGN
from viewer.decode.printed_spans import printed_spans
from viewer.decode.scan import open_path, salvage
from viewer.decode.store import SQLITE_SIGN, store
from viewer.decode.table import PARQUET_SIGN, table
from viewer.decode.unwrap import utf8_text
from viewer.errors import RunFileError

_WORD = re.compile(rb"\S")
_FRAMES_TO_SPARE = 200
"""What is nested so deep that it can just be read could not be hashed or written later, from a deeper stack."""
_CALL: Callable[..., Any] = call
_CALLS = (_CALL,) * _FRAMES_TO_SPARE
"""Calls inside one another, made without Python's own frames, which would take longer than a small file."""
_LARGE = 64 * 1024 * 1024
_MAX_CONTAINERS = 20_000_000
"""Objects and lists of a large text: each costs at least 56 bytes of memory, though an empty one is two bytes."""


def decode(data: bytes, name: str) -> Decoded:
    """What the bytes hold.

    Raises:
        RunFileError: nothing can be read; the sentence gives place, what was found and what to do.
    """
    decoded: Decoded = _CALL(*_CALLS, _decode, data, name)
    return decoded


def _decode(data: bytes, name: str) -> Decoded:
    if data.startswith(ZIP_SIGNS):
        return members(data, name)
    if data.startswith(PARQUET_SIGN):
        return table(data, name)
    if data.startswith(SQLITE_SIGN):
        return store(data, name)
    text, notes = utf8_text(data, name)
    if len(text) > _LARGE and text.count(b"{") + text.count(b"[") > _MAX_CONTAINERS:
        raise RunFileError(name, f"holds more than {_MAX_CONTAINERS:,} objects and lists: split it")
    start = text[:512].lstrip()
    if start.startswith((b"data:", b"event:", b"id:")):
        return server_sent_events(text, name, notes)
    try:
        value, more = parse(text)
    except JsonError as error:
        return _not_one_value(text, name, notes, error)
    return JsonDocument(name=name, notes=notes + more, value=value, text=text)


def decode_member(archive: Members, member: str) -> Decoded:
    """What one member holds; of an unreadable one nothing but a note that says why, so that the others can be read.

    An archive inside an archive is not opened.
    """
    name = f"{archive.name}:{member}"
    try:
        decoded = decode(archive.read(member), name)
    except RunFileError as error:
        return Decoded(name=name, notes=(str(error),))
    if isinstance(decoded, Members):
        return Decoded(name=name, notes=("a zip archive inside an archive is not opened",))
    return decoded


def _not_one_value(text: bytes, name: str, notes: tuple[str, ...], error: JsonError) -> Decoded:
    one_line = _one_line(text)
    if error.kind == "truncated" and one_line:
        document = _cut_document(text, name, notes, error)
        if document is not None:
            return document
    lines = None if one_line else json_lines(text, name, notes)
    if lines is not None:
        return lines
    if error.kind == "depth":
        raise RunFileError(name, f"is {error.reason}: it is no run file as any known agent writes it")
    printed = printed_spans(text, name, notes) if PRINTED_SIGN in text and error.kind != "truncated" else None
    if printed is not None:
        return printed
    if text.lstrip()[:1] not in (b"{", b"["):
        return Text(name=name, notes=notes, text=text.decode("utf-8", "surrogateescape"))
    in_a_row = values_in_a_row(text, name, notes) if error.kind == "trailing" else None
    found = in_a_row or _cut_document(text, name, notes, error) or values_in_a_row(text, name, notes)
    if found is None:
        line = text.count(b"\n", 0, error.byte) + 1
        raise RunFileError(f"{name}:{line}", f"is no JSON: {error.reason}. Get the file again or mend that place")
    return found


def _one_line(text: bytes) -> bool:
    """Whether no line end stands between words, told without copying the text."""
    word = _WORD.search(text)
    line_end = -1 if word is None else text.find(b"\n", word.start())
    return line_end < 0 or _WORD.search(text, line_end) is None


def _cut_document(text: bytes, name: str, notes: tuple[str, ...], error: JsonError) -> JsonDocument | None:
    """What is whole of a document that ends, or is damaged, in the middle; None where nothing is."""
    whole = len(text)
    is_cut = error.kind == "truncated"
    if not is_cut:
        text = text[: error.byte]
    kept = salvage(text)
    if kept is None:
        return None
    try:
        value, more = parse(kept.text)
    except JsonError:
        return None
    if not value:
        return None
    if is_cut:
        note = f"the JSON stops at byte {whole:,}: what followed is not in this file"
        reason = f"the file ends inside this record, at byte {whole:,}"
    else:
        line = text.count(b"\n") + 1
        place = f"byte {error.byte:,}, line {line:,} ({error.reason})"
        note = f"the JSON is damaged at {place}: from there on {whole - error.byte:,} bytes could not be read"
        reason = f"the JSON is damaged inside this record, at {place}"
    cut = Cut(len(text), open_path(text, kept, value), reason)
    return JsonDocument(name=name, notes=(*notes, *more, note), value=value, text=text, cut=cut)
