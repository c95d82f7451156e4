"""The bytes of records: as the file holds them, found by where the run says that they stand."""

from pathlib import Path

import pytest
from conftest import SAMPLES

from viewer import load
from viewer.decode.record_bytes import raw_records
from viewer.model.source import RecordArray, Source


@pytest.mark.parametrize("source", list(load.sources([SAMPLES])), ids=lambda source: source.name)
def test_the_raw_bytes_of_every_record_parse_to_what_was_read(source: Source) -> None:
    decoded = load.decode_source(source)
    for run in load.runs(source):
        for array in run.records:
            if array.member is None or "/" in array.member:
                continue
            raw = raw_records(decoded, array)
            assert len(raw) == array.count


def test_raw_records_are_the_bytes_of_the_file(tmp_path: Path) -> None:
    data = b'{ "messages" : [ {"role":"user","content":"a"} ,\n{"role" : "user", "content":"b \\u00fc"} ] }'
    (tmp_path / "a.json").write_bytes(data)
    (source,) = load.sources([tmp_path])
    decoded = load.decode_source(source)
    assert raw_records(decoded, RecordArray("messages", 1, 2)) == [
        b'{"role":"user","content":"a"}',
        b'{"role" : "user", "content":"b \\u00fc"}',
    ]
    assert raw_records(decoded, RecordArray("", 1, 1)) == [data]


def test_raw_records_of_lines_and_of_lists_in_lines(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b'{"m": [1, 2.50]}\n{"m": [3]}\r\n\n{"m": []}')
    (source,) = load.sources([tmp_path])
    decoded = load.decode_source(source)
    assert raw_records(decoded, RecordArray("", 1, 3)) == [b'{"m": [1, 2.50]}', b'{"m": [3]}\r', b'{"m": []}']
    assert raw_records(decoded, RecordArray("", 2, 1)) == [b'{"m": [3]}\r']
    assert raw_records(decoded, RecordArray("[0].m", 1, 2)) == [b"1", b"2.50"]


def test_a_record_that_was_to_be_a_list_and_is_none_has_no_bytes_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"messages": {"x": 1}}')
    decoded = load.decode_source(next(load.sources([tmp_path / "a.json"])))
    assert raw_records(decoded, RecordArray("messages", 1, 1)) == []
