"""Positions as people cite them: `[3]`, `[3].1`, `[2].0:[0].total_cents`, `[0–6]`, `run-b[5]`."""

import re
from typing import Any

import msgspec

_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_POSITION = re.compile(
    r"(?P<run>[A-Za-z0-9][A-Za-z0-9._-]*)?\[(?P<first>\d+)(?:[–-](?P<last>\d+))?\](?:\.(?P<block>\d+)(?::(?P<path>.+))?)?",
    re.DOTALL,
)


class Position(msgspec.Struct, frozen=True):
    """A place in a run: a message, a block of it, a value in that block, or a range of messages."""

    message: int
    block: int | None = None
    path: str | None = None
    """JSONPath without `$`."""
    last: int | None = None
    """Last message of a range, inclusive."""
    run: str | None = None
    """An alias that a review's header declares; None: the run at hand."""

    def __str__(self) -> str:
        """The position as contracts.md writes it."""
        through = "" if self.last is None else f"–{self.last}"
        block = "" if self.block is None else f".{self.block}"
        path = "" if self.path is None else f":{self.path}"
        return f"{self.run or ''}[{self.message}{through}]{block}{path}"


def parse_position(text: str) -> Position:
    """Read a position.

    Raises:
        ValueError: the text is no position; the sentence says what one looks like.
    """
    match = _POSITION.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is no position; write [3], [3].1, [2].0:[0].total_cents, [0-6] or run-b[5]")
    last, block = match["last"], match["block"]
    if last is not None and block is not None:
        raise ValueError(f"{text!r} names a block of a range; name one message or leave the block out")
    if last is not None and int(last) < int(match["first"]):
        raise ValueError(f"{text!r} is a range that ends before it starts")
    return Position(
        int(match["first"]),
        None if block is None else int(block),
        match["path"],
        None if last is None else int(last),
        match["run"],
    )


def json_path(keys: tuple[str | int, ...]) -> str:
    """Keys and indexes as JSONPath without `$`: `[0].total_cents`, `["a b"].c`."""
    text = ""
    for key in keys:
        if isinstance(key, int):
            text += f"[{key}]"
        elif _PLAIN_KEY.fullmatch(key):
            text += f".{key}" if text else key
        else:
            escaped = key.replace("\\", "\\\\").replace('"', '\\"')
            text += f'["{escaped}"]'
    return text


_STEP = re.compile(r'(?P<dot>\.?)(?P<name>[A-Za-z_][A-Za-z0-9_]*)|\[(?P<index>\d+)\]|\["(?P<quoted>(?:[^"\\]|\\.)*)"\]')


def parse_json_path(path: str) -> tuple[str | int, ...]:
    """Read what `json_path` writes.

    Raises:
        ValueError: the text is not such a path.
    """
    keys: list[str | int] = []
    at = 0
    while at < len(path):
        match = _STEP.match(path, at)
        if match is None or (match["name"] is not None and bool(match["dot"]) != bool(at)):
            raise ValueError(f"{path!r} is no path: stuck at character {at + 1}")
        if match["index"] is not None:
            keys.append(int(match["index"]))
        elif match["quoted"] is not None:
            keys.append(re.sub(r"\\(.)", r"\1", match["quoted"]))
        else:
            keys.append(match["name"])
        at = match.end()
    return tuple(keys)


def value_at(value: Any, keys: tuple[str | int, ...]) -> Any:
    """The value that the keys lead to.

    Raises:
        LookupError: nothing stands there.
        TypeError: a key leads into something that has no parts.
    """
    for key in keys:
        value = value[key]
    return value
