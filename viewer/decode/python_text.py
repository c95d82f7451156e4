"""Python's own text for values, where a program stored that instead of JSON: a dict's `str`, an object's `repr`."""

import ast
import re
from typing import Any

_MOST = 4_000_000
"""Characters of one literal."""
_DEEPEST = 100
_TOKEN = re.compile(r"""'[^'\\]*+(?:\\.[^'\\]*+)*+'|"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\](){}]""", re.DOTALL)
_FIELD = re.compile(r"(?:^|\s)([a-z_][a-z0-9_]*)=", re.IGNORECASE)
_WORD = re.compile(r"""[^\s,'"\[\](){}]*""")
_OPENS = "[({"


def literal(text: str) -> Any:
    """The value of a literal: texts, numbers, lists, dicts and what is in them.

    Raises:
        ValueError: the text is no such literal, or one too large or too deep.
    """
    if len(text) > _MOST or _depth(text) > _DEEPEST:
        raise ValueError("a Python literal larger or deeper than is read")
    try:
        return ast.literal_eval(text)
    except (SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise ValueError("no Python literal") from error


def _depth(text: str) -> int:
    depth = deepest = 0
    for match in _TOKEN.finditer(text):
        sign = match[0]
        if sign in _OPENS:
            depth += 1
            deepest = max(deepest, depth)
        elif len(sign) == 1:
            depth -= 1
    return deepest


def fields(text: str) -> dict[str, Any]:
    """What a `repr` says of an object: `role='user' content='hi' name=None`; what is no literal stays text."""
    made: dict[str, Any] = {}
    at = 0
    while (match := _FIELD.search(text, at)) is not None:
        start = match.end()
        at = _end(text, start)
        value = text[start:at]
        try:
            made[match[1]] = literal(value)
        except ValueError:
            made[match[1]] = value
    return made


def _end(text: str, start: int) -> int:
    """Where the value at `start` ends: a string, a word, or a word and the brackets after it."""
    word = _WORD.match(text, start)
    at = start if word is None else word.end()
    depth = 0
    while (match := _TOKEN.search(text, at) if depth else _TOKEN.match(text, at)) is not None:
        sign = match[0]
        depth += 1 if sign in _OPENS else -1 if len(sign) == 1 else 0
        if depth < 0:
            return at
        at = match.end()
        if depth == 0:
            return at
    return len(text) if depth else at
