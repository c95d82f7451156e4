"""Words as numbers."""

from viewer.analysis.provenance.folded import joined
from viewer.analysis.provenance.words import doubled, words


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
    keys = words(joined(["a b a b b a"])[0]).keys
    pairs = doubled(keys, 1)
    assert len(pairs) == 5
    assert pairs[0] == pairs[2]
    assert len(set(pairs.tolist())) == 3
    assert len(doubled(pairs, 2)) == 3
    assert len(doubled(keys[:1], 1)) == 0
