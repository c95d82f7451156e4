"""Words as numbers."""

import numpy as np

from viewer.analysis.provenance.folded import joined
from viewer.analysis.provenance.words import words


def _keys(text: str) -> list[int]:
    return words(joined([text])[0]).keys.tolist()


def test_words_are_runs_of_letters_digits_and_underscores() -> None:
    assert words(joined(["a_1, b-2"])[0]).starts.tolist() == [0, 5, 7]
    assert words(joined([" x"])[0]).starts.tolist() == [1]
    assert words(joined(["--"])[0]).starts.tolist() == []


def test_equal_words_have_equal_numbers_wherever_they_stand() -> None:
    one, two = _keys("order order_4471_of_customer"), _keys("x order_4471_of_customer, order y")
    assert one == [two[2], two[1]]


def test_words_that_differ_anywhere_near_their_ends_have_different_numbers() -> None:
    made = _keys("a b ab ba aa aaa abcdefgh abcdefgi abcdefghi abcdefghj bbcdefghi aaaaaaaa aaaaaaaaa aaaaaaaaaa")
    assert len(set(made)) == len(made)


def test_numbers_of_runs_tell_the_order_of_their_words() -> None:
    found = words(joined(["a b a b b a"])[0])
    pairs = found.pairs().tolist()
    assert len(pairs) == 6
    assert pairs[0] == pairs[2]
    assert len(set(pairs)) == 4


def test_a_run_has_one_number_wherever_it_stands() -> None:
    text = "a b c d e f g h"
    alone, within = words(joined([text])[0]), words(joined([f"x {text} y {text[:-1]}i"])[0])
    for size in range(2, 9):
        (first,) = alone.runs(np.array([0]), size).tolist()
        here = within.runs(np.array([1, 10, 0, 2]), size).tolist()
        assert here[0] == first
        assert (here[1] == first) == (size < 8)
        assert first not in here[2:]


def test_a_run_may_be_asked_for_at_the_last_word() -> None:
    found = words(joined(["a b"])[0])
    assert found.runs(np.array([1 + 8]), 8).tolist() == [0]
