"""The bytes of a record as the file holds them, for every way a record may stand."""

import json

import pytest

from viewer.decode.scan import Key
from viewer.decode.spans import element_spans

PRETTY = b'{ "a" : [ 1 , "x, ]" ,\n  {"b": [ {"c":1} , [ ] ] } ],\n "m" : [\t{"k": 1.50},{"k":"\\u00fc"}\r\n, null ] }'


def entries(text: bytes, *path: Key) -> list[bytes]:
    return [text[start:end] for start, end in element_spans(text, path)]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (("a",), [b"1", b'"x, ]"', b'{"b": [ {"c":1} , [ ] ] }']),
        (("m",), [b'{"k": 1.50}', b'{"k":"\\u00fc"}', b"null"]),
        (("a", 2, "b"), [b'{"c":1}', b"[ ]"]),
        (("a", 2, "b", 1), []),
    ],
)
@pytest.mark.parametrize("after", [b"", b" NaN"])
def test_entries_are_found_byte_for_byte(path: tuple[Key, ...], expected: list[bytes], after: bytes) -> None:
    """The second text is one that only the slower way can walk."""
    text = PRETTY if not after else PRETTY[:-1] + b', "last": NaN }'
    assert entries(text, *path) == expected


def test_the_top_list_and_a_list_after_a_byte_that_is_no_utf8() -> None:
    assert entries(b' [ {"a":"\xff"} , 2 ]') == [b'{"a":"\xff"}', b"2"]


@pytest.mark.parametrize("tail", ["", ', "x": NaN'])
def test_of_a_repeated_key_the_last_counts_as_it_does_for_the_value(tail: str) -> None:
    text = '{"m": [1], "m": [2, 3]' + tail + "}"
    assert entries(text.encode(), "m") == [b"2", b"3"]
    assert json.loads(text)["m"] == [2, 3]


def test_the_record_a_file_ends_in_reaches_to_the_end() -> None:
    assert entries(b'{"m": [{"a": 1}, {"b": "x [', "m") == [b'{"a": 1}', b'{"b": "x [']
    assert entries(b'{"m": [{"a": 1}, {"b": [1, 2', "m") == [b'{"a": 1}', b'{"b": [1, 2']
    assert entries(b'{"m": [{"a": 1}, ', "m") == [b'{"a": 1}']
    assert entries(b'{"m": [', "m") == []


@pytest.mark.parametrize("text", [PRETTY, PRETTY[:-1]])
@pytest.mark.parametrize("path", [("zz",), ("a", 7), ("a", 0), ("a", 2), (0,)])
def test_where_no_list_stands_is_a_lookup_error(text: bytes, path: tuple[Key, ...]) -> None:
    with pytest.raises(LookupError):
        element_spans(text, path)


def test_a_key_is_found_however_it_is_written() -> None:
    assert entries(b'{"\\u006d": [7]}', "m") == [b"7"]
    assert entries(b'{"\\u006d": [7], "n": NaN}', "m") == [b"7"]


def test_many_entries_are_found_in_one_pass() -> None:
    text = b'{"m": [' + b",".join(b'{"n": %d, "t": "\\"}"}' % n for n in range(50_000)) + b'], "x": NaN}'
    found = entries(text, "m")
    assert len(found) == 50_000
    assert found[-1] == b'{"n": 49999, "t": "\\"}"}'
