"""Values that a Python program stored packed: msgpack and JSON are read as data, what is pickled is never loaded."""

from datetime import datetime
from typing import Any

import msgspec

from viewer.decode.json_value import JsonError, parse

_MOST_NESTED = 50
"""Objects packed inside one another."""
_SINGLE, _CALLS, _PYDANTIC = 0, range(0, 5), 5
"""Codes of an object that is to be made by calling something, or of a model: (module, name, what it is given, …)."""


def packed_value(kind: str, data: bytes) -> Any:
    """What stands in the bytes, with JSON values.

    Raises:
        ValueError: they are damaged, or of a kind that is not read.
    """
    try:
        if kind == "json":
            return parse(data)[0]
        if kind == "msgpack":
            return _plain(msgspec.msgpack.decode(data, ext_hook=_Objects().read))
    except (JsonError, msgspec.MsgspecError, RecursionError) as error:
        raise ValueError(f"stored as {kind}, which is damaged here: {error}") from error
    raise ValueError(f"stored as {kind}, which is never loaded; msgpack and JSON are read")


class _Objects:
    """Turns packed objects into what they are made of; nothing is imported or called."""

    def __init__(self) -> None:
        self._depth = 0

    def read(self, code: int, data: memoryview) -> Any:
        """The fields of a model, what a constructor is given, or the bytes of what is not known."""
        if self._depth >= _MOST_NESTED:
            raise ValueError(f"objects are packed inside one another more than {_MOST_NESTED} deep")
        if code != _PYDANTIC and code not in _CALLS:
            return {"packed": code, "bytes": bytes(data).hex()}
        self._depth += 1
        parts = msgspec.msgpack.decode(data, ext_hook=self.read)
        self._depth -= 1
        if type(parts) is not list or len(parts) < 3:
            return {"packed": code, "value": parts}
        given = parts[2]
        return given if code == _SINGLE or type(given) is not list else {"made_of": parts[1], "values": given}


def _plain(value: Any) -> Any:
    """A value as JSON knows it."""
    kind = type(value)
    if kind is dict:
        return {key if type(key) is str else str(key): _plain(one) for key, one in value.items()}
    if kind is list or kind is tuple:
        return [_plain(one) for one in value]
    if kind is bytes:
        return {"bytes": value.hex()}
    if kind is datetime:
        return value.isoformat()
    if kind is float and value - value != 0:
        return str(value)
    return value
