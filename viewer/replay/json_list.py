"""A long list as compact JSON, written a few hundred entries at a time: quicker than one by one, or all at once."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

compact_json = msgspec.json.encode
"""JSON without white space, keys as they stand, UTF-8, integers of any size exact."""
_TOGETHER = 100
"""Entries of one piece: few enough that the processor's cache still holds them when they are looked at."""
_ENTRIES = msgspec.json.Decoder(list[msgspec.Raw])


@dataclass(frozen=True)
class JsonList:
    """The pieces of a list, each a list itself."""

    pieces: list[bytes]
    alone: int = -1
    """The piece that holds the one entry that was to stand alone."""

    def written(self) -> Iterator[bytes | memoryview]:
        """The list as JSON, in pieces."""
        if not self.pieces:
            yield b"[]"
        before = b"["
        for piece in self.pieces:
            yield before
            yield memoryview(piece)[1:-1]
            before = b","
        if self.pieces:
            yield b"]"

    def hash(self) -> str:
        """The sha256 of the list as JSON."""
        made = hashlib.sha256()
        for piece in self.written():
            made.update(piece)
        return made.hexdigest()

    def with_alone(self, text: bytes) -> "JsonList":
        """The same list with another text for the entry that stands alone."""
        return JsonList([*self.pieces[: self.alone], b"[%b]" % text, *self.pieces[self.alone + 1 :]], self.alone)

    def values(self) -> list[Any]:
        """The entries as values."""
        made: list[Any] = msgspec.json.decode(b"".join(self.written()))
        return made


def json_list(entries: Sequence[Any], alone: int = -1) -> JsonList:
    """The list as JSON.

    Args:
        entries: its entries.
        alone: the number of one that gets a piece of its own.

    Raises:
        UnicodeEncodeError: a text holds half a character.
    """
    pieces: list[bytes] = []
    piece = -1
    parts = (entries,) if alone < 0 else (entries[:alone], entries[alone : alone + 1], entries[alone + 1 :])
    for number, part in enumerate(parts):
        if number == 1:
            piece = len(pieces)
        for first in range(0, len(part), _TOGETHER):
            pieces.append(compact_json(part[first : first + _TOGETHER]))
    return JsonList(pieces, piece)


def entries_at(piece: bytes, places: Sequence[int]) -> list[bytes]:
    """The entries of a piece that stand at these places in it (in order), each once, as JSON."""
    found: list[bytes] = []
    end = 0
    entries = iter(_ENTRIES.decode(piece))
    for place in places:
        if place < end:
            continue
        while place >= end:
            entry = bytes(next(entries))
            end += 1 + len(entry)  # a comma, or the bracket, stands before it
        found.append(entry)
    return found
