"""One look at three ways to hold a list."""

import pytest

from viewer.decode.decoder import decode
from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.formats.shapes.listed_records import listed_records


@pytest.mark.parametrize(
    ("content", "head", "path"),
    [
        (b'{"a": 1}\n{"a": 2}\n', {}, ""),
        (b'[{"a": 1}, {"a": 2}]', {}, ""),
        (b'{"id": "x", "messages": [{"a": 1}, {"a": 2}]}', {"id": "x"}, "messages"),
    ],
)
def test_the_records_are_the_same_whatever_holds_them(content: bytes, head: dict[str, str], path: str) -> None:
    decoded = decode(content, "x.json")
    assert isinstance(decoded, JsonDocument | JsonRecords)
    found = listed_records(decoded)
    assert [record.value for record in found.records if isinstance(record, Record)] == [{"a": 1}, {"a": 2}]
    assert {key: value for key, value in found.head.items() if key != "messages"} == head
    assert (found.array.path, found.array.first, found.array.count) == (path, 1, 2)
