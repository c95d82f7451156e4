"""Gathers the runs that LangSmith stores: dumps, webhook payloads, ingest batches, operations; halves become one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from viewer.decode.document import BadRecord, Decoded, JsonDocument, JsonRecords, Record
from viewer.decode.scan import Key
from viewer.model.position import json_path
from viewer.model.source import RecordArray

BATCHES = ("runs", "post", "patch")
_SIGNS = ("dotted_order", "trace_id", "parent_run_id", "parent_run_ids", "child_runs")
_HALF_SIGNS = ("end_time", "outputs", "error", "patch")


def is_run(value: Any) -> bool:
    """Whether an object is a whole run, or the half that creates one."""
    return type(value) is dict and type(value.get("run_type")) is str and any(sign in value for sign in _SIGNS)


def is_half(value: Any) -> bool:
    """Whether an object may be the half that ends a run, which often names neither its type nor its trace."""
    return type(value) is dict and id_of(value) is not None and any(sign in value for sign in _HALF_SIGNS)


def batches(value: Any) -> list[str]:
    """Keys of the lists of runs in a payload; none: it is none."""
    if type(value) is not dict or "run_type" in value:
        return []
    found = [key for key in BATCHES if type(value.get(key)) is list]
    return found if any(is_run(entry) for key in found for entry in value[key][:20]) else []


def payloads(values: Sequence[Any]) -> list[list[str]]:
    """Of each value the keys of its lists of runs, where at least one value is a payload; else none of any."""
    found = [batches(value) for value in values]
    if not any(found):
        return []
    # One that only ends runs names the type of none of them.
    return [keys or _lists(value) for keys, value in zip(found, values, strict=True)]


def _lists(value: Any) -> list[str]:
    if type(value) is not dict or "run_type" in value:
        return []
    found = [key for key in BATCHES if type(value.get(key)) is list]
    return found if all(is_half(entry) for key in found for entry in value[key][:20]) else []


def id_of(value: dict[str, Any]) -> str | None:
    """A run's id: its own field, else the last one of its place in the order, which JavaScript's updates have only."""
    found = value.get("id", value.get("run_id"))
    if found is None and type(value.get("dotted_order")) is str:
        found = value["dotted_order"].rpartition(".")[2].partition("Z")[2]
    return found if type(found) is str and found else None


@dataclass
class Gathered:
    """All runs of a source, each with what its records say together."""

    runs: list[Record] = field(default_factory=list)
    """The number is that of the last record of the run."""
    earlier: dict[int, list[int]] = field(default_factory=dict)
    """By that number: the records before it that are of the same run."""
    arrays: list[RecordArray] = field(default_factory=list)
    troubles: list[tuple[BadRecord | Record, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    _at: dict[str, int] = field(default_factory=dict)
    _next: int = 1

    def read(self, decoded: Decoded) -> "Gathered":
        """Take all parts of a source in."""
        for number, part in enumerate((decoded, *decoded.companions)):
            if isinstance(part, JsonDocument):
                self._document(part, number)
            elif isinstance(part, JsonRecords):
                self._lines(part, number)
            else:
                self.notes.append(f"{part.name}: no runs could be read from it")
        return self

    def _document(self, part: JsonDocument, number: int) -> None:
        if found := batches(part.value):
            for key in found:
                self._array(part.records(key, first=self._next), (key,), number, part)
        elif type(part.value) is list and (held := payloads(part.value)) and all(held):
            for at, keys in enumerate(held):
                for key in keys:
                    self._array(part.records(at, key, first=self._next), (at, key), number, part)
        elif type(part.value) is list:
            self._array(part.records(first=self._next), (), number, part)
        else:
            whole = Record(self._next, part.value)
            root = whole if part.cut is None else BadRecord(self._next, part.cut.reason, part.value)
            self._take([root], RecordArray("", self._next, 1, number), ((),), part)

    def _lines(self, part: JsonRecords, number: int) -> None:
        """Lines are runs or halves of them; or payloads, whose lists are then records of their own."""
        whole = [line for line in part.records if type(line) is Record]
        found_in = payloads([line.value for line in whole])
        if not found_in:
            lines = [_moved(line, self._next - 1) for line in part.records]
            paths = tuple([(at,) for at in range(len(lines))])
            self._take(lines, RecordArray("", self._next, len(lines), number), paths)
            return
        first = self._next
        self._next += len(part.records)
        held = {line.number: found for line, found in zip(whole, found_in, strict=True)}
        for line in part.records:
            if not held.get(line.number):
                moved = _moved(line, first - 1)
                self.arrays.append(RecordArray("", moved.number, 1, number))
                self._one(moved)
        for line in whole:
            for key in held[line.number]:
                entries = [Record(self._next + at, entry) for at, entry in enumerate(line.value[key])]
                self._array(iter(entries), (line.number - 1, key), number)

    def _array(
        self,
        records: Iterator[Record | BadRecord],
        path: tuple[Key, ...],
        number: int,
        document: JsonDocument | None = None,
    ) -> None:
        entries = list(records)
        paths = tuple([(*path, at) for at in range(len(entries))])
        self._take(entries, RecordArray(json_path(path), self._next, len(entries), number), paths, document)

    def _take(
        self,
        entries: list[Record | BadRecord],
        array: RecordArray,
        paths: tuple[tuple[Key, ...], ...],
        document: JsonDocument | None = None,
    ) -> None:
        """Add the runs of an array, then those inside each of them, level by level.

        Args:
            document: that holds them; it knows which entry it ends in.
        """
        waiting = [(entries, array, paths)]
        self._next = array.first + array.count
        for entries, array, paths in waiting:
            self.arrays.append(array)
            for entry, path in zip(entries, paths, strict=True):
                self._one(entry)
                value = entry.raw if isinstance(entry, BadRecord) else entry.value
                inner = value.get("child_runs") if type(value) is dict else None
                if type(inner) is not list or not inner:
                    continue
                below = (*path, "child_runs")
                held = RecordArray(json_path(below), self._next, len(inner), array.part)
                if document is None:
                    children: list[Record | BadRecord] = [Record(held.first + at, one) for at, one in enumerate(inner)]
                else:
                    children = list(document.records(*below, first=held.first))
                self._next += len(inner)
                waiting.append((children, held, tuple([(*below, at) for at in range(len(inner))])))

    def _one(self, entry: Record | BadRecord) -> None:
        if isinstance(entry, BadRecord):
            self.troubles.append((entry, entry.reason))
            return
        value = entry.value
        run_id = id_of(value) if type(value) is dict else None
        if run_id is None or not (is_run(value) or is_half(value)):
            self.troubles.append((entry, "not a run as LangSmith writes it"))
            return
        at = self._at.get(run_id)
        if at is None:
            self._at[run_id] = len(self.runs)
            self.runs.append(entry)
            return
        before = self.runs[at]
        self.runs[at] = Record(entry.number, _together(before.value, value))
        self.earlier[entry.number] = [*self.earlier.pop(before.number, ()), before.number]


def _moved(line: Record | BadRecord, by: int) -> Record | BadRecord:
    if by == 0:
        return line
    if isinstance(line, BadRecord):
        return BadRecord(line.number + by, line.reason, line.raw)
    return Record(line.number + by, line.value)


def _together(first: dict[str, Any], later: dict[str, Any]) -> dict[str, Any]:
    """What two records of a run say: the later one wins where it says something."""
    said = {key: one for key, one in later.items() if one is not None and one != {} and one != []}
    return {**later, **first, **said}
