"""Where a sentence ends."""

import pytest

from viewer.reviews.lint.sentences import claims_something, sentences


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("The loop moved it [6]. The model asked [5].", ["The loop moved it [6].", "The model asked [5]."]),
        ("It asked for a refund. [5]", ["It asked for a refund. [5]"]),
        ("It asked. (run-b[5], [6]) Then it stopped.", ["It asked. (run-b[5], [6])", "Then it stopped."]),
        ("The sum at [2].0:[0].total_cents. it fits", ["The sum at [2].0:[0].total_cents.", "it fits"]),
        ('The user wrote "I want it. Now." at [0].', ['The user wrote "I want it. Now." at [0].']),
        ("Some results, e.g. those at [2], came late.", ["Some results, e.g. those at [2], came late."]),
        ("It paid £89.00 at [5].", ["It paid £89.00 at [5]."]),
        ("It waited... and then asked [5].", ["It waited... and then asked [5]."]),
        ("Why? Because of [4]!", ["Why?", "Because of [4]!"]),
        ("1. The model asked.", ["1. The model asked."]),
        ("Call `a.b. c` was made [3].", ["Call `a.b. c` was made [3]."]),
        ('The scan was "33d ago." [2] It was late.', ['The scan was "33d ago." [2]', "It was late."]),
        ("", []),
        ("—", []),
    ],
)
def test_a_text_is_cut_where_a_reader_would_cut_it(text: str, made: list[str]) -> None:
    assert sentences(text) == made


def test_questions_and_lines_that_introduce_claim_nothing() -> None:
    assert not claims_something("Who moved the money?")
    assert not claims_something("The model then:")
    assert claims_something("The model asked.")
