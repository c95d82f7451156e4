from viewer.replay.built import Losses
from viewer.replay.sendable_text import sendable_text


def test_half_characters_in_keys_and_texts_are_replaced_and_counted() -> None:
    losses = Losses()
    assert sendable_text({"a\ud800": ["b\udfff\ud83d", "ok"]}, losses) == {"a\ufffd": ["b\ufffd\ufffd", "ok"]}
    assert losses.found[0].text.startswith("3 half characters")


def test_numbers_that_json_cannot_write_become_text() -> None:
    losses = Losses()
    assert sendable_text({"a": float("nan"), "b": float("inf"), "c": 1.5}, losses) == {"a": "nan", "b": "inf", "c": 1.5}
    assert losses.found[0].text.startswith("2 numbers")


def test_other_bodies_are_the_same_object() -> None:
    body = {"a": "NaN is a word here", "b": "é\U0001f600"}
    losses = Losses()
    assert sendable_text({"a": "x"}, losses) == {"a": "x"}
    assert sendable_text(body, losses) == body
    assert losses.found == []
