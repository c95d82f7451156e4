"""What one JSON value may be, and that nothing in it is altered."""

import json
import time
from typing import Any

import pytest

from viewer.decode.json_value import JsonError, parse


def kind_of(data: bytes) -> str:
    with pytest.raises(JsonError) as caught:
        parse(data)
    return caught.value.kind


@pytest.mark.parametrize(
    "text",
    [
        "107505301260286111",
        "9223372036854775808",
        "-18446744073709551617",
        "123456789012345678901234567890123456789012345678901234567890",
        "9" * 4300,
    ],
)
def test_integers_of_any_size_stay_exact(text: str) -> None:
    value, notes = parse(f'{{"id": {text}}}'.encode())
    assert str(value["id"]) == text
    assert notes == ()


def test_an_integer_of_ten_thousand_digits_is_kept_as_text_and_named() -> None:
    value, notes = parse(b"[" + b"7" * 10_000 + b"]")
    assert value == ["7" * 10_000]
    assert notes == ("a number of 10,000 digits is kept as text",)


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_json_does_not_know_are_kept_as_text(word: str) -> None:
    value, notes = parse(f'{{"x": [{word}, 1], "y": "ü"}}'.encode())
    assert value == {"x": [word, 1], "y": "ü"}
    assert notes == (f"{word}, which JSON does not know, is kept as text",)


def test_a_number_out_of_range_is_kept_as_text() -> None:
    value, notes = parse(b'{"x": 1e999, "y": -1e999, "z": 1e5}')
    assert value == {"x": "1e999", "y": "-1e999", "z": 100000.0}
    assert notes == (
        "the number 1e999 is out of range and kept as text",
        "the number -1e999 is out of range and kept as text",
    )


@pytest.mark.parametrize(
    "text", ['"ok \\udcb2 end"', '"\\ud83d"', '{"a": "\\ud83d"}', '["\\ude00\\ud83d"]', '{"\\ud800": 1}']
)
def test_half_characters_are_kept_wherever_they_stand(text: str) -> None:
    value, notes = parse(text.encode())
    assert value == json.loads(text)
    assert "half character" in notes[0]


def test_half_characters_are_counted() -> None:
    _, notes = parse(b'{"a": "\\ud83d x \\ud83d", "b": ["\\udcb2", "\\ud83d\\ude00"]}')
    assert notes == ("half characters (lone surrogates), kept as they are: 3",)


def test_a_half_character_in_text_is_read_like_one_in_bytes() -> None:
    assert parse('{"a": "\ud83d"}')[0] == {"a": "\ud83d"}
    assert parse('{"a": "\ud83d"}'.encode("utf-8", "surrogatepass"))[0] == {"a": "\ud83d"}


def test_bytes_outside_utf8_are_escaped_and_counted() -> None:
    value, notes = parse(b'{"a": "caf\xe9 \xff", "b": "\xc3\xbc"}')
    assert value == {"a": "caf\udce9 \udcff", "b": "ü"}
    assert notes == ("2 bytes are not UTF-8; they are kept as \\udc80 to \\udcff",)


def test_control_characters_in_a_text_are_kept_and_named() -> None:
    value, notes = parse(b'{"a": "x\ty\nz\x00"}')
    assert value == {"a": "x\ty\nz\x00"}
    assert notes == ("control characters stand unescaped in a text, where they are kept",)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", "truncated"),
        (b'{"a": 1', "truncated"),
        (b'{"a": "b', "truncated"),
        (b'{"a": tru', "truncated"),
        (b"[1, 2.", "truncated"),
        (b"[1, -", "truncated"),
        (b'{"a": "\\u12', "truncated"),
        (b'{"a": "\\ud83d', "truncated"),
        (b'["\xc3', "truncated"),
        (b'{"a": NaN, "b": "', "truncated"),
        (b"{} {}", "trailing"),
        (b"[NaN] x", "trailing"),
        (b'{"a" 1}', "malformed"),
        (b'{"a": 1,}', "malformed"),
        (b"[NaN, }, 1, 2, 3, 4, 5]", "malformed"),
        (b"hello", "malformed"),
        (b'"\\x"', "malformed"),
        (b"[" * 100_000, "depth"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "depth"),
        (b"[NaN," + b"[" * 100_000, "depth"),
    ],
)
def test_what_is_no_value_is_told_by_its_kind(data: bytes, kind: str) -> None:
    assert kind_of(data) == kind


@pytest.mark.parametrize(
    ("data", "byte"), [(b'{"a" 1}', 5), (b'{"a": "\xc3\xbc", "b" NaN}', 16), ('["é", }'.encode(), 7)]
)
def test_the_place_of_damage_is_a_byte(data: bytes, byte: int) -> None:
    with pytest.raises(JsonError) as caught:
        parse(data)
    assert caught.value.byte == byte


def test_lines_that_are_no_json_are_refused_quickly() -> None:
    start = time.thread_time()
    for _ in range(20_000):
        with pytest.raises(JsonError):
            parse(b"{this is a line of a log, not JSON")
    assert time.thread_time() - start < 5


def test_a_value_equals_what_the_standard_library_reads() -> None:
    text = '{"a": [1, -2.5, 1e3, true, false, null, "\\u00fc\\n\\ud83d\\ude00", {}], "": {"x": []}, "a": 2}'
    expected: Any = json.loads(text)
    assert parse(text.encode()) == (expected, ())
