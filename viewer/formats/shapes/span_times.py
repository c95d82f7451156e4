"""Moments and ids of spans, in the many forms that writers give them."""

import binascii
import re
from datetime import UTC, datetime
from typing import Any

_SECOND = 1_000_000_000
_HEX = re.compile(r"(?:0x)?([0-9a-fA-F]{16}|[0-9a-fA-F]{32})")
_ID_BYTES = (8, 16)
_FRACTION = re.compile(r"(.*:\d\d)\.(\d{7,})(.*)")


def nanoseconds(value: Any) -> int | None:
    """The moment since 1970: ISO 8601 text, `[seconds, nanoseconds]`, or a count of whatever unit its size tells."""
    kind = type(value)
    if kind is str:
        return int(value) if value.isdecimal() and len(value) > 15 else _of_text(value)
    if kind is int or kind is float:
        return _of_count(value)
    if kind is list and len(value) == 2 and type(value[0]) is int and type(value[1]) is int:
        seconds, rest = value
        return int(seconds * _SECOND + rest) if 0 <= seconds < 1e11 and 0 <= rest < _SECOND else None
    return None


def _of_count(value: int | float) -> int | None:
    if not 0 < value < 1e20:
        return None
    if value > 1e17:
        return int(value)
    unit = 1_000 if value > 1e14 else 1_000_000 if value > 1e11 else _SECOND
    return int(value * unit)


def _of_text(value: str) -> int | None:
    """ISO 8601, with as many digits of a second as there are."""
    rest = 0
    if len(value) > 26:
        match = _FRACTION.fullmatch(value)
        if match is not None:
            digits = match[2][:9].ljust(9, "0")
            value, rest = f"{match[1]}{match[3]}", int(digits)
    try:
        moment = datetime.fromisoformat(value)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        whole = int(moment.replace(microsecond=0).timestamp())
    except (OverflowError, ValueError):
        return None
    return whole * _SECOND + moment.microsecond * 1_000 + rest


def iso(moment: int | None) -> str | None:
    """ISO 8601 in UTC with microseconds; None where there is no moment, or none that a calendar has."""
    if moment is None:
        return None
    try:
        whole = datetime.fromtimestamp(moment // _SECOND, UTC)
    except (OverflowError, OSError, ValueError):
        return None
    return whole.replace(microsecond=moment % _SECOND // 1_000).isoformat()


def seconds_between(started: int | None, ended: int | None) -> float | None:
    """How long it took; None where either end is unknown or they are the wrong way round."""
    if started is None or ended is None or ended < started:
        return None
    return (ended - started) / _SECOND


def hex_id(value: Any) -> str | None:
    """A trace's or span's id in one form: hex digits, without `0x`, out of base64; any other text as it is."""
    if type(value) is not str or not value:
        return None
    match = _HEX.fullmatch(value)
    if match is not None:
        return match[1].lower()
    if len(value) in (12, 24) and value[-1] == "=":
        try:
            raw = binascii.a2b_base64(value, strict_mode=True)
        except ValueError:
            return value
        return raw.hex() if len(raw) in _ID_BYTES else value
    return value
