"""Files that hold one run as an object, several as a list, or one a line."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from viewer.decode.document import BadRecord, Cut, JsonDocument, JsonRecords
from viewer.decode.scan import Key
from viewer.formats.build import RunBuilder
from viewer.formats.entries import Trouble
from viewer.model.run import Run
from viewer.model.source import RecordArray


@dataclass(frozen=True)
class Head:
    """The object that a run is stored as."""

    document: JsonDocument
    path: tuple[Key, ...]
    """Where it stands; of a line, its index."""
    value: dict[str, Any]
    cut: Cut | None = None
    """Where the file ends inside this run."""

    def lacking(self, reason: str) -> "NoHead":
        """The same as a record that holds no run."""
        last = self.path[-1] if self.path else 0
        return NoHead(last + 1 if isinstance(last, int) else 1, reason, self.value)


@dataclass(frozen=True)
class NoHead:
    """An entry or line that is no such object."""

    record: int
    reason: str
    raw: Any


def heads(decoded: JsonDocument | JsonRecords, key: str | None = None) -> Iterator[Head | NoHead]:
    """The objects of a file, in order.

    Args:
        decoded: the file.
        key: of a document's list of them; None: the document is one, or the list itself.
    """
    if isinstance(decoded, JsonRecords):
        values = [record.raw if isinstance(record, BadRecord) else record.value for record in decoded.records]
        whole = JsonDocument(name=decoded.name, value=values, text=b"")
        for record in decoded.records:
            if isinstance(record, BadRecord):
                yield NoHead(record.number, record.reason, record.raw)
            else:
                yield _head(whole, record.number - 1, record.value)
    elif key is not None:
        for position, value in enumerate(decoded.value[key]):
            yield _head(decoded, position, value, (key,))
    elif isinstance(decoded.value, list):
        for position, value in enumerate(decoded.value):
            yield _head(decoded, position, value)
    elif type(decoded.value) is dict:
        yield Head(decoded, (), decoded.value, decoded.cut)
    else:
        yield NoHead(1, "an object is expected", decoded.value)


def _head(document: JsonDocument, position: int, value: Any, above: tuple[Key, ...] = ()) -> Head | NoHead:
    if type(value) is not dict:
        return NoHead(position + 1, "an object is expected", value)
    path = (*above, position)
    is_cut = document.cut is not None and document.cut.open_path[: len(path)] == path
    return Head(document, path, value, document.cut if is_cut else None)


def run_without_head(found: NoHead, format: str) -> Run:
    """A run that holds nothing but the record that is none."""
    builder = RunBuilder()
    builder.add(Trouble(found.reason, found.raw), found.record)
    return builder.finish(run_id="", format=format, records=(RecordArray("", found.record, 1),))
