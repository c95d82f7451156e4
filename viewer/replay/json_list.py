"""A long list as compact JSON, written a few hundred entries at a time: quicker than one by one, or all at once."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import msgspec

compact_json = msgspec.json.encode
"""JSON without white space, keys as they stand, UTF-8, integers of any size exact."""
_TOGETHER = 100
"""Entries of one piece: few enough that the processor's cache still holds them when they are looked at."""
_AT_ONCE = 1 << 20
"""Bytes that go to a file at once: of more, now and then, the system takes long to make room."""
_ENTRIES = msgspec.json.Decoder(list[msgspec.Raw])
_ENCODER = msgspec.json.Encoder()


@dataclass(frozen=True)
class JsonList:
    """A list as one text."""

    text: bytes | memoryview
    starts: tuple[int, ...] = ()
    """Where its pieces stand: each begins with an entry, the last ends before the bracket."""
    alone: tuple[int, int] = (0, 0)
    """Where the one entry stands that has a piece of its own; nowhere if there is none."""

    def pieces(self) -> Iterator[memoryview]:
        """Entries of the list, a few hundred at a time, with commas between them."""
        text = memoryview(self.text)
        for start, following in pairwise((*self.starts, len(text))):
            yield text[start : following - 1]  # a comma or the bracket stands between

    def written(self) -> Iterator[memoryview]:
        """The text in parts that a file takes without a stop."""
        text = memoryview(self.text)
        for start in range(0, len(text), _AT_ONCE):
            yield text[start : start + _AT_ONCE]

    def hash(self) -> str:
        """The sha256 of the list as JSON."""
        return hashlib.sha256(self.text).hexdigest()

    def with_alone(self, other: bytes) -> Iterator[bytes | memoryview]:
        """The same list with another text for the entry that has a piece of its own."""
        text = memoryview(self.text)
        yield text[: self.alone[0]]
        yield other
        yield text[self.alone[1] :]

    def values(self) -> list[Any]:
        """The entries as values."""
        made: list[Any] = msgspec.json.decode(self.text)
        return made


def json_list(entries: Sequence[Any], alone: int = -1) -> JsonList:
    """The list as JSON.

    Args:
        entries: its entries.
        alone: the number of one that gets a piece of its own.

    Raises:
        UnicodeEncodeError: a text holds half a character.
    """
    text = bytearray(b"[]")
    starts: list[int] = []
    place = (0, 0)
    parts = (entries,) if alone < 0 else (entries[:alone], entries[alone : alone + 1], entries[alone + 1 :])
    for number, part in enumerate(parts):
        for first in range(0, len(part), _TOGETHER):
            # Over the bracket that closes the list so far, which the comma between two pieces takes the place of.
            start = len(text) - 1 if starts else 0
            _ENCODER.encode_into(part[first : first + _TOGETHER], text, start)
            if starts:
                text[start] = _COMMA
            starts.append(start + 1)
            if number == 1:
                place = (start + 1, len(text) - 1)
    return JsonList(memoryview(text).toreadonly(), tuple(starts), place)


(_COMMA,) = b","


def hash_of_list(entries: Sequence[Any]) -> str:
    """What `json_list(entries).hash()` gives, without keeping the text.

    Raises:
        UnicodeEncodeError: a text holds half a character.
    """
    made = hashlib.sha256()
    piece = bytearray(b"[]")
    for first in range(0, len(entries), _TOGETHER):
        _ENCODER.encode_into(entries[first : first + _TOGETHER], piece)
        if first:
            piece[0] = _COMMA
        made.update(memoryview(piece)[:-1])
    made.update(b"]" if entries else piece)
    return made.hexdigest()


def list_of_texts(entries: Sequence[bytes]) -> JsonList:
    """The list of entries that are JSON already."""
    text = b"[%b]" % b",".join(entries)
    return JsonList(text, (1,) if entries else ())


def entries_at(piece: bytes | memoryview, places: Sequence[int]) -> list[bytes]:
    """The entries of a piece that stand at these places in it (in order), each once, as JSON."""
    found: list[bytes] = []
    end = -1
    entries = iter(_ENTRIES.decode(b"".join((b"[", piece, b"]"))))
    for place in places:
        if place < end:
            continue
        while place >= end:
            entry = bytes(next(entries))
            end += 1 + len(entry)  # a comma stands before it
        found.append(entry)
    return found
