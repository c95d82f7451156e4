import pytest

from viewer.index.filter_line.error import FilterError
from viewer.index.filter_line.tokens import MOST_CHARACTERS, tokens


def test_a_line_falls_into_words_texts_operators_and_brackets() -> None:
    found = [(one.kind, one.text) for one in tokens('steps>12 and "a b".c in [x,1]')]
    assert found == [
        ("word", "steps"), ("operator", ">"), ("word", "12"), ("word", "and"), ("text", "a b"), ("word", ".c"),
        ("word", "in"), ("list", "["), ("word", "x"), ("comma", ","), ("word", "1"), ("end_list", "]"), ("end", ""),
    ]  # fmt: skip


def test_a_quoted_text_may_hold_quotes_after_a_backslash() -> None:
    assert tokens(r'"a \"b\" \\ c\n"')[0].text == 'a "b" \\ c\\n'


@pytest.mark.parametrize(("line", "at"), [('label = "abc', 8), ("steps ! 3", 6)])
def test_what_begins_nothing_is_pointed_at(line: str, at: int) -> None:
    with pytest.raises(FilterError) as error:
        tokens(line)
    assert error.value.at == at


def test_a_line_of_megabytes_is_refused() -> None:
    with pytest.raises(FilterError, match="at most"):
        tokens("x" * (MOST_CHARACTERS + 1))
