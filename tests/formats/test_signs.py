"""Keys near the start of a content: no format is passed over where it would claim."""

from functools import lru_cache
from typing import Any

import pytest
from conftest import SAMPLES

from viewer import load
from viewer.decode.document import BadRecord, Decoded, JsonDocument, JsonRecords, Record, Text, as_records
from viewer.formats.base import Format
from viewer.formats.mapping_errors import MAPPING_ERRORS
from viewer.formats.registry import FORMATS
from viewer.formats.signs import MOST, head_keys, line_words


def document(value: Any) -> JsonDocument:
    return JsonDocument(name="x", value=value, text=b"")


def lines(*values: Any) -> JsonRecords:
    return JsonRecords(
        name="x", records=[Record(number, one) for number, one in enumerate(values, 1)], text=b"", spans=[]
    )


@lru_cache(1)
def contents() -> list[Decoded]:
    """Every sample, and some of its entries as files of their own."""
    found: list[Decoded] = []
    for source in load.sources([SAMPLES]):
        whole = load.decode_source(source)
        found.append(whole)
        if isinstance(whole, JsonRecords):
            found.extend(map(document, whole.values(10)))
        elif isinstance(whole, JsonDocument) and isinstance(whole.value, list | dict):
            inner = whole.value if isinstance(whole.value, list) else list(whole.value.values())
            found.extend(map(document, inner[:10]))
            found.extend(lines(*one) for one in inner[:10] if isinstance(one, list))
    return found


def claims(format: Format, view: Decoded) -> bool:
    try:
        return isinstance(view, format.takes) and format.detect(view) is not None
    except MAPPING_ERRORS:
        return False


@pytest.mark.parametrize("format", [one for one in FORMATS if one.signs], ids=lambda format: format.name)
def test_what_a_format_claims_holds_one_of_its_signs(format: Format) -> None:
    claimed = 0
    for content in contents():
        views = [content, as_records(content)] if isinstance(content, JsonDocument) else [content]
        if any(claims(format, view) for view in views):
            keys = head_keys(content)
            assert keys is None or not format.signs.isdisjoint(keys)
            claimed += 1
    assert claimed, "no sample of it is claimed"


@pytest.mark.parametrize("format", [one for one in FORMATS if one.line_signs], ids=lambda format: format.name)
def test_lines_that_a_format_claims_hold_one_of_its_signs(format: Format) -> None:
    claimed = 0
    for content in contents():
        for view in (content, as_records(content)) if isinstance(content, JsonDocument) else (content,):
            if isinstance(view, JsonRecords) and claims(format, view):
                assert not format.line_signs.isdisjoint(line_words(view))
                claimed += 1
    assert claimed, "no sample of it is claimed"


def test_words_of_lines_are_their_own_keys_and_types() -> None:
    entries = [{"a": {"b": 1}, "type": "x"}, [1], {"c": 1, "type": 5}, *([{}] * MOST), {"late": 1}]
    assert line_words(lines(*entries)) == {"a", "c", "type", "type=x"}


def test_keys_are_those_of_the_document_and_of_the_objects_in_it() -> None:
    assert head_keys(document({"a": [{"b": {"never": 1}}], "c": {"d": 1}, "e": 1})) == {"a", "b", "c", "d", "e"}


def test_keys_of_lists_and_lines_are_those_of_their_first_entries() -> None:
    entries = [*({"a": {"b": 1}} for _ in range(MOST)), {"late": 1}]
    assert head_keys(document(entries)) == head_keys(lines(*entries)) == {"a", "b"}
    assert head_keys(document([[{"a": 1}], "text", None])) == {"a"}


def test_an_unreadable_line_is_passed_over() -> None:
    records: list[Record | BadRecord] = [BadRecord(1, "no JSON"), Record(2, {"a": 1})]
    assert head_keys(JsonRecords(name="x", records=records, text=b"", spans=[])) == {"a"}


def test_what_is_no_json_has_no_keys_to_tell_by() -> None:
    assert head_keys(Text(name="x", text="words")) is None
    assert head_keys(document("words")) == set()
