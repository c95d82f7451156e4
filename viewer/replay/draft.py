"""A bundle about to be written: its long lists are texts already, so that a large run is gone through once."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from viewer.model.position import json_path
from viewer.replay.afterwards import Afterwards
from viewer.replay.built import LIST_OF
from viewer.replay.bundle import Bundle, parse_bundle, written
from viewer.replay.json_list import JsonList, compact_json
from viewer.replay.with_block import with_block


@dataclass(frozen=True)
class Draft:
    """What a bundle says, and the texts of what is long in it."""

    slim: Bundle
    """The bundle without continuation and recorded results; its request is whole."""
    entries: JsonList
    """The request's list; its replaced entry stands alone."""
    after: Afterwards

    def pieces(self) -> Iterator[bytes | memoryview]:
        """The file, in pieces."""
        long = {
            "request": request_pieces(self.slim.request, LIST_OF[self.slim.api], self.entries.written()),
            "continuation": self.after.continuation.written(),
            "recorded_results": self.after.recorded_results.written(),
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


def request_pieces(
    body: dict[str, Any], list_name: str, texts: Iterable[bytes | memoryview]
) -> Iterator[bytes | memoryview]:
    """A request as compact JSON.

    Args:
        body: the request; its list is its last field.
        list_name: the name of that field.
        texts: the list as JSON, in pieces.
    """
    head = {name: value for name, value in body.items() if name != list_name}
    yield compact_json(head)[:-1] + (b',"%b":' if head else b'"%b":') % list_name.encode()
    yield from texts
    yield b"}"


def unchanged_hash_of(body: dict[str, Any], texts: JsonList, place: tuple[str | int, ...]) -> str:
    """What `unchanged_hash` gives for a request, with its list as JSON at hand, the replaced entry alone."""
    name, number = str(place[0]), int(place[1])
    inner = with_block(body[name][number], json_path(place[2:]), None) if place[2:] else None
    made = hashlib.sha256()
    for piece in request_pieces(body, name, texts.with_alone(compact_json(inner))):
        made.update(piece)
    return made.hexdigest()
