"""Lists of spans, wherever they stand."""

import json
from typing import Any

from viewer.decode.decoder import decode
from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.formats.entries import Aside
from viewer.formats.shapes.span_holders import all_holders, each_holder, held_values
from viewer.formats.shapes.spans import Span


def place_of(value: Any) -> tuple[str, ...] | None:
    if type(value) is list:
        return () if value and type(value[0]) is str else None
    return ("spans",) if type(value) is dict and "spans" in value else None


def span_of(record: Record) -> Span | Aside | str:
    if record.value == "aside":
        return Aside("k", "w")
    if type(record.value) is not str:
        return "no span"
    return Span(record, None, record.value, None, "other", record.value, None, None)


def document(*values: Any, lines: bool = False) -> JsonDocument | JsonRecords:
    decoded = decode(("\n".join(map(json.dumps, values)) + "\n" * lines).encode(), "x")
    assert isinstance(decoded, JsonDocument | JsonRecords)
    return decoded


def paths(decoded: JsonDocument | JsonRecords) -> list[tuple[str, int, int]]:
    arrays = all_holders(decoded, place_of, span_of).arrays
    return [(array.path, array.first, array.count) for array in arrays]


def test_a_list_at_the_top_and_one_under_a_key_are_found() -> None:
    assert paths(document(["a", "b"])) == [("", 1, 2)]
    assert paths(document({"spans": ["a"]})) == [("spans", 1, 1)]


def test_entries_are_numbered_on_over_all_holders() -> None:
    assert paths(document([{"spans": ["a", "b"]}, {"spans": ["c"]}])) == [("[0].spans", 1, 2), ("[1].spans", 3, 1)]
    assert paths(document({"spans": ["a"]}, {"spans": ["b"]}, lines=True)) == [("[0].spans", 1, 1), ("[1].spans", 2, 1)]


def test_each_holder_alone_is_numbered_from_one() -> None:
    each = list(each_holder(document({"spans": ["a"]}, {"spans": ["b"]}, lines=True), place_of, span_of))
    assert [spans.arrays[0].first for _, spans in each] == [1, 1]
    assert [spans.spans[0].id for _, spans in each] == ["a", "b"]


def test_what_is_no_span_keeps_its_place() -> None:
    found = all_holders(document({"spans": ["a", 5, "aside"]}), place_of, span_of)
    assert [(record.number, reason) for record, reason in found.troubles] == [(2, "no span")]
    assert found.asides == [(3, "k", "w")]


def test_an_entry_or_line_without_a_list_is_a_record_that_is_no_span() -> None:
    for decoded in (document([{"spans": ["a"]}, 5]), document({"spans": ["a"]}, {"else": 1}, lines=True)):
        found = all_holders(decoded, place_of, span_of)
        assert [record.number for record, _ in found.troubles] == [2]


def test_a_line_that_cannot_be_read_is_trouble_with_its_reason() -> None:
    decoded = decode(b'{"spans": ["a"]}\n{"spans": [\n{"spans": ["b"]}\n', "x")
    assert isinstance(decoded, JsonRecords)
    found = all_holders(decoded, place_of, span_of)
    assert [record.number for record, _ in found.troubles] == [2]
    assert [span.record.number for span in found.spans] == [1, 3]


def test_the_values_that_may_hold_spans_are_document_entries_and_lines() -> None:
    assert list(held_values(document([1, 2]))) == [[1, 2], 1, 2]
    assert list(held_values(document({"a": 1}, {"b": 2}, lines=True))) == [{"a": 1}, {"b": 2}]
