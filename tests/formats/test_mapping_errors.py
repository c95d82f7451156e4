"""Errors of plain indexing are told in words."""

import pytest

from viewer.formats.mapping_errors import describe


@pytest.mark.parametrize(
    ("error", "words"),
    [(KeyError("a"), "no field 'a'"), (IndexError("x"), "a list is shorter than expected"), (ValueError("odd"), "odd")],
)
def test_errors_of_plain_indexing_are_put_in_words(error: Exception, words: str) -> None:
    assert describe(error) == words
