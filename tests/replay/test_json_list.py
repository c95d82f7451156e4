"""Long lists as JSON, in pieces."""

import hashlib
import json

import pytest

from viewer.replay.json_list import compact_json, entries_of, json_list


@pytest.mark.parametrize("count", [0, 1, 2, 1499, 1500, 1501, 3100])
@pytest.mark.parametrize("alone", [-1, 0, 1, 1500, 3099])
def test_the_pieces_are_the_list_written_at_once(count: int, alone: int) -> None:
    entries = [{"n": number, "text": "é\x7f"} for number in range(count)]
    if alone >= count:
        alone = -1
    made = json_list(entries, alone)
    text = b"".join(made.written())
    assert text == compact_json(entries)
    assert (made.values(), made.hash()) == (entries, hashlib.sha256(text).hexdigest())
    assert [json.loads(one) for piece in made.pieces for one in entries_of(piece)] == entries
    if alone >= 0:
        changed = b"".join(made.with_alone(b"null").written())
        assert json.loads(changed) == [None if number == alone else one for number, one in enumerate(entries)]


def test_half_a_character_cannot_be_written() -> None:
    with pytest.raises(UnicodeEncodeError):
        json_list(["\ud83d"])
