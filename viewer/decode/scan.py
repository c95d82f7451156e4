"""A look at JSON text by its tokens: where values start and end, and what a cut text still holds."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import msgspec
import numpy as np

Key = str | int
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)


@dataclass(frozen=True)
class Salvage:
    """What is whole of a cut document."""

    text: bytes
    """Closed again, so that it parses: nothing is added but closing brackets."""
    open_path: tuple[Key, ...]
    """Keys of the containers that were open at the cut, outermost first."""


class _Level:
    """One open container."""

    __slots__ = ("after_colon", "closer", "index", "key")

    def __init__(self, closer: bytes) -> None:
        self.closer = closer
        self.key: str | None = None
        self.index = 0
        self.after_colon = False


def salvage(text: bytes) -> Salvage | None:
    """Keep all values that are whole; None where not even the first bracket is."""
    levels: list[_Level] = []
    safe, closers = 0, b""
    path: tuple[Key, ...] = ()

    def mark(end: int) -> None:
        nonlocal safe, closers, path
        safe = end
        closers = b"".join(level.closer for level in reversed(levels))

    size = len(text)
    for match in _TOKEN.finditer(text):
        token = match[0]
        first = token[:1]
        if first in b"{[":
            if levels and levels[-1].closer == b"}" and not levels[-1].after_colon:
                break
            levels.append(_Level(b"}" if first == b"{" else b"]"))
            mark(match.end())
        elif first in b"}]":
            if not levels or levels.pop().closer != first:
                break
            if levels:
                levels[-1].after_colon = False
            mark(match.end())
        elif not levels:
            break
        elif first == b",":
            level = levels[-1]
            level.index += 1
            level.after_colon = False
        elif first == b":":
            levels[-1].after_colon = True
        elif levels[-1].closer == b"}" and not levels[-1].after_colon:
            levels[-1].key = token[1:-1].decode("utf-8", "backslashreplace")
        elif first == b'"' or match.end() < size:
            # A number or word that touches the end may itself be cut.
            levels[-1].after_colon = False
            mark(match.end())
    path = tuple(level.index if level.closer == b"]" else level.key or "" for level in levels[:-1])
    if not safe:
        return None
    return Salvage(text[:safe] + closers, path)


def top_level_spans(text: bytes) -> Iterator[tuple[int, int]]:
    """Start and end byte of each value of a text that holds several in a row; the last may be cut."""
    depth, start = 0, 0
    for match in _TOKEN.finditer(text):
        first = match[0][:1]
        if depth == 0 and first not in b",:":
            start = match.start()
        if first in b"{[":
            depth += 1
        elif first in b"}]":
            depth -= 1
        if depth == 0 and first not in b",:":
            yield start, match.end()
        depth = max(depth, 0)
    if depth:
        yield start, len(text)


def element_spans(text: bytes, path: tuple[Key, ...]) -> list[tuple[int, int]]:
    """Start and end byte of each entry of the list at `path` (of the first, where a key repeats).

    Raises:
        LookupError: no list stands there.
    """
    try:
        return _fast_element_spans(text, path)
    except (msgspec.MsgspecError, UnicodeDecodeError, KeyError, IndexError):
        pass  # cut text, NaN or a repeated key's like: walk the tokens instead
    cursor = _Cursor(text)
    start, end = cursor.value_span(0)
    for key in path:
        start, end = cursor.child(start, end, key)
    if text[start : start + 1] != b"[":
        raise LookupError("no list stands there")
    return [span for _, span in cursor.children(start)]


_ENTRIES = msgspec.json.Decoder(list[msgspec.Raw])
_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])


def _fast_element_spans(text: bytes, path: tuple[Key, ...]) -> list[tuple[int, int]]:
    """By `msgspec.Raw`, which is a view into the text: its address tells the place."""
    value = msgspec.Raw(text)
    for key in path:
        value = _FIELDS.decode(value)[key] if isinstance(key, str) else _ENTRIES.decode(value)[key]
    base = _address(text)
    spans = []
    for entry in _ENTRIES.decode(value):
        start = _address(entry) - base
        spans.append((start, start + len(memoryview(entry))))
    return spans


def _address(buffer: bytes | msgspec.Raw) -> int:
    return np.frombuffer(buffer, np.uint8).ctypes.data


class _Cursor:
    """Walks values without decoding them."""

    def __init__(self, text: bytes) -> None:
        self.text = text

    def value_span(self, at: int) -> tuple[int, int]:
        """The value that starts at or after `at`; one that never closes ends with the text."""
        depth, start = 0, -1
        for match in _TOKEN.finditer(self.text, at):
            first = match[0][:1]
            if start < 0:
                start = match.start()
            if first in b"{[":
                depth += 1
            elif first in b"}]":
                depth -= 1
            if depth <= 0:
                return start, match.end()
        if start < 0:
            raise LookupError("no value stands there")
        return start, len(self.text)

    def children(self, start: int) -> Iterator[tuple[Key, tuple[int, int]]]:
        """Key and span of each part of the container that starts at `start`, in one pass over its tokens."""
        is_list = self.text[start : start + 1] == b"["
        depth, index = 0, 0
        key: Key | None = 0 if is_list else None
        child = -1
        end = start
        for match in _TOKEN.finditer(self.text, start):
            first = match[0][:1]
            if first in b"}]":
                depth -= 1
                if depth == 0:
                    break
                end = match.end()
            elif depth == 1 and first == b",":
                if child >= 0 and key is not None:
                    yield key, (child, end)
                index, child = index + 1, -1
                key = index if is_list else None
            elif depth == 1 and first == b":":
                key = _text_of(self.text[child:end])
                child = -1
            else:
                if depth == 1 and child < 0:
                    child = match.start()
                if first in b"{[":
                    depth += 1
                end = match.end()
        if child >= 0 and key is not None:
            yield key, (child, end)

    def child(self, start: int, end: int, key: Key) -> tuple[int, int]:
        """The span of one part."""
        for name, span in self.children(start):
            if name == key:
                return span
        raise LookupError(f"no {key!r} stands there")


def _text_of(token: bytes) -> str:
    return cast(str, json.loads(token.decode("utf-8", "surrogateescape"), strict=False))
