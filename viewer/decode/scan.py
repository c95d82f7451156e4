"""A look at JSON text by its brackets: what a cut text still holds, and where values in a row start and end."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

Key = str | int
TOKEN = re.compile(rb'("[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z))|([{}\[\],:])|[^\s{}\[\],:"]+', re.DOTALL)
"""A string (group 1; one that never closes goes on to the end), a sign (group 2), or a number or word."""
_KEY_AT_END = re.compile(rb'("(?:[^"\\]|\\.)*+")\s*+:\s*+\Z', re.DOTALL)
_USUAL_KEY = 200
_BLOCK = 1 << 20
_BACKSLASH, _QUOTE = 92, 34
OPENERS = b"{["
_CLOSER = {b"{": b"}", b"[": b"]"}


def brackets(text: bytes, start: int = 0) -> Iterator[int]:
    """Bytes of the brackets that stand in no string, from `start`, which is in none."""
    import numpy as np  # only here: start-up must not wait for it

    whole = np.frombuffer(text, np.uint8)
    in_string = False
    while start < len(text):
        end = min(start + _BLOCK, len(text))
        while end < len(text) and text[end - 1] == _BACKSLASH:
            end += 1  # a block never ends between a backslash and what it escapes
        block = whole[start:end]
        quotes = np.flatnonzero(block == _QUOTE)
        slashes = np.flatnonzero(block == _BACKSLASH)
        if slashes.size:
            # A quote after an odd number of backslashes is part of the string.
            is_first = np.diff(slashes, prepend=-2) != 1
            firsts = slashes[is_first]
            lasts = slashes[np.roll(is_first, -1)]
            escaped = lasts[(lasts - firsts) % 2 == 0] + 1
            quotes = quotes[~np.isin(quotes, escaped, assume_unique=True)]
        curly = block | 0x20  # of [ and ] it makes { and }
        found = np.flatnonzero((curly == 0x7B) | (curly == 0x7D))
        outside = np.searchsorted(quotes, found) % 2 == in_string
        yield from (found[outside] + start).tolist()
        in_string ^= quotes.size % 2 == 1
        start = end


@dataclass(frozen=True)
class Salvage:
    """What is whole of a cut document."""

    text: bytes
    """Closed again, so that it parses: nothing is added but closing brackets."""
    openers: tuple[int, ...]
    """Bytes of the brackets that were open at the cut, outermost first."""


def salvage(text: bytes) -> Salvage | None:
    """Keep all values that are whole, of a text that is JSON as far as it goes; None where no bracket is open."""
    openers: list[int] = []
    at = -1
    for at in brackets(text):
        if text[at] in OPENERS:
            openers.append(at)
        elif openers:
            openers.pop()
    if not openers:
        return None
    safe = _after_last_scalar(text, at + 1, in_list=text[openers[-1]] == OPENERS[1])
    closers = b"".join(_CLOSER[text[opener : opener + 1]] for opener in reversed(openers))
    return Salvage(text[:safe] + closers, tuple(openers))


def _after_last_scalar(text: bytes, start: int, *, in_list: bool) -> int:
    """Where the last whole value ends, of the bare strings and numbers that follow the last bracket."""
    safe, is_value = start, in_list
    for match in TOKEN.finditer(text, start):
        sign = match[2]
        if sign is not None:
            is_value = in_list or sign == b":"
        elif is_value and (_is_closed(match[0]) if match[1] else match.end() < len(text)):
            safe = match.end()  # a number or word that touches the end may itself be cut
    return safe


def _is_closed(string: bytes) -> bool:
    body = string[:-1]
    return string.endswith(b'"') and len(body) > 0 and (len(body) - len(body.rstrip(b"\\"))) % 2 == 0


def open_path(text: bytes, kept: Salvage, value: Any) -> tuple[Key, ...]:
    """Keys of the containers that were open at the cut, outermost first; `value` is what the kept text holds."""
    path: list[Key] = []
    for opener in kept.openers[1:]:
        if isinstance(value, list):
            path.append(len(value) - 1)
        else:
            key = _KEY_AT_END.search(text, max(0, opener - _USUAL_KEY), opener) or _KEY_AT_END.search(text, 0, opener)
            if key is None:
                break
            path.append(text_of(key[1]))
        value = value[path[-1]]
    return tuple(path)


def text_of(token: bytes) -> str:
    """The text that a JSON string stands for."""
    return cast(str, json.loads(token.decode("utf-8", "surrogateescape"), strict=False))


def top_level_spans(text: bytes) -> Iterator[tuple[int, int]]:
    """Start and end byte of each object or list of a text that holds several in a row; the last may be cut.

    What else stands between them is a span as well.
    """
    depth, start, end = 0, 0, 0
    for at in brackets(text):
        if depth == 0:
            yield from _filled(text, end, at)
            start = at
        depth = depth + 1 if text[at] in OPENERS else max(depth - 1, 0)
        if depth == 0:
            end = at + 1
            yield start, end
    if depth:
        yield start, len(text)
    else:
        yield from _filled(text, end, len(text))


def _filled(text: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The span without the white space and commas around it, if anything is left."""
    between = text[start:end].strip(b" \t\r\n,")
    if between:
        start = text.index(between, start)
        yield start, start + len(between)
