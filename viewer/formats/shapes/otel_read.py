"""Reads all spans of a source, whatever holds them, and says how the conventions' model calls and tools are read."""

from collections.abc import Iterable, Iterator, Sequence

from viewer.decode.document import BadRecord, JsonDocument, JsonRecords, Record
from viewer.decode.table import Table
from viewer.formats.shapes.genai_call import genai_call, history
from viewer.formats.shapes.genai_facts import genai_facts
from viewer.formats.shapes.genai_kind import kind_of
from viewer.formats.shapes.genai_tool import genai_tool
from viewer.formats.shapes.growing_lists import GrowingLists
from viewer.formats.shapes.otel_places import Place, places
from viewer.formats.shapes.otel_span import Attributes, is_span, otel_span
from viewer.formats.shapes.spans import Span, Spans, Tracing
from viewer.model.position import json_path, value_at
from viewer.model.source import RecordArray

AnyRecord = Record | BadRecord
_SIGNALS = frozenset({"resourceSpans", "resourceLogs", "resourceMetrics"})
"""What OTLP's messages hold; a collector writes all of them to one file."""


def tracing(name: str) -> Tracing:
    """How spans of any GenAI convention are read, for the format of that name."""
    growing = GrowingLists()
    return Tracing(
        name,
        lambda span: genai_call(span.own, growing),
        lambda span: genai_tool(span.own),
        lambda span: genai_facts(span.own),
        lambda span: history(span.own),
        "usage attributes of the agent's span",
    )


def read_spans(decoded: JsonDocument | JsonRecords | Table) -> Spans:
    """All spans, of companions too: each is a record, numbered in the order of the files."""
    reader = _Reader()
    for part, one in enumerate((decoded, *decoded.companions)):
        reader.part = part
        if isinstance(one, Table):
            reader.add(Place((), {}), _numbered(one.records, reader.count))
        elif isinstance(one, JsonDocument):
            for place in places(one.value):
                reader.add(place, _records(one, place, reader.count + 1))
        elif isinstance(one, JsonRecords) and any(is_span(value) for value in one.values(20)):
            reader.add(Place((), {}), _numbered(one.records, reader.count))
        elif isinstance(one, JsonRecords):
            for line in one.records:
                reader.add_line(line)
    return reader.found


def _numbered(records: Sequence[AnyRecord], before: int) -> Iterable[AnyRecord]:
    """The records, numbered on from those of earlier parts."""
    if not before:
        return records
    return [
        Record(before + record.number, record.value)
        if isinstance(record, Record)
        else BadRecord(before + record.number, record.reason, record.raw)
        for record in records
    ]


def _records(document: JsonDocument, place: Place, first: int) -> Iterator[AnyRecord]:
    if place.is_list:
        return document.records(*place.path, first=first)
    value = value_at(document.value, place.path)
    cut = document.cut
    is_cut = cut is not None and cut.open_path[: len(place.path)] == place.path
    return iter([BadRecord(first, cut.reason, value) if cut is not None and is_cut else Record(first, value)])


class _Reader:
    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.arrays: list[RecordArray] = []
        self.troubles: list[tuple[AnyRecord, str]] = []
        self.asides: list[tuple[int, str, str]] = []
        self.count = 0
        self.part = 0

    @property
    def found(self) -> Spans:
        return Spans(self.spans, tuple(self.arrays), self.troubles, self.asides)

    def add_line(self, line: AnyRecord) -> None:
        """A line of a file whose lines hold many spans each."""
        path = (line.number - 1,)
        if isinstance(line, BadRecord):
            self.add(Place(path, {}, is_list=False), [BadRecord(self.count + 1, line.reason, line.raw)])
            return
        found = list(places(line.value))
        for place in found:
            value = value_at(line.value, place.path)
            records = enumerate(value if place.is_list else [value], self.count + 1)
            self.add(
                Place((*path, *place.path), place.resource, place.is_list),
                [Record(number, one) for number, one in records],
            )
        if not found:
            self.add(Place(path, {}, is_list=False), [Record(self.count + 1, line.value)])

    def add(self, place: Place, records: Iterable[AnyRecord]) -> None:
        """The spans of one list."""
        first = self.count + 1
        for record in records:
            self.count = record.number
            self._add(record, place.resource)
        self.arrays.append(RecordArray(json_path(place.path), first, self.count - first + 1, self.part))

    def _add(self, record: AnyRecord, resource: Attributes) -> None:
        if isinstance(record, BadRecord):
            self.troubles.append((record, record.reason))
        elif type(record.value) is dict and not _SIGNALS.isdisjoint(record.value):
            self.asides.append(
                (record.number, "other signals", "it holds no spans: logs are not joined to their spans")
            )
        elif not is_span(record.value):
            self.troubles.append((record, "it is no span: neither ids of one nor attributes stand in it"))
        else:
            own = otel_span(record, resource)
            kind, what = kind_of(own)
            self.spans.append(
                Span(
                    record, own.trace, own.id, own.parent, kind, own.name, own.started, own.ended, own.failed, what, own
                )
            )
