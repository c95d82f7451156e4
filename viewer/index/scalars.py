"""The plain values of an object by their paths, which the index can filter by."""

import re
from collections.abc import Iterable
from typing import Any

from viewer.index.columns import Maps

_DEPTH = 4
"""Levels of lists and objects that are looked into."""
_MOST_BITS = 1_000
"""Longer integers are no quantities, and Python refuses to write the longest at all."""
_PLAIN = 2**53
_AFTER_NINE = ":"
"""Texts that come before it may start like a number; most do not."""
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


def add_scalars(values: Iterable[Any], longest: int, most: int, alone: str, texts: Maps, numbers: Maps) -> None:
    """Add a row for each value: what `scalars` finds, quickly for what most tools are given, a flat object."""
    keys, held, ends = texts.keys, texts.held, texts.ends
    number_keys, numbers_held, number_ends = numbers.keys, numbers.held, numbers.ends
    for value in values:
        if type(value) is dict and len(value) <= most:
            for key, one in value.items():
                kind = type(one)
                if kind is str:
                    if len(one) <= longest:
                        keys.append(key)
                        held.append(one)
                        if one < _AFTER_NINE and one[:1] in _STARTS and _NUMBER.fullmatch(one):
                            number_keys.append(key)
                            numbers_held.append(float(one))
                elif kind is bool:
                    keys.append(key)
                    held.append("true" if one else "false")
                elif kind is int and -_PLAIN < one < _PLAIN:
                    keys.append(key)
                    held.append(repr(one))
                    number_keys.append(key)
                    numbers_held.append(float(one))
                elif one is not None:
                    break  # looked into from its start
            else:
                ends.append(len(keys))
                number_ends.append(len(number_keys))
                continue
            for one, flat in ((ends, keys), (ends, held), (number_ends, number_keys), (number_ends, numbers_held)):
                del flat[one[-1] if one else 0 :]
        found, known = scalars(value, longest, most, alone)
        texts.append(found)
        numbers.append(known)


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
