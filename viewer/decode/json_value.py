"""One JSON value out of bytes, with nothing altered on the way."""

import json
import math
from typing import Any

import msgspec

_FAST = msgspec.json.Decoder()


class JsonError(Exception):
    """The bytes are no JSON value.

    Args:
        kind: `truncated` (ends too early), `trailing` (more follows the first value), `malformed`, `depth`.
        byte: where, from 0.
    """

    def __init__(self, kind: str, byte: int, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind
        self.byte = byte
        self.reason = reason


def parse(data: bytes | memoryview | str) -> tuple[Any, tuple[str, ...]]:
    """The value, and notes on what JSON itself cannot say (NaN, numbers out of range, bytes outside UTF-8).

    Raises:
        JsonError: the bytes are not exactly one value.
    """
    try:
        return _FAST.decode(data), ()
    except msgspec.DecodeError as error:
        # Lone surrogates, NaN and numbers out of range are refused by the fast reader only.
        if "trailing characters" in str(error):
            raise JsonError("trailing", _byte_of(error), str(error)) from None
        if "truncated" in str(error):
            raise JsonError("truncated", len(data), "the text ends too early") from None
    except UnicodeDecodeError:
        pass
    except RecursionError:
        raise JsonError("depth", 0, "nested deeper than this program reads") from None
    except UnicodeEncodeError:
        pass  # a text that holds a lone surrogate
    return _parse_slowly(data if isinstance(data, str) else bytes(data).decode("utf-8", "surrogateescape"))


def _byte_of(error: Exception) -> int:
    """The offset that msgspec writes at the end of its message."""
    digits = str(error).rpartition("(byte ")[2].rstrip(")")
    return int(digits) if digits.isdigit() else 0


def _parse_slowly(text: str) -> tuple[Any, tuple[str, ...]]:
    notes: list[str] = []
    strange = sum(0xDC80 <= ord(letter) <= 0xDCFF for letter in text) if not text.isascii() else 0
    if strange:
        notes.append(f"{strange} bytes are not UTF-8; they are kept as escapes \\udc80 to \\udcff")

    def number(digits: str) -> int | str:
        try:
            return int(digits)
        except ValueError:  # Python converts no more than 4,300 digits
            notes.append(f"a number of {len(digits):,} digits is kept as text")
            return digits

    def real(digits: str) -> float | str:
        value = float(digits)
        if math.isfinite(value):
            return value
        notes.append(f"the number {digits[:40]} is out of range and kept as text")
        return digits

    def constant(word: str) -> str:
        notes.append(f"{word}, which JSON does not know, is kept as text")
        return word

    try:
        decoder = json.JSONDecoder(parse_int=number, parse_float=real, parse_constant=constant)
        return decoder.decode(text), tuple(dict.fromkeys(notes))
    except json.JSONDecodeError as error:
        byte = len(text[: error.pos].encode("utf-8", "surrogatepass"))
        if error.msg == "Extra data":
            raise JsonError("trailing", byte, "more text follows the first value") from None
        kind = "truncated" if error.pos >= len(text.rstrip()) - 8 or "Unterminated" in error.msg else "malformed"
        raise JsonError(kind, byte, f"{error.msg} at line {error.lineno} column {error.colno}") from None
    except RecursionError:
        raise JsonError("depth", 0, "nested deeper than this program reads") from None
