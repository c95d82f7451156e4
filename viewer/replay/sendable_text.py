"""Values that no API takes: half characters (lone surrogates), and numbers that JSON cannot write.

One of them in a list makes every later request of that list invalid.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from viewer.replay.built import Losses

_LONE = re.compile("[\ud800-\udfff]")
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
compact_json = msgspec.json.encode
"""JSON without white space, keys as they stand, UTF-8, integers of any size exact."""
_TOGETHER = 500
"""Texts that are hashed or written at once."""


def list_pieces(texts: list[bytes]) -> Iterator[bytes]:
    """A list as JSON, joined in parts that the processor's cache holds."""
    yield b"["
    before = b""
    for first in range(0, len(texts), _TOGETHER):
        yield before + b",".join(texts[first : first + _TOGETHER])
        before = b","
    yield b"]"


@dataclass(frozen=True)
class Sendable:
    """A request that JSON can say, and the entries of its list as JSON."""

    body: dict[str, Any]
    texts: list[bytes]


def sendable_request(body: dict[str, Any], list_name: str, losses: Losses) -> Sendable:
    """The same request, with each value that no API takes replaced and counted.

    Args:
        body: the request.
        list_name: the field that holds its messages, its last.
        losses: takes what was replaced.
    """
    texts = []
    try:
        for entry in body[list_name]:
            text = compact_json(entry)
            # The fast writer says `null` for a number that JSON cannot write.
            if b"null" in text and _has_odd_number(entry):
                break
            texts.append(text)
    except UnicodeEncodeError:
        pass
    if len(texts) < len(body[list_name]) or not _is_sendable({**body, list_name: ()}):
        body = sendable_text(body, losses)
        texts = [compact_json(entry) for entry in body[list_name]]
    return Sendable(body, texts)


def sendable_text(body: dict[str, Any], losses: Losses) -> dict[str, Any]:
    """The same value, with each part that no API takes replaced and counted."""
    if _is_sendable(body):
        return body
    counts = {"characters": 0, "numbers": 0}
    made: dict[str, Any] = _replaced(body, counts)
    if counts["characters"]:
        losses.add(
            f"{counts['characters']:,} half characters (lone surrogates) are replaced by {REPLACEMENT}: "
            "no API takes them"
        )
    if counts["numbers"]:
        losses.add(f"{counts['numbers']:,} numbers that JSON cannot write (NaN, Infinity) are sent as text")
    return made


def _is_sendable(value: Any) -> bool:
    try:
        return b"null" not in compact_json(value) or not _has_odd_number(value)
    except UnicodeEncodeError:
        return False


def _has_odd_number(value: Any) -> bool:
    kind = type(value)
    if kind is float:
        return not math.isfinite(value)
    if kind is dict:
        value, kind = value.values(), list
    if kind is list or kind is tuple:
        for one in value:
            if type(one) is not str and _has_odd_number(one):
                return True
    return False


def _replaced(value: Any, counts: dict[str, int]) -> Any:
    match value:
        case str():
            text, found = _LONE.subn(REPLACEMENT, value)
            counts["characters"] += found
            return text
        case float() if not math.isfinite(value):
            counts["numbers"] += 1
            return str(value)
        case list():
            return [_replaced(one, counts) for one in value]
        case dict():
            return {_replaced(key, counts): _replaced(one, counts) for key, one in value.items()}
        case _:
            return value
