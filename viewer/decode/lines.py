"""Records in a row: JSON lines, values one after another, events of a stream."""

from collections.abc import Iterable, Iterator

import msgspec

from viewer.decode.document import BadRecord, JsonRecords, Record
from viewer.decode.json_value import JsonError, parse
from viewer.decode.scan import top_level_spans
from viewer.errors import RunFileError

_LOOK_AT = 1000
"""Lines after which a text that is no JSON lines is known as such."""
MAX_RECORDS = 2_000_000
_AT_ONCE = 500
"""Lines; a bad one among them makes these be read one by one."""
_SHOWN_NUMBERS = 5
_FAST = msgspec.json.Decoder()
_OPENS, _CLOSES = b"{}"


class _Rows:
    """Collects records, their spans, and each note once with the records it is about."""

    def __init__(self, name: str, text: bytes, notes: tuple[str, ...]) -> None:
        self.records: list[Record | BadRecord] = []
        self.spans: list[tuple[int, int]] = []
        self.good = 0
        self._name = name
        self._text = text
        self._view = memoryview(text)
        self._notes = notes
        self._about: dict[str, list[int]] = {}
        self._line, self._counted = 1, 0

    def add(self, start: int, end: int, kind: str) -> None:
        """Read the record that stands between two bytes."""
        number = len(self.records) + 1
        if number > MAX_RECORDS:
            raise RunFileError(self._name, f"holds more than {MAX_RECORDS:,} records: split it")
        try:
            value, notes = parse(self._view[start:end])
        except JsonError as error:
            reason = error.reason
            if end == len(self._text) and error.kind == "truncated":
                reason = f"the file ends inside this record, at byte {end:,}"
            raw = self._text[start:end].decode("utf-8", "surrogateescape")
            self.records.append(BadRecord(number, f"unreadable {kind} {self._line_of(start)}: {reason}", raw))
        else:
            self.records.append(Record(number, value))
            self.good += 1
            for note in notes:
                self._about.setdefault(note, []).append(number)
        self.spans.append((start, end))

    def add_lines(self, spans: list[tuple[int, int]], are_objects: bool) -> None:
        """Read lines that follow one another.

        Args:
            spans: of the lines.
            are_objects: each starts with `{` and ends with `}`.
        """
        values = self._values(spans) if are_objects else None
        if values is None:
            for start, end in spans:
                self.add(start, end, "line")
            return
        number = len(self.records) + 1
        self.records.extend(map(Record, range(number, number + len(values)), values))
        self.spans.extend(spans)
        self.good += len(values)

    def _values(self, spans: list[tuple[int, int]]) -> list[object] | None:
        """The values of all lines at once, which takes a third less time; None: they have to be read one by one.

        The fast reader does not look at line ends. But where each line starts with `{` and ends with `}`, none can end
        inside a value (a comma would have to follow), so as many values as lines means one value a line.
        """
        if len(self.records) + len(spans) > MAX_RECORDS:
            return None
        try:
            values = _FAST.decode_lines(self._view[spans[0][0] : spans[-1][1]])
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return None
        return values if len(values) == len(spans) else None

    def _line_of(self, byte: int) -> int:
        """The line, from 1; asked in order, so that the text is counted only once."""
        self._line += self._text.count(b"\n", self._counted, byte)
        self._counted = byte
        return self._line

    def finish(self) -> JsonRecords:
        notes = [f"{_named(numbers)}: {note}" for note, numbers in self._about.items()]
        return JsonRecords(
            name=self._name,
            notes=(*self._notes, *notes),
            records=self.records,
            text=self._text,
            spans=self.spans,
        )


def _named(numbers: list[int]) -> str:
    listed = ", ".join(map(str, numbers[:_SHOWN_NUMBERS]))
    more = f" and {len(numbers) - _SHOWN_NUMBERS:,} more" if len(numbers) > _SHOWN_NUMBERS else ""
    return f"{'record' if len(numbers) == 1 else 'records'} {listed}{more}"


def json_lines(text: bytes, name: str, notes: tuple[str, ...]) -> JsonRecords | None:
    """Each line that is not blank is a record; None where less than half of them (of the first ones) are JSON."""
    rows = _Rows(name, text, notes)
    for spans, are_objects in _lines(text):
        rows.add_lines(spans, are_objects)
        if len(rows.records) == _LOOK_AT and rows.good * 2 < _LOOK_AT:
            return None
    return rows.finish() if rows.good and rows.good * 2 >= len(rows.records) else None


def _lines(text: bytes) -> Iterator[tuple[list[tuple[int, int]], bool]]:
    """The lines that are not blank, some at a time, and whether each starts with `{` and ends with `}`."""
    spans: list[tuple[int, int]] = []
    are_objects = True
    start, size = 0, len(text)
    while start < size:
        end = text.find(b"\n", start)
        if end < 0:
            end = size
        is_object = end > start and text[start] == _OPENS and text[end - 1] == _CLOSES
        if is_object or (end > start and not text[start:end].isspace()):
            are_objects = are_objects and is_object
            spans.append((start, end))
            if len(spans) == _AT_ONCE:
                yield spans, are_objects
                spans, are_objects = [], True
        start = end + 1
    if spans:
        yield spans, are_objects


def values_in_a_row(text: bytes, name: str, notes: tuple[str, ...]) -> JsonRecords | None:
    """Each object or list is a record, and what stands between them; None where not one can be read."""
    rows = _Rows(name, text, (*notes, "JSON values stand one after another, not one a line"))
    for start, end in top_level_spans(text):
        rows.add(start, end, "text at line")
    return rows.finish() if rows.good else None


def server_sent_events(text: bytes, name: str, notes: tuple[str, ...]) -> JsonRecords:
    """Server-sent events as stored by a proxy: the value of each `data:` line is a record."""
    rows = _Rows(name, text, (*notes, "server-sent events: the `data:` lines are the records"))
    for start, end in _data_values(text):
        rows.add(start, end, "event at line")
    return rows.finish()


def _data_values(text: bytes) -> Iterable[tuple[int, int]]:
    start = 0
    while start < len(text):
        end = text.find(b"\n", start)
        if end < 0:
            end = len(text)
        if text.startswith(b"data:", start):
            value = text[start + 5 : end].strip()
            if value and value != b"[DONE]":
                at = text.index(value, start + 5)
                yield at, at + len(value)
        start = end + 1
