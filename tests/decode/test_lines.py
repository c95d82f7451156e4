"""JSON lines, values in a row, server-sent events: every record in its place, the bad ones too."""

import time

import pytest

from viewer.decode import lines
from viewer.decode.document import BadRecord, JsonRecords, Record
from viewer.decode.lines import json_lines, server_sent_events, values_in_a_row
from viewer.errors import RunFileError


def bytes_of(records: JsonRecords) -> list[bytes]:
    return [records.text[start:end] for start, end in records.spans]


def test_each_line_is_a_record_with_its_bytes() -> None:
    text = b'{"a": 1}\r\n\n  \n [2, "\xc3\xbc"] \n{"b": 1.50}'
    found = json_lines(text, "x", ("a note",))
    assert found is not None
    assert found.records == [Record(1, {"a": 1}), Record(2, [2, "ü"]), Record(3, {"b": 1.5})]
    assert bytes_of(found) == [b'{"a": 1}\r', b' [2, "\xc3\xbc"] ', b'{"b": 1.50}']
    assert found.notes == ("a note",)


def test_a_bad_line_in_the_middle_keeps_its_number_place_and_text() -> None:
    found = json_lines(b'{"a": 1}\n\n{"b": oops}\n{"c": 3}\n', "x", ())
    assert found is not None
    assert found.records == [
        Record(1, {"a": 1}),
        BadRecord(2, "unreadable line 3: invalid character", '{"b": oops}'),
        Record(3, {"c": 3}),
    ]


def test_the_line_a_file_ends_in_says_where() -> None:
    found = json_lines(b'{"a": 1}\n{"b": "hal', "x", ())
    assert found is not None
    assert found.records[1] == BadRecord(
        2, "unreadable line 2: the file ends inside this record, at byte 19", '{"b": "hal'
    )


def test_a_line_nested_too_deep_is_one_bad_record() -> None:
    found = json_lines(b'{"a": 1}\n' + b"[" * 100_000 + b"\n" + b'{"c": 1}', "x", ())
    assert found is not None
    assert [type(record) for record in found.records] == [Record, BadRecord, Record]
    assert "nested deeper" in str(found.records[1])


@pytest.mark.parametrize(
    ("text", "good"),
    [
        (b'{"a": 1} {"b": 2}\n{"c": 3}\n{"d": 4}\n', [False, True, True]),
        (b'{"a": 1} {"b": 2}\n{"c":\n3}\n{"d": 4}\n{"e": 5}\n{"f": 6}\n', [False, False, False, True, True, True]),
        (b'{"a": 1}\n{"b": [{}\n{"c": 3}\n{"d": 4}\n', [True, False, True, True]),
    ],
)
def test_a_record_is_a_whole_line_and_nothing_more(text: bytes, good: list[bool]) -> None:
    found = json_lines(text, "x", ())
    assert found is not None and [isinstance(record, Record) for record in found.records] == good


def test_a_bad_line_among_many_leaves_all_others_as_they_are() -> None:
    text = b"".join(b"no json\n" if number == 700 else b'{"n": %d}\n' % number for number in range(1, 1501))
    found = json_lines(text, "x", ())
    assert found is not None
    assert [record.number for record in found.records] == list(range(1, 1501))
    assert [record.number for record in found.records if isinstance(record, BadRecord)] == [700]
    assert [value["n"] for value in found.values()] == [*range(1, 700), *range(701, 1501)]
    assert bytes_of(found)[1499] == b'{"n": 1500}'


def test_a_note_is_given_once_with_the_records_it_is_about() -> None:
    found = json_lines(b'{"a": NaN}\n' * 7 + b'{"b": 1e999}\n', "x", ())
    assert found is not None
    assert found.notes == (
        "records 1, 2, 3, 4, 5 and 2 more: NaN, which JSON does not know, is kept as text",
        "record 8: the number 1e999 is out of range and kept as text",
    )


@pytest.mark.parametrize("text", [b"some words\nmore words\n", b'{\n"a": 1\n}\n', b"", b"{}\nx\ny\n"])
def test_where_most_lines_are_no_json_there_are_no_json_lines(text: bytes) -> None:
    assert json_lines(text, "x", ()) is None


def test_a_long_text_that_is_no_json_is_known_by_its_first_lines() -> None:
    start = time.thread_time()
    assert json_lines(b"2026-01-01 a line of a log\n" * 1_000_000, "x", ()) is None
    assert time.thread_time() - start < 2


def test_many_bad_lines_cost_no_more_each_than_a_few() -> None:
    text = b'{"a": 1}\n' * 1000 + b"no json\n" * 100_000
    start = time.thread_time()
    assert json_lines(b'{"a": 1}\n' * 100_000 + text, "x", ()) is not None
    assert time.thread_time() - start < 10


def test_more_records_than_memory_holds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_RECORDS", 3)
    with pytest.raises(RunFileError, match="more than 3 records"):
        json_lines(b"1\n2\n3\n4\n", "x", ())


def test_pretty_printed_values_in_a_row_are_records_and_so_is_what_stands_between_them() -> None:
    text = b'{\n "a": 1\n}\n{\n "b": [\n2]}\nwords between\n{"c": 3}\n{"d": '
    found = values_in_a_row(text, "x", ())
    assert found is not None
    assert found.records == [
        Record(1, {"a": 1}),
        Record(2, {"b": [2]}),
        BadRecord(3, "unreadable text at line 7: invalid character", "words between"),
        Record(4, {"c": 3}),
        BadRecord(5, "unreadable text at line 9: the file ends inside this record, at byte 55", '{"d": '),
    ]
    assert bytes_of(found)[1] == b'{\n "b": [\n2]}'
    assert found.notes == ("JSON values stand one after another, not one a line",)


def test_server_sent_events_are_the_values_of_their_data_lines() -> None:
    text = b'event: x\ndata: {"a": 1}\n\n: comment\ndata:{"b": 2}\r\n\ndata: [DONE]\ndata: {"c": \n'
    found = server_sent_events(text, "x", ())
    assert found.records == [
        Record(1, {"a": 1}),
        Record(2, {"b": 2}),
        BadRecord(3, "unreadable event at line 8: the text ends too early", '{"c":'),
    ]
    assert bytes_of(found)[:2] == [b'{"a": 1}', b'{"b": 2}']
