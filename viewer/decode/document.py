"""The kinds of decoded content, and the records they are made of."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Any

import msgspec

from viewer.decode.scan import Key
from viewer.decode.spans import element_spans


class Record(msgspec.Struct, frozen=True, gc=False):
    """One unit of a source: a line, or an entry of an array."""

    number: int
    """From 1."""
    value: Any


class BadRecord(msgspec.Struct, frozen=True, gc=False):
    """A record that is not (whole) JSON, in its place."""

    number: int
    reason: str
    raw: Any = None
    """What could be read of it: text of a bad line, the first values of a cut object."""


@dataclass(frozen=True)
class Cut:
    """Where the readable part of a document ends in the middle."""

    byte: int
    open_path: tuple[Key, ...]
    """Keys of the containers that were still open, outermost first."""
    reason: str
    """Of the record that was open there: how it ends."""


@dataclass(frozen=True, kw_only=True)
class Decoded:
    """What all kinds share."""

    name: str
    """For messages: the source's name."""
    notes: tuple[str, ...] = ()
    companions: tuple["Decoded", ...] = ()
    """The source's other parts, in the order of `Source.parts`."""


@dataclass(frozen=True, kw_only=True)
class JsonDocument(Decoded):
    """One JSON value."""

    value: Any
    text: bytes = field(repr=False)
    """UTF-8, without byte order mark, as far as it can be read."""
    cut: Cut | None = None

    def records(self, *path: Key, first: int = 1) -> Iterator[Record | BadRecord]:
        """The entries of the list at `path`, numbered from `first`; one that the file ends in is a BadRecord."""
        entries = self.value
        for key in path:
            entries = entries[key]
        if not isinstance(entries, list):
            raise TypeError(f"{'.'.join(map(str, path))} is no list")
        last = self._cut_entry(path)
        if last is None or self.cut is None:
            return map(Record, count(first), entries)
        reason = self.cut.reason
        return (
            BadRecord(number, reason, value) if number - first == last else Record(number, value)
            for number, value in enumerate(entries, first)
        )

    def _cut_entry(self, path: tuple[Key, ...]) -> int | None:
        """The entry of the list at `path` that the file ends in."""
        if self.cut is None or self.cut.open_path[: len(path)] != path or len(self.cut.open_path) <= len(path):
            return None
        entry = self.cut.open_path[len(path)]
        return entry if isinstance(entry, int) else None

    def spans(self, *path: Key) -> list[tuple[int, int]]:
        """Start and end byte of each entry of the list at `path`."""
        return element_spans(self.text, path)


@dataclass(frozen=True, kw_only=True)
class JsonRecords(Decoded):
    """A sequence of JSON values: lines, or values one after another."""

    records: list[Record | BadRecord]
    text: bytes = field(repr=False)
    spans: list[tuple[int, int]] = field(repr=False)
    """Start and end byte of each record, at index number - 1."""

    def values(self, count: int | None = None) -> Iterator[Any]:
        """The values of the readable records, or of the first `count` of them."""
        if count is not None:
            first = self.records[:count]
            values = [record.value for record in first if type(record) is Record]
            if len(values) == len(first):
                return iter(values)
        return islice((record.value for record in self.records if type(record) is Record), count)


@dataclass(frozen=True, kw_only=True)
class Text(Decoded):
    """Readable text that is not JSON."""

    text: str


def as_records(document: JsonDocument) -> JsonRecords:
    """A document seen as a file of one line: a JSONL file may hold just one."""
    return JsonRecords(
        name=document.name,
        notes=document.notes,
        companions=document.companions,
        records=[
            Record(1, document.value) if document.cut is None else BadRecord(1, document.cut.reason, document.value)
        ],
        text=document.text,
        spans=[(0, len(document.text))],
    )
