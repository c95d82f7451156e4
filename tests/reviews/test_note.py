"""The bounds of a note."""

import pytest

from viewer.reviews.note import Words, checked
from viewer.reviews.refused import RefusedError


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (Words("  "), "needs words or a label"),
        (Words("x" * 100_001), "up to 100,000 characters"),
        (Words("x", labels=("y" * 101,)), "labels of up to 100 characters"),
        (Words("x", labels=tuple(map(str, range(51)))), "up to 50 labels"),
        (Words("x", severity="awful"), "a severity is one of critical, high, medium, low"),  # type: ignore[arg-type]
        (Words("x", status="done"), "a status is one of open, agreed, disputed, resolved"),  # type: ignore[arg-type]
    ],
)
def test_a_note_out_of_bounds_is_refused_in_a_sentence(words: Words, said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        checked(words)


def test_labels_are_a_vocabulary_of_ones_own_and_tidied() -> None:
    assert checked(Words(" a ", labels=(" odd ", "odd", "", "a/b: c"))) == Words("a", labels=("odd", "a/b: c"))
    assert checked(Words("", labels=("odd",))).text == ""
