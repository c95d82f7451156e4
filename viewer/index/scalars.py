"""The plain values of an object by their paths, which the index can filter by."""

import re
from collections.abc import Iterable
from typing import Any

_DEPTH = 4
"""Levels of lists and objects that are looked into."""
_MOST_BITS = 1_000
"""Longer integers are no quantities, and Python refuses to write the longest at all."""
_STARTS = frozenset("0123456789-+.")
_NUMBER = re.compile(r"[+-]?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})([eE][+-]?\d{1,3})?", re.ASCII)


def scalars(value: Any, longest: int, most: int, alone: str) -> tuple[dict[str, str], dict[str, float]]:
    """Path (`a.b`, `tags[0]`) and text of each scalar, at most `most`, and those of them that are numbers.

    Texts longer than `longest` are left out whole; numbers are told also where the file holds them as text.

    Args:
        alone: the path of a value that is itself a scalar.
    """
    found: dict[str, str] = {}
    numbers: dict[str, float] = {}
    kind = type(value)
    if kind is dict or kind is list:
        _add(found, numbers, "", value, longest, most, 0)
    elif value is not None:
        _add(found, numbers, "", {alone: value}, longest, most, 0)
    return found, numbers


def _add(
    found: dict[str, str], numbers: dict[str, float], before: str, value: Any, longest: int, most: int, depth: int
) -> None:
    is_list = type(value) is list
    entries: Iterable[tuple[Any, Any]] = enumerate(value) if is_list else value.items()
    for key, one in entries:
        if len(found) >= most:
            return
        path = f"{before}[{key}]" if is_list else f"{before}.{key}" if before else str(key)
        kind = type(one)
        if kind is str:
            if len(one) <= longest:
                found[path] = one
                if one[:1] in _STARTS and _NUMBER.fullmatch(one):
                    numbers[path] = float(one)
        elif kind is dict or kind is list:
            if depth < _DEPTH:
                _add(found, numbers, path, one, longest, most, depth + 1)
        elif kind is bool:
            found[path] = "true" if one else "false"
        elif kind is float or (kind is int and one.bit_length() < _MOST_BITS):
            found[path] = repr(one)
            numbers[path] = float(one)
