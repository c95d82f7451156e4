"""Records of a document: numbered, with the one that a file ends in marked."""

import pytest

from viewer.decode.document import BadRecord, Cut, JsonDocument, JsonRecords, Record, as_records


def document(value: object, text: bytes = b"", cut: Cut | None = None) -> JsonDocument:
    return JsonDocument(name="x", value=value, text=text, cut=cut)


def test_entries_of_a_list_are_numbered_from_one_or_as_asked() -> None:
    assert list(document({"m": ["a", "b"]}).records("m")) == [Record(1, "a"), Record(2, "b")]
    assert list(document([["a"], ["b"]]).records(1, first=8)) == [Record(8, "b")]


def test_a_path_that_leads_to_no_list_raises() -> None:
    with pytest.raises(TypeError, match=r"m\.x is no list"):
        list(document({"m": {"x": 1}}).records("m", "x"))


def test_only_the_entry_that_was_open_at_the_cut_is_bad() -> None:
    cut = Cut(99, ("m", 1, "content", 0), "it ends here")
    found = document({"m": [1, {"content": [{}]}], "n": [1, 2]}, cut=cut)
    assert list(found.records("m")) == [Record(1, 1), BadRecord(2, "it ends here", {"content": [{}]})]
    assert list(found.records("n")) == [Record(1, 1), Record(2, 2)]
    assert list(found.records("m", 1, "content", first=5)) == [BadRecord(5, "it ends here", {})]


def test_a_list_that_ends_between_two_entries_has_no_bad_one() -> None:
    assert list(document({"m": [1, 2]}, cut=Cut(9, ("m",), "it ends here")).records("m")) == [
        Record(1, 1),
        Record(2, 2),
    ]


def test_a_document_seen_as_lines_is_one_record_good_or_bad() -> None:
    assert as_records(document({"a": 1}, b'{"a": 1}')).records == [Record(1, {"a": 1})]
    assert as_records(document({"a": 1}, b'{"a": 1}')).spans == [(0, 8)]
    cut = as_records(document({"a": {}}, b'{"a": {', Cut(7, ("a",), "it ends here")))
    assert cut.records == [BadRecord(1, "it ends here", {"a": {}})]


def test_values_are_those_of_the_readable_records() -> None:
    found = as_records(document(7, b"7"))
    assert list(found.values()) == [7]


def test_the_first_values_are_those_of_readable_records() -> None:
    records: list[Record | BadRecord] = [Record(1, "a"), BadRecord(2, "no JSON"), Record(3, "b"), Record(4, "c")]
    lines = JsonRecords(name="x", records=records, text=b"", spans=[])
    assert list(lines.values(1)) == ["a"]
    assert list(lines.values(2)) == ["a", "b"]
    assert list(lines.values(9)) == list(lines.values()) == ["a", "b", "c"]
