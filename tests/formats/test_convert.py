"""Single values out of files: converted, or refused with what was found."""

from typing import Any

import pytest

from viewer.formats.convert import (
    arguments,
    as_text,
    count,
    listing,
    mapping,
    number_or_none,
    stop_reason,
    text,
    text_or_none,
    timestamp,
    whole_or_none,
)

ODD: list[Any] = [None, True, 5, 1.5, "x", [], {}]


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("end_turn", "end_turn"),
        ("stop", "end_turn"),
        ("tool_calls", "tool_use"),
        ("length", "max_tokens"),
        ("content_filter", "refusal"),
        ("pause_turn", "pause_turn"),
        ("something new", "unknown"),
        (None, None),
    ],
)
def test_a_stop_reason_has_one_canonical_word(word: str | None, meaning: str | None) -> None:
    assert stop_reason(word) == meaning


@pytest.mark.parametrize("convert", [text, text_or_none, mapping, listing, count, stop_reason])
def test_a_value_of_another_kind_is_refused_in_words(convert: Any) -> None:
    for value in ODD:
        try:
            converted = convert(value)
        except TypeError as error:
            assert str(error).endswith(" found")
        else:
            assert converted is value or converted == 5 or converted == "unknown"


def test_true_is_no_count_and_no_text() -> None:
    for convert in (count, text, mapping, listing):
        with pytest.raises(TypeError, match="true or false found"):
            convert(True)


def test_a_count_is_a_whole_number_that_a_tokenizer_could_give() -> None:
    assert [count(0), count(None), count(-1), count(12.0)] == [0, None, -1, 12]
    with pytest.raises(TypeError, match="whole number expected, a number found"):
        count(1.5)
    for huge in (10**100, 10**4000, 1e300):
        with pytest.raises(ValueError, match="larger than"):
            count(huge)


def test_arguments_are_parsed_where_they_are_json_and_kept_where_they_are_not() -> None:
    assert arguments('{"id": 107505301260286111}') == {"id": 107505301260286111}
    assert arguments('{"id": ') == '{"id": '
    assert arguments("") == ""
    assert arguments({"a": 1}) == {"a": 1}
    assert arguments("[" * 100_000) == "[" * 100_000


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-05-24T10:00:00Z", "2026-05-24T10:00:00Z"),
        ("yesterday", "yesterday"),
        ("", None),
        (0, "1970-01-01T00:00:00+00:00"),
        (1_779_616_800, "2026-05-24T10:00:00+00:00"),
        (1_779_616_800_500, "2026-05-24T10:00:00.500000+00:00"),
        (1e300, None),
        (10**400, None),
        (-(10**18), None),
        (True, None),
        ({}, None),
    ],
)
def test_a_moment_is_text_as_recorded_or_converted_from_epoch_time(value: Any, expected: str | None) -> None:
    assert timestamp(value) == expected


def test_any_value_can_be_text_and_text_stays_as_it_is() -> None:
    assert [as_text("ü"), as_text({"a": "ü"}), as_text(None)] == ["ü", '{"a": "ü"}', "null"]


@pytest.mark.parametrize(
    ("value", "whole", "number"),
    [(5, 5, 5.0), (1.5, None, 1.5), (True, None, None), ("5", None, None), (10**4200, None, None), (1e300, None, None)],
)
def test_a_figure_of_a_head_is_none_where_it_can_be_none(value: Any, whole: int | None, number: float | None) -> None:
    assert (whole_or_none(value), number_or_none(value)) == (whole, number)
