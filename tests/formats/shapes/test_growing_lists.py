"""Texts of lists that grow are parsed from where they go on."""

import json

import pytest

from viewer.formats.shapes.growing_lists import GrowingLists, whole_entries


def test_a_list_that_goes_on_shares_the_entries_of_the_one_before() -> None:
    growing = GrowingLists()
    first = growing.parse('[{"a": 1}, {"b": [2]}]')
    second = growing.parse('[{"a": 1}, {"b": [2]}, {"c": "]"}]')
    assert second == [{"a": 1}, {"b": [2]}, {"c": "]"}]
    assert second[0] is first[0]
    assert growing.parse('[{"a": 1}, {"b": [2]}, {"c": "]"}]') == second


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("[1]", "[12]"),
        ("[1]", "[1 , 2]"),
        ("[1]", "[1]"),
        ('["a"]', '["a", "b"'),
        ("[[1]]", "[[1], [2]]"),
        ("[[1]]", "[[1, 2]]"),
        ('[{"a": 1}]', '[{"a": 1}, oops]'),
        ("[]", "[1]"),
        ('["a"]', '["a"] '),
        ('[{"a": 1} ]', '[{"a": 1}, 2]'),
        ("[1.5]", "[1.5e3]"),
    ],
)
def test_a_text_means_the_same_whatever_was_parsed_before(first: str, second: str) -> None:
    growing = GrowingLists()
    growing.parse(first)
    assert growing.parse(second) == GrowingLists().parse(second)


def test_what_is_no_text_passes() -> None:
    assert GrowingLists().parse([1]) == [1]
    assert GrowingLists().parse(None) is None


def test_many_lists_that_take_turns_are_still_right() -> None:
    growing = GrowingLists()
    lists = [[{"who": who}] for who in range(6)]
    for step in range(4):
        for one in lists:
            one.append({"who": step})
            assert growing.parse(json.dumps(one)) == one


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[{"a": 1}, {"b": "cu', [{"a": 1}]),
        ('[{"a": 1}, {"b": 2}', [{"a": 1}, {"b": 2}]),
        ('[{"a": 1}, {"b": 2},', [{"a": 1}, {"b": 2}]),
        ('[{"a": 1', []),
        ("[", []),
        ('[{"a": 1}]', None),
        ("words", None),
        (["x"], None),
    ],
)
def test_of_a_cut_list_the_whole_entries_are_left(text: object, expected: object) -> None:
    assert whole_entries(text) == expected
