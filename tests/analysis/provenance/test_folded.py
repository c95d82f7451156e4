"""Texts as bytes, one a character."""

import numpy as np

from viewer.analysis.provenance.folded import DIGIT, PAD, WORD, fold, joined


def test_a_text_has_as_many_bytes_as_characters() -> None:
    for text in ("plain", "naïve €5 日本語", "lone \udcb2 and 😀", ""):
        assert len(fold(text)) == len(text)


def test_a_byte_keeps_whether_its_character_is_a_letter_or_a_digit() -> None:
    text = "aé日_9²٣ €—\n😀\udcb2"
    codes = np.frombuffer(fold(text), np.uint8)
    assert WORD[codes].tolist() == [letter.isalnum() or letter == "_" for letter in text]
    assert DIGIT[codes].tolist() == [letter.isdigit() for letter in text]


def test_places_in_the_row_are_places_in_the_texts() -> None:
    texts = ["one", "", "drei für"]
    folded, starts = joined(texts)
    assert starts.tolist() == [0, 4, 5, 14]
    assert folded[5:13] == fold("drei für")
    assert folded.endswith(bytes(PAD))
    assert joined(["one", ""])[0] == b"one\n\n" + bytes(PAD)
