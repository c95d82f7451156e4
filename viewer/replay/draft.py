"""A bundle about to be written: its long lists are texts already, so that a large run is gone through once."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from viewer.model.position import json_path
from viewer.replay.afterwards import Afterwards
from viewer.replay.built import LIST_OF
from viewer.replay.bundle import Bundle, parse_bundle, written
from viewer.replay.sendable_text import compact_json, list_pieces
from viewer.replay.with_block import with_block


@dataclass(frozen=True)
class Draft:
    """What a bundle says, and the texts of what is long in it."""

    slim: Bundle
    """The bundle without continuation and recorded results; its request is whole."""
    entries: list[bytes]
    """Of the request's list, as compact JSON."""
    after: Afterwards

    def pieces(self) -> Iterator[bytes]:
        """The file, in pieces."""
        long = {
            "request": requestlist_pieces(self.slim.request, LIST_OF[self.slim.api], self.entries),
            "continuation": list_pieces(self.after.continuation),
            "recorded_results": list_pieces(self.after.recorded_results),
        }
        return written({
            name: long[name] if name in long else [msgspec.json.encode(value, enc_hook=dict)]
            for name, value in self.slim
        })  # fmt: skip

    def content(self) -> bytes:
        """The file."""
        return b"".join(self.pieces())

    def bundle(self) -> Bundle:
        """The bundle as it is read from its file."""
        return parse_bundle(self.content(), "the bundle")


def requestlist_pieces(body: dict[str, Any], list_name: str, texts: list[bytes]) -> Iterator[bytes]:
    """A request as compact JSON.

    Args:
        body: the request; its list is its last field.
        list_name: the name of that field.
        texts: the entries of the list as compact JSON.
    """
    head = {name: value for name, value in body.items() if name != list_name}
    yield compact_json(head)[:-1] + (b',"%b":' if head else b'"%b":') % list_name.encode()
    yield from list_pieces(texts)
    yield b"}"


def unchanged_hash_of(body: dict[str, Any], texts: list[bytes], place: tuple[str | int, ...]) -> str:
    """What `unchanged_hash` gives for a request, with the texts of its list at hand."""
    name, number = str(place[0]), int(place[1])
    inner = with_block(body[name][number], json_path(place[2:]), None) if place[2:] else None
    made = hashlib.sha256()
    for piece in requestlist_pieces(body, name, [*texts[:number], compact_json(inner), *texts[number + 1 :]]):
        made.update(piece)
    return made.hexdigest()
