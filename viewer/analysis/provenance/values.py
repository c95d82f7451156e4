"""The values of a message: scalars of its tool_use inputs, and what reads like a value in its text."""

import re
from functools import lru_cache
from typing import Any

import msgspec

from viewer.model.block import Text, ToolUse
from viewer.model.message import Message
from viewer.model.position import Position, json_path

SHORTEST = 3
"""Letters and digits that a value must have: shorter ones stand everywhere and mean nothing."""
_IN_TEXT = re.compile(
    r"""(?P<date>\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?
      |\b\d{1,2}(?:st|nd|rd|th)?\ (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?(?:\ \d{4})?\b
      |\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\ \d{1,2}(?:st|nd|rd|th)?(?:,?\ \d{4})?\b)
      |(?P<link>https?://[^\s"'<>()]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)
      |(?P<path>(?:[\w.@~-]*/)+[\w.@-]*\w)
      |(?P<money>[$£€¥]\s?\d[\d,.\ ]*\d|[$£€¥]\d|\b\d[\d,]*\.\d\d(?=\s?(?:USD|EUR|GBP|dollars|euros|pounds)))
      |(?P<name>\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z_])[A-Za-z0-9][\w]*(?:-\w+)*\b)
      |(?P<digits>(?<![\w.])\+?\d+(?:-\d+)+(?!\w))
      |(?P<number>(?<![\w.])-?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w])|(?<![\w.])-?\d+(?:\.\d+)?(?![\w]))""",
    re.VERBOSE,
)
_SIGN = re.compile(r"[\d/@]")
"""Every value in text holds one of these: most texts hold none and need no closer look."""


class Value(msgspec.Struct, frozen=True):
    """A value that a model wrote, and where."""

    text: str
    """As it would stand in text: `8900`, `£89.00`, `cus_8123`."""
    stored: Any
    """As the file holds it."""
    at: Position
    key: str | None = None
    """The argument's name."""
    is_date: bool = False


def values(message: Message) -> tuple[Value, ...]:
    """All values of a model's message, each place once."""
    found: list[Value] = []
    for index, block in enumerate(message.blocks):
        if type(block) is ToolUse:
            _of_input(block.input, message.index, index, found)
        elif type(block) is Text:
            _of_text(block.text, message.index, index, found)
    return tuple(found)


def _of_input(value: Any, message: int, block: int, found: list[Value]) -> None:
    if type(value) is dict and _of_flat(value, message, block, found):
        return
    pending: list[tuple[str, str | None, Any]] = [("", None, value)]
    while pending:
        path, name, one = pending.pop()
        if isinstance(one, dict):
            for key, part in reversed(one.items()):
                step = _step(str(key))
                pending.append((f"{path}.{step}" if path and step[0] != "[" else path + step, str(key), part))
        elif isinstance(one, list):
            pending.extend([(f"{path}[{number}]", name, part) for number, part in reversed(list(enumerate(one)))])
        else:
            found.append(Value(as_text(one), one, Position(message, block, path or None), name))


def _of_flat(value: dict[Any, Any], message: int, block: int, found: list[Value]) -> bool:
    """Most inputs hold scalars only, which needs no going deeper. False: this one does."""
    made: list[Value] = []
    for key, part in value.items():
        kind = type(part)
        if kind is not str and isinstance(part, dict | list):
            return False
        name = key if type(key) is str else str(key)
        made.append(
            Value(part if kind is str else as_text(part), part, Position(message, block, _step(name) or None), name)
        )
    found.extend(made)
    return True


@lru_cache(maxsize=4096)
def _step(key: str) -> str:
    return json_path((key,))


def as_text(scalar: Any) -> str:
    """A JSON scalar as it would stand in text."""
    match scalar:
        case str():
            return scalar
        case True:
            return "true"
        case False:
            return "false"
        case None:
            return "null"
        case _:
            return repr(scalar)


def _of_text(text: str, message: int, block: int, found: list[Value]) -> None:
    if _SIGN.search(text) is None:
        return
    seen: set[str] = set()
    for match in _IN_TEXT.finditer(text):
        word = match[0].rstrip(".,:;*_")
        if word not in seen:
            seen.add(word)
            found.append(Value(word, word, Position(message, block), is_date=match.lastgroup == "date"))


def is_searched(value: Value) -> bool:
    """Whether the value is long enough for a match to mean something."""
    if isinstance(value.stored, bool) or value.stored is None:
        return False
    if value.is_date:
        return True
    if len(value.text) >= SHORTEST and value.text[:SHORTEST].isalnum():
        return True
    count = 0
    for letter in value.text:
        if letter.isalnum():
            count += 1
            if count == SHORTEST:
                return True
    return False
