"""Many needles in one pass: the answers of the search for one needle, each text looked at alone."""

import random

from viewer.analysis.provenance.folded import joined
from viewer.analysis.provenance.haystack import bounded
from viewer.analysis.provenance.postings import Needles

_LETTERS = ["a", "b", "order", "order_1", "é", "日", "€", " ", " ", " ", ",", ".", "-", "\n", "1", "12", "²", "😀"]


def _made(seed: int, most: int) -> str:
    chosen = random.Random(seed)
    return "".join(chosen.choice(_LETTERS) for _ in range(chosen.randint(1, most)))


def _held(needles: list[str], texts: list[str]) -> list[list[int]]:
    return Needles(needles).held(texts, *joined(texts))


def _expected(needles: list[str], texts: list[str]) -> list[list[int]]:
    return [
        [number for number, text in enumerate(texts) if needle in text and bounded(text, needle)] for needle in needles
    ]


def test_each_needle_is_found_where_the_search_for_it_alone_finds_it() -> None:
    texts = [_made(seed, 120) for seed in range(300)]
    cut = [text[seed % 7 : seed % 7 + 1 + seed % 40] for seed, text in enumerate(texts)]
    words = [_made(seed, 6) for seed in range(1000, 1300)]
    needles = list(dict.fromkeys(needle for needle in (*cut, *words) if any(map(str.isalnum, needle))))
    found = _held(needles, texts)
    assert found == _expected(needles, texts)
    assert sum(map(len, found)) > len(needles)


def test_needles_that_begin_alike_are_told_apart() -> None:
    texts = ["select * from queue where id = 801705", "x", "select * from queue where id = 237754"]
    needles = [texts[2], texts[0], "select * from queue where id = 1", "select * from queue"]
    assert _held(needles, texts) == [[2], [0], [], [0, 2]]


def test_a_needle_may_not_run_from_one_text_into_the_next() -> None:
    texts = ["one", "two", "one\ntwo"]
    assert _held(["one\ntwo", "one", "two\n"], texts) == [[2], [0, 2], []]


def test_a_needle_that_begins_with_a_line_break_does_not_begin_between_two_texts() -> None:
    texts = ["one", "two", "one\ntwo"]
    assert _held(["\ntwo", "one\n"], texts) == [[2], [2]]


def test_a_letter_outside_ascii_is_not_taken_for_another_of_its_kind() -> None:
    texts = ["a – b", "a — b", "a \x01 b", "né 1", "nè 1"]
    assert _held(["a – b", "a \x01 b", "né 1"], texts) == [[0], [2], [3]]


def test_a_long_needle_is_compared_to_its_end() -> None:
    for count in (10, 60, 200):
        long = " ".join(f"w{number}" for number in range(count))
        middle = f"w{count // 2} "
        texts = [long, long.replace(middle, f"v{middle[1:]}"), long + "x", f"({long})", long[:-1] + "x"]
        assert _held([long], texts) == [[0, 3]]


def test_without_texts_nothing_is_found() -> None:
    assert _held(["one"], []) == [[]]
    assert _held([], ["one"]) == []
