"""What a file is made of is told by its bytes alone, and each kind of damage has its place."""

import gzip
import json

import pytest

from viewer.decode import decoder
from viewer.decode.decoder import decode
from viewer.decode.document import BadRecord, JsonDocument, JsonRecords, Record, Text
from viewer.errors import RunFileError

DOCUMENT = {
    "id": "r",
    "messages": [{"role": "user", "content": "a {"}, {"role": "assistant", "content": ["b", {"c": 1.5}]}],
}


def document(data: bytes) -> JsonDocument:
    found = decode(data, "run.json")
    assert isinstance(found, JsonDocument)
    return found


def records(data: bytes) -> JsonRecords:
    found = decode(data, "run.jsonl")
    assert isinstance(found, JsonRecords)
    return found


@pytest.mark.parametrize("indent", [None, 2])
def test_one_value_is_a_document_however_it_is_laid_out(indent: int | None) -> None:
    data = json.dumps(DOCUMENT, indent=indent).encode()
    assert document(data).value == DOCUMENT
    assert document(b"\n " + data + b"\n").notes == ()


def test_a_document_is_the_same_behind_gzip_a_mark_and_utf16() -> None:
    text = json.dumps(DOCUMENT)
    for data in (gzip.compress(text.encode()), b"\xef\xbb\xbf" + text.encode(), text.encode("utf-16")):
        found = document(data)
        assert found.value == DOCUMENT
        assert len(found.notes) == 1


def test_a_file_of_one_line_is_a_document_and_of_two_is_records() -> None:
    assert document(b'{"a": 1}\n').value == {"a": 1}
    assert records(b'{"a": 1}\n{"b": 2}\n').records == [Record(1, {"a": 1}), Record(2, {"b": 2})]


@pytest.mark.parametrize("indent", [None, 1])
def test_a_document_cut_at_any_byte_gives_its_whole_part_with_the_place(indent: int | None) -> None:
    data = json.dumps(DOCUMENT, indent=indent).encode()
    inside_messages = data.index(b"[") + 1
    for end in range(data.index(b'"r"') + 3, len(data)):
        found = document(data[:end])
        assert found.cut is not None
        assert found.cut.byte == end
        assert f"byte {end:,}" in found.notes[-1]
        if end > inside_messages:
            entries = list(found.records("messages"))
            whole = [entry for entry in entries if isinstance(entry, Record)]
            assert [entry.value for entry in whole] == DOCUMENT["messages"][: len(whole)]
            cut = [entry for entry in entries if isinstance(entry, BadRecord)]
            assert all(f"the file ends inside this record, at byte {end:,}" in entry.reason for entry in cut)
            assert len(found.spans("messages")) >= len(entries)


def test_a_document_damaged_in_the_middle_gives_what_stands_before_and_counts_the_rest() -> None:
    data = b'{"messages": [\n{"a": 1},\n{"b": 2, oops},\n{"c": 3}\n]}'
    found = document(data)
    assert list(found.records("messages")) == [
        Record(1, {"a": 1}),
        BadRecord(
            2,
            "the JSON is damaged inside this record, at byte 34, line 3 "
            "(expecting property name enclosed in double quotes)",
            {"b": 2},
        ),
    ]
    assert "from there on 18 bytes could not be read" in found.notes[-1]


def test_a_document_with_rubbish_behind_it_keeps_both() -> None:
    found = records(b'{\n"a": 1\n}\nTraceback (most recent call last):\n')
    assert found.records[0] == Record(1, {"a": 1})
    assert isinstance(found.records[1], BadRecord)


def test_a_document_with_a_byte_that_is_no_utf8_is_read_all_the_same() -> None:
    assert document(b'{"a": "\xff"}').value == {"a": "\udcff"}


def test_a_cut_inside_a_character_is_a_cut() -> None:
    data = '{"a": [{"b": 1}, {"c": "naïve'.encode()
    found = document(data[:-3])
    assert found.value == {"a": [{"b": 1}, {}]}


def test_json_lines_whose_first_line_is_damaged_are_json_lines() -> None:
    found = records(b'{"a": "half\n{"b": 2}\n{"c": [}\n{"d": 4}\n{"e": 5}\n')
    assert [type(record) for record in found.records] == [BadRecord, Record, BadRecord, Record, Record]


def test_words_are_text() -> None:
    found = decode(b"#### /ask\n> hello\n", "chat.md")
    assert isinstance(found, Text)
    assert found.text == "#### /ask\n> hello\n"


def test_an_event_stream_is_told_by_its_first_line() -> None:
    assert [record.value for record in records(b'data: {"a": 1}\n\n').records if isinstance(record, Record)] == [
        {"a": 1}
    ]
    assert isinstance(decode(b"events of the day: none\n", "x"), Text)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"[" * 100_000 + b"]" * 100_000, "nested deeper"),
        (b"{oops}", "run.json:1: is no JSON"),
        (b'\n\n{"a" "b"}', "run.json:3: is no JSON"),
        (b"{", "is no JSON"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(data: bytes, words: str) -> None:
    with pytest.raises(RunFileError) as caught:
        decode(data, "run.json")
    assert words in str(caught.value)


def test_a_text_of_nothing_but_brackets_is_refused_before_it_fills_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoder, "_LARGE", 1000)
    monkeypatch.setattr(decoder, "_MAX_CONTAINERS", 500)
    with pytest.raises(RunFileError, match="more than 500 objects and lists"):
        decode(b"[" + b"[]," * 600 + b"[]]", "x")


def test_one_line_of_many_megabytes_is_one_record() -> None:
    long = b'{"a": "' + b"x" * 20_000_000 + b'"}'
    found = records(long + b"\n" + b'{"b": 1}')
    assert [end - start for start, end in found.spans] == [len(long), 8]
