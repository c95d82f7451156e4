"""The plain values of an object by their paths, which the index can filter by."""

from collections.abc import Iterable
from typing import Any

_DEPTH = 4
"""Levels of lists and objects that are looked into."""
_MOST_BITS = 1_000
"""Longer integers are no quantities, and Python refuses to write the longest at all."""
_STARTS = frozenset("0123456789-+.")


def scalars(value: Any, longest: int, most: int, alone: str) -> dict[str, str]:
    """Path (`a.b`, `tags[0]`) and text of each scalar, at most `most`; texts longer than `longest` are left out whole.

    Args:
        alone: the path of a value that is itself a scalar.
    """
    found: dict[str, str] = {}
    kind = type(value)
    if kind is dict or kind is list:
        _add(found, "", value, longest, most, 0)
    elif value is not None:
        _add(found, "", {alone: value}, longest, most, 0)
    return found


def _add(found: dict[str, str], before: str, value: Any, longest: int, most: int, depth: int) -> None:
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
        elif kind is dict or kind is list:
            if depth < _DEPTH:
                _add(found, path, one, longest, most, depth + 1)
        elif kind is bool:
            found[path] = "true" if one else "false"
        elif kind is float or (kind is int and one.bit_length() < _MOST_BITS):
            found[path] = repr(one)


def numbers(found: dict[str, str]) -> dict[str, float]:
    """Those of the scalars that are numbers, also where the file holds them as text."""
    made: dict[str, float] = {}
    for path, text in found.items():
        if text[:1] in _STARTS and len(text) <= 40:
            try:
                made[path] = float(text)
            except ValueError:
                continue
    return made
