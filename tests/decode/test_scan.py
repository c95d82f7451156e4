"""Brackets outside of strings, what a cut text still holds, values in a row."""

import json
import time
from typing import Any

import pytest

from viewer.decode import scan
from viewer.decode.scan import brackets, open_path, salvage, top_level_spans

TRICKY = json.dumps(
    {
        "a}": ["{", "[\\", 'say "{"', "\\\\", {"b\\": "}]"}],
        "ü": {"deep": [[], {}, [1, [2, '\\\\\\"']]]},
        "end": None,
    },
    ensure_ascii=False,
).encode()


def brackets_by_hand(text: bytes) -> list[int]:
    found, in_string, at = [], False, 0
    while at < len(text):
        one = text[at : at + 1]
        if in_string and one == b"\\":
            at += 1
        elif one == b'"':
            in_string = not in_string
        elif not in_string and one in b"{}[]":
            found.append(at)
        at += 1
    return found


@pytest.mark.parametrize("block", [1, 2, 3, 7, 64, 1 << 20])
def test_brackets_in_strings_are_passed_over_whatever_the_block(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    monkeypatch.setattr(scan, "_BLOCK", block)
    assert list(brackets(TRICKY)) == brackets_by_hand(TRICKY)


def whole_parts(text: bytes) -> Any:
    kept = salvage(text)
    return None if kept is None else json.loads(kept.text)


@pytest.mark.parametrize(
    ("text", "value", "path"),
    [
        ('{"a": 1, "b": [1, 2, {"c": "x', {"a": 1, "b": [1, 2, {}]}, ["b", 2]),
        ('{"a": 1, "b": [1, 2, 3', {"a": 1, "b": [1, 2]}, ["b"]),
        ('{"a": 1, "b": [1, 2, 3 ', {"a": 1, "b": [1, 2, 3]}, ["b"]),
        ('{"a": 1, "b": tru', {"a": 1}, []),
        ('{"a": 1, "b', {"a": 1}, []),
        ('{"a": 1, "b"', {"a": 1}, []),
        ('{"a": 1, "b":', {"a": 1}, []),
        ('{"a": "x\\"', {}, []),
        ('{"a": "x\\\\"', {"a": "x\\"}, []),
        ('{"a": {"b": 1}', {"a": {"b": 1}}, []),
        (
            '[{"m": [{"r": "u"}, {"r": "a", "c": [{"t": "te',
            [{"m": [{"r": "u"}, {"r": "a", "c": [{}]}]}],
            [0, "m", 1, "c", 0],
        ),
        ('{"k": 1, "other": 2, "k": [{"r": 1', {"k": [{}], "other": 2}, ["k", 0]),
        ('{"q\\"uote": [{"a {": ["', {'q"uote': [{"a {": []}]}, ['q"uote', 0, "a {"]),
        ('{"' + "k" * 5000 + '": [[1', {"k" * 5000: [[]]}, ["k" * 5000, 0]),
    ],
)
def test_a_cut_text_keeps_what_is_whole_and_knows_what_was_open(text: str, value: Any, path: list[str | int]) -> None:
    kept = salvage(text.encode())
    assert kept is not None
    made = json.loads(kept.text)
    assert made == value
    assert list(open_path(text.encode(), kept, made)) == path


def test_cut_anywhere_a_text_keeps_more_the_later_it_is_cut() -> None:
    size = 0
    for end in range(1, len(TRICKY)):
        made = whole_parts(TRICKY[:end])
        written = len(json.dumps(made))
        assert written >= size
        size = written


@pytest.mark.parametrize("text", [b"", b"1", b'"abc', b"tru", b"[1, 2]", b"{}"])
def test_without_an_open_bracket_there_is_nothing_to_salvage(text: bytes) -> None:
    assert salvage(text) is None


def values_of(text: bytes) -> list[bytes]:
    return [text[start:end] for start, end in top_level_spans(text)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (b'{"a": 1}{"b": [1]}\n[2]', [b'{"a": 1}', b'{"b": [1]}', b"[2]"]),
        (b'{"a": 1},\n{"b": 2},\n', [b'{"a": 1}', b'{"b": 2}']),
        (b'{"a": 1} rubbish here {"b": "', [b'{"a": 1}', b"rubbish here", b'{"b": "']),
        (b'log: start\n{"a": "}"}\nend', [b"log: start", b'{"a": "}"}', b"end"]),
        (b"1 2 3", [b"1 2 3"]),
        (b"", []),
    ],
)
def test_values_in_a_row_and_what_stands_between_them_have_spans(text: bytes, values: list[bytes]) -> None:
    assert values_of(text) == values


@pytest.mark.parametrize(
    "text",
    [
        b'{"a": "' + b"\\" * 3_000_001,
        b'{"a": "' + b"x" * 3_000_000,
        b'{"a": ' + b'"' * 1_000_001,
        b"[" * 1_000_000,
        b'{"' + b"[" * 3_000_000,
    ],
)
def test_no_text_makes_the_scan_slow(text: bytes) -> None:
    start = time.thread_time()
    salvage(text)
    list(top_level_spans(text))
    assert time.thread_time() - start < 5
