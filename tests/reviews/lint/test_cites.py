"""What a sentence cites."""

import pytest

from viewer.reviews.lint.cites import cites


@pytest.mark.parametrize(
    ("sentence", "positions"),
    [
        ("asked at [5].", ["[5]"]),
        ("refund[5].0:amount_cents, and [2].1", ["refund[5].0:amount_cents", "[2].1"]),
        ("the sum at [2].0:[0].total_cents.", ["[2].0:[0].total_cents"]),
        ('odd keys [2].0:["a b"].c stand', ['[2].0:["a b"].c']),
        ("between [1-4] and run-b[0–6]", ["[1–4]", "run-b[0–6]"]),
        ("in code `[3].1` and `other[2]`", ["[3].1", "other[2]"]),
        ("a footnote [^1], a box [ ], a list items[x] and [9-3]", []),
        ("([5])", ["[5]"]),
    ],
)
def test_positions_are_found_as_contracts_write_them(sentence: str, positions: list[str]) -> None:
    assert [str(one.position) for one in cites(sentence).positions] == positions


@pytest.mark.parametrize(
    ("sentence", "named"),
    [
        ('it says "21+ days" and `is_error` [4]', [("is_error", "quote"), ("21+ days", "quote")]),
        ("“never arrived” [0]", [("never arrived", "quote")]),
        ("it paid £89.00 [5]", [("£89.00", "number")]),
        ("8,900 cents at [5]", [("8,900", "number")]),
        ("customer cus_8123 at [1]", [("cus_8123", "name")]),
        ("the context grew by 1,270 tokens at [5]", []),
        ("after 120 seconds, 300 messages and 50% of 400 calls [5]", []),
        ("in 2024, twice, at 3 places [5], ticket #4711", []),
        ("and/or see src/main.py [5]", []),
    ],
)
def test_quotes_numbers_and_ids_are_found_and_measures_are_not(sentence: str, named: list[tuple[str, str]]) -> None:
    assert [(one.text, one.sort) for one in cites(sentence).named] == named
