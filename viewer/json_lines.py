"""Writes JSON lines: UTF-8, one object a line, whatever text a run holds."""

import json
from typing import Any

import msgspec


def json_line(value: Any) -> bytes:
    """One line. Lone surrogates, which UTF-8 cannot hold, are written as JSON escapes."""
    try:
        return msgspec.json.encode(value) + b"\n"
    except (UnicodeEncodeError, msgspec.EncodeError):
        return json.dumps(msgspec.to_builtins(value), separators=(",", ":")).encode() + b"\n"
