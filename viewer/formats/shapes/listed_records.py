"""Records of a document that lists them: JSON lines, a bare list, or an object that holds the list under a key."""

from dataclasses import dataclass
from typing import Any

from viewer.decode.document import BadRecord, JsonDocument, JsonRecords, Record
from viewer.model.source import RecordArray


@dataclass(frozen=True)
class ListedRecords:
    """The records, and what stands beside them."""

    records: list[Record | BadRecord]
    head: dict[str, Any]
    """The object around the list; empty for lines and bare lists."""
    array: RecordArray


def listed_records(decoded: JsonDocument | JsonRecords, key: str = "messages") -> ListedRecords:
    """The records of lines, of a bare list, or of the list under a key; an empty key is the document itself."""
    if isinstance(decoded, JsonRecords):
        return ListedRecords(decoded.records, {}, RecordArray("", 1, len(decoded.records)))
    head = decoded.value if type(decoded.value) is dict else {}
    path = key if head else ""
    records = list(decoded.records(*([path] if path else [])))
    return ListedRecords(records, head, RecordArray(path, 1, len(records)))
