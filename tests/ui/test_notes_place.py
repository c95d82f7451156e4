import pytest
from conftest import sample

from viewer.reviews.cited_text import Places
from viewer.ui.notes_place import described, offered, place

PLACES = Places(sample("refund/refund.json"))


def test_each_place_is_described_as_it_was_chosen() -> None:
    assert described(place(PLACES, 3, "message")) == "[3]"
    assert described(place(PLACES, 3, "block", block=1)) == "[3].1"
    assert described(place(PLACES, 3, "messages", last=5)) == "[3–5]"
    assert described(place(PLACES, 3, "request", k=2)) == "request 2"
    assert described(place(PLACES, 3, "run")) == "the run"


def test_words_have_to_stand_in_the_message() -> None:
    assert described(place(PLACES, 3, "words", words="lost_shipment")).startswith("[3].1, characters ")
    with pytest.raises(ValueError, match=r"do not stand in \[3\]"):
        place(PLACES, 3, "words", words="lost shipments")
    with pytest.raises(ValueError, match="write the words"):
        place(PLACES, 3, "words")


def test_only_what_there_is_is_offered() -> None:
    assert offered(0, 0, False) == ["message", "run"]
    assert offered(2, 4, True) == ["message", "block", "words", "messages", "request", "run"]
