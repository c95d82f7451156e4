"""One JSON value out of bytes, with nothing altered on the way."""

import json
import math
import re
from typing import Any

import msgspec

_FAST = msgspec.json.Decoder()
_READABLE_ALL_THE_SAME = re.compile(rb"NaN|Infinity|\\u|[\x00-\x1f]")
"""What may stand where the fast reader stops at text that the slow one reads."""
_ESCAPED_BYTE = re.compile("[\udc80-\udcff]")
_HALF = re.compile("[\ud800-\udfff]")


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
        _raise_if_certain(str(error), data)
    except UnicodeError:
        pass  # a text that holds half a character
    except RecursionError:
        raise JsonError("depth", 0, "nested deeper than this program reads") from None
    return _parse_slowly(data)


def _raise_if_certain(reason: str, data: bytes | memoryview | str) -> None:
    """Raise where the slow reader, which knows more than JSON does, could read no further either."""
    digits = reason.rpartition("(byte ")[2].rstrip(")")
    byte = int(digits) if digits.isdigit() else 0
    if "trailing characters" in reason:
        raise JsonError("trailing", byte, "more text follows the first value") from None
    if isinstance(data, str):
        return
    # Of half a character that is escaped in the last few bytes the fast reader says that the text is cut.
    if byte >= len(data) or ("truncated" in reason and b"\\u" not in bytes(data[-16:])):
        raise JsonError("truncated", len(data), "the text ends too early") from None
    around = bytes(data[max(0, byte - 8) : byte + 9])
    if reason.startswith("JSON is malformed") and not _READABLE_ALL_THE_SAME.search(around):
        what = reason.removeprefix("JSON is malformed: ").rpartition(" (byte ")[0]
        raise JsonError("malformed", byte, what) from None


def _parse_slowly(data: bytes | memoryview | str) -> tuple[Any, tuple[str, ...]]:
    text, escape = (data, "surrogatepass") if isinstance(data, str) else _text(bytes(data))
    notes: dict[str, None] = {}

    def number(digits: str) -> int | str:
        try:
            return int(digits)
        except ValueError:  # Python converts no more than 4,300 digits
            notes[f"a number of {len(digits):,} digits is kept as text"] = None
            return digits

    def real(digits: str) -> float | str:
        value = float(digits)
        if math.isfinite(value):
            return value
        notes[f"the number {digits[:40]} is out of range and kept as text"] = None
        return digits

    def constant(word: str) -> str:
        notes[f"{word}, which JSON does not know, is kept as text"] = None
        return word

    def value_of(text: str, *, strict: bool) -> Any:
        hooks = {"parse_int": number, "parse_float": real, "parse_constant": constant}
        return json.JSONDecoder(strict=strict, **hooks).decode(text)  # type: ignore[arg-type]  # three kinds of hook

    try:
        try:
            value = value_of(text, strict=True)
        except json.JSONDecodeError as error:
            if not error.msg.startswith("Invalid control character"):
                raise
            value = value_of(text, strict=False)
            notes["control characters stand unescaped in a text, where they are kept"] = None
    except json.JSONDecodeError as error:
        raise _json_error(error, text, escape) from None
    except RecursionError:
        raise JsonError("depth", 0, "nested deeper than this program reads") from None
    strange = len(_ESCAPED_BYTE.findall(text)) if escape == "surrogateescape" else 0
    if strange:
        notes[f"{strange:,} bytes are not UTF-8; they are kept as \\udc80 to \\udcff"] = None
    if halves := _half_characters(value) - strange:
        notes[f"half characters (lone surrogates), kept as they are: {halves:,}"] = None
    return value, tuple(notes)


def _text(data: bytes) -> tuple[str, str]:
    """The text and its error handler: halves of characters stay what they are, other strange bytes are escaped."""
    try:
        return data.decode("utf-8", "surrogatepass"), "surrogatepass"
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape"), "surrogateescape"


def _json_error(error: json.JSONDecodeError, text: str, escape: str) -> JsonError:
    byte = len(text[: error.pos].encode("utf-8", escape))
    if error.msg == "Extra data":
        return JsonError("trailing", byte, "more text follows the first value")
    ends_here = "Unterminated" in error.msg or error.pos >= len(text.rstrip()) - 8
    return JsonError("truncated" if ends_here else "malformed", byte, error.msg[:1].lower() + error.msg[1:])


def _half_characters(value: Any) -> int:
    """How many of them the keys and texts of a value hold."""
    found = 0
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if type(one) is str:
            if not one.isascii():
                found += len(_HALF.findall(one))
        elif type(one) is dict:
            waiting.extend(one)
            waiting.extend(one.values())
        elif type(one) is list:
            waiting.extend(one)
    return found
