"""Lists of spans, wherever they stand: in a document, in the entries of its list, in lines, or as lines."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from viewer.decode.document import BadRecord, JsonDocument, JsonRecords, Record
from viewer.decode.scan import Key
from viewer.formats.entries import Aside
from viewer.formats.shapes.spans import Span, Spans
from viewer.model.position import json_path, value_at
from viewer.model.source import RecordArray

Keys = tuple[Key, ...]
PlaceOf = Callable[[Any], Keys | None]
"""Keys of the list of spans in a value; None: it holds none."""
SpanOf = Callable[[Record], Span | Aside | str]
"""A record's span, what it is besides, or in words why it is none. Must not raise on any value."""


def held_values(decoded: JsonDocument | JsonRecords) -> Iterator[Any]:
    """The values that may each hold spans: the document, the entries of its list, the lines."""
    if isinstance(decoded, JsonRecords):
        yield from decoded.values()
        return
    yield decoded.value
    if isinstance(decoded.value, list):
        yield from decoded.value


def each_holder(decoded: JsonDocument | JsonRecords, place_of: PlaceOf, span_of: SpanOf) -> Iterator[tuple[Any, Spans]]:
    """Each value that holds spans, with them; one that holds none comes with itself as a record that is no span."""
    for value, path, records in _places(decoded, place_of):
        reader = _Reader(span_of)
        reader.add(path, records)
        yield value, reader.found()


def all_holders(decoded: JsonDocument | JsonRecords, place_of: PlaceOf, span_of: SpanOf) -> Spans:
    """The spans of all values together, numbered on: for writers that cut a trace into several of them."""
    reader = _Reader(span_of)
    for _, path, records in _places(decoded, place_of):
        reader.add(path, records)
    return reader.found()


_Records = Iterable[Record | BadRecord]


def spans_of(path: Keys, records: _Records, span_of: SpanOf) -> Spans:
    """The spans of one list."""
    reader = _Reader(span_of)
    reader.add(path, records)
    return reader.found()


def _places(decoded: JsonDocument | JsonRecords, place_of: PlaceOf) -> Iterator[tuple[Any, Keys, _Records]]:
    """Each holder, where its list stands, and the entries of that."""
    if isinstance(decoded, JsonDocument):
        place = place_of(decoded.value)
        if place is not None:
            yield decoded.value, place, decoded.records(*place)
            return
        for index, value in enumerate(decoded.value if isinstance(decoded.value, list) else ()):
            place = place_of(value)
            if place is None:
                yield value, (index,), [Record(1, value)]
            else:
                yield value, (index, *place), decoded.records(index, *place)
        return
    if place_of(list(decoded.values(20))) is not None:
        yield None, (), decoded.records
        return
    for line in decoded.records:
        path = (line.number - 1,)
        if isinstance(line, BadRecord):
            yield None, path, [line]
            continue
        place = place_of(line.value)
        if place is None:
            yield line.value, path, [line]
        else:
            entries = value_at(line.value, place)
            yield line.value, (*path, *place), [Record(number, one) for number, one in enumerate(entries, 1)]


class _Reader:
    def __init__(self, span_of: SpanOf) -> None:
        self._arrays: list[RecordArray] = []
        self._found = Spans([], ())
        self._count = 0
        self._span_of = span_of

    def found(self) -> Spans:
        """All spans so far."""
        return Spans(self._found.spans, tuple(self._arrays), self._found.troubles, self._found.asides)

    def add(self, path: Keys, records: _Records) -> None:
        """The entries of one list."""
        first = self._count + 1
        for record in records:
            self._count += 1
            if isinstance(record, BadRecord):
                self._found.troubles.append((BadRecord(self._count, record.reason, record.raw), record.reason))
                continue
            numbered = record if record.number == self._count else Record(self._count, record.value)
            made = self._span_of(numbered)
            if isinstance(made, Span):
                self._found.spans.append(made)
            elif isinstance(made, Aside):
                self._found.asides.append((self._count, made.kind, made.why))
            else:
                self._found.troubles.append((numbered, made))
        self._arrays.append(RecordArray(json_path(path), first, self._count - first + 1))
