"""Long lists as JSON, in pieces."""

import hashlib
import json

import pytest

from viewer.replay.json_list import compact_json, entries_at, hash_of_list, json_list


@pytest.mark.parametrize("count", [0, 1, 2, 99, 100, 101, 250])
@pytest.mark.parametrize("alone", [-1, 0, 1, 100, 249])
def test_the_pieces_are_the_list_written_at_once(count: int, alone: int) -> None:
    entries = [{"n": number, "text": "é\x7f"} for number in range(count)]
    if alone >= count:
        alone = -1
    made = json_list(entries, alone)
    text = b"".join(made.written())
    assert text == bytes(made.text)
    assert text == compact_json(entries)
    assert made.values() == entries
    assert made.hash() == hash_of_list(entries) == hashlib.sha256(text).hexdigest()
    every = [one for piece in made.pieces() for one in entries_at(piece, range(len(piece)))]
    assert [json.loads(one) for one in every] == entries
    if alone >= 0:
        changed = b"".join(made.with_alone(b"null"))
        assert json.loads(changed) == [None if number == alone else one for number, one in enumerate(entries)]


def test_only_the_entries_at_the_places_are_given() -> None:
    (piece,) = json_list(["one", "two", "three"]).pieces()
    assert piece == b'"one","two","three"'
    assert entries_at(piece, [bytes(piece).index(one) for one in (b"wo", b'o","t', b"ree")]) == [b'"two"', b'"three"']


def test_half_a_character_cannot_be_written() -> None:
    with pytest.raises(UnicodeEncodeError):
        json_list(["\ud83d"])
    with pytest.raises(UnicodeEncodeError):
        hash_of_list(["\ud83d"])
