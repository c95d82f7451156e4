"""Values that no API takes: half characters (lone surrogates), and numbers that JSON cannot write.

One of them in a list makes every later request of that list invalid.
"""

import math
import re
from dataclasses import dataclass
from typing import Any

from viewer.replay.built import Losses
from viewer.replay.json_list import JsonList, compact_json, json_list

_LONE = re.compile("[\ud800-\udfff]")
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True)
class Sendable:
    """A request that JSON can say, and its list as JSON."""

    body: dict[str, Any]
    texts: JsonList


def sendable_request(
    body: dict[str, Any], list_name: str, losses: Losses, changed: int | None = None, is_as_read: bool = False
) -> Sendable:
    """The same request, with each value that no API takes replaced and counted.

    Args:
        body: the request.
        list_name: the field that holds its messages, its last.
        losses: takes what was replaced.
        changed: the entry of the list that was put there; None: there is none.
        is_as_read: the other entries are as they were read from JSON, which knows no odd numbers.
    """
    entries = body[list_name]
    suspects = entries if not is_as_read else [] if changed is None else [entries[changed]]
    alone = -1 if changed is None else changed
    try:
        texts = json_list(entries, alone)
    except UnicodeEncodeError:
        texts = None
    if texts is None or not is_sendable([{**body, list_name: ()}, suspects]):
        body = sendable_text(body, losses)
        texts = json_list(body[list_name], alone)
    return Sendable(body, texts)


def sendable_text(body: dict[str, Any], losses: Losses) -> dict[str, Any]:
    """The same value, with each part that no API takes replaced and counted."""
    if is_sendable(body):
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


def is_sendable(value: Any) -> bool:
    """Whether JSON can say the value, and any API reads it."""
    # The fast writer says `null` for a number that JSON cannot write.
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
