from viewer.index.filter_line.error import FilterError


def test_the_caret_stands_under_the_character() -> None:
    assert FilterError("a\tb ?", 4, "what?").pointed() == "a b ?\n    ^ what?"


def test_as_a_sentence_it_counts_characters_from_one() -> None:
    assert str(FilterError("?", 0, "what?")) == "character 1: what?"
