"""Positions as people cite them, and paths into values."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.model.position import Position, json_path, parse_json_path, parse_position, value_at

KEYS = st.lists(st.integers(0, 10**6) | st.text(max_size=8), max_size=6).map(tuple)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("[3]", Position(3)),
        ("[3].1", Position(3, 1)),
        ("[2].0:[0].total_cents", Position(2, 0, "[0].total_cents")),
        ('[2].0:["a b"].c', Position(2, 0, '["a b"].c')),
        ("[0–6]", Position(0, last=6)),
        ('[2].0:["line\nbreak"]', Position(2, 0, '["line\nbreak"]')),
        ("run-b[5]", Position(5, run="run-b")),
        ("a.b_c[1–1]", Position(1, last=1, run="a.b_c")),
    ],
)
def test_a_position_is_read_and_written_alike(text: str, position: Position) -> None:
    assert parse_position(text) == position
    assert str(position) == text


def test_a_hyphen_is_accepted_in_a_range_and_written_as_a_dash() -> None:
    assert str(parse_position(" [0-6] ")) == "[0–6]"


@pytest.mark.parametrize(
    "text", ["", "3", "[x]", "[-1]", "[1", "[1].x", "[1].0:", "[3-1]", "[1-2].0", "a b[1]", "[1][2]"]
)
def test_what_is_no_position_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no position|range"):
        parse_position(text)


@pytest.mark.parametrize(
    ("keys", "path"),
    [
        ((), ""),
        ((0, "total_cents"), "[0].total_cents"),
        (("a", "b", 1), "a.b[1]"),
        (("a b", "c"), '["a b"].c'),
        (('q"\\', "ü", "1"), '["q\\"\\\\"]["ü"]["1"]'),
        (("", "\n"), '[""]["\n"]'),
    ],
)
def test_a_path_is_written_so_that_odd_keys_are_quoted(keys: tuple[str | int, ...], path: str) -> None:
    assert json_path(keys) == path
    assert parse_json_path(path) == keys


@given(KEYS)
def test_every_path_reads_back_as_its_keys(keys: tuple[str | int, ...]) -> None:
    assert parse_json_path(json_path(keys)) == keys


@given(KEYS, st.integers(0, 999), st.integers(0, 99))
def test_every_position_with_a_path_reads_back(keys: tuple[str | int, ...], index: int, block: int) -> None:
    position = Position(index, block, json_path(keys) or None)
    assert parse_position(str(position)) == position


@pytest.mark.parametrize("path", ["[", "a..b", "[x]", '["a]', "a b", "[0]b", ".a.", "-"])
def test_what_is_no_path_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="is no path"):
        parse_json_path(path)


def test_a_value_is_found_by_its_keys() -> None:
    value: Any = {"a": [{"b c": 7}]}
    assert value_at(value, ("a", 0, "b c")) == 7
    assert value_at(value, ()) is value
    for keys in (("x",), ("a", 5), ("a", 0, "b c", 0)):
        with pytest.raises((LookupError, TypeError)):
            value_at(value, keys)
