"""Checks and conversions of single values that several formats need. Each raises on what it cannot convert."""

import json
from datetime import UTC, datetime
from typing import Any

import msgspec

from viewer.decode.json_value import JsonError, parse
from viewer.model.request import StopReason
from viewer.model.usage import Usage

_FAST = msgspec.json.Decoder()
MOST = 10**100
"""Tokens: what is above is no count."""
_STOP_REASONS: dict[str, StopReason] = {
    "end_turn": "end_turn",
    "stop": "end_turn",
    "STOP": "end_turn",
    "completed": "end_turn",
    "tool_use": "tool_use",
    "tool_call": "tool_use",
    "tool_calls": "tool_use",
    "tool-calls": "tool_use",
    "toolUse": "tool_use",
    "function_call": "tool_use",
    "max_tokens": "max_tokens",
    "MAX_TOKENS": "max_tokens",
    "length": "max_tokens",
    "model_length": "max_tokens",
    "model_context_window_exceeded": "max_tokens",
    "stop_sequence": "stop_sequence",
    "refusal": "refusal",
    "content_filter": "refusal",
    "content-filter": "refusal",
    "SAFETY": "refusal",
    "pause_turn": "pause_turn",
}


def stop_reason(word: Any) -> StopReason | None:
    """The canonical word of a recorded one; None where nothing is recorded."""
    if word is None:
        return None
    return _STOP_REASONS.get(text(word), "unknown")


def text(value: Any) -> str:
    """A string, or TypeError."""
    if type(value) is str:
        return value
    raise TypeError(f"text expected, {_kind(value)} found")


def text_or_none(value: Any) -> str | None:
    """A string or null, or TypeError."""
    if value is None or type(value) is str:
        return value
    raise TypeError(f"text expected, {_kind(value)} found")


def filled_or_none(value: Any) -> str | None:
    """A string that is not empty; everything else counts as not there."""
    return value if type(value) is str and value else None


def count(value: Any) -> int | None:
    """A token count (a whole number) or None; anything else is a TypeError, one beyond all use a ValueError."""
    if value is None or (type(value) is int and value < MOST):
        return value
    if type(value) is float and value.is_integer() and value < MOST:
        return int(value)
    if type(value) in (int, float) and value >= MOST:
        raise ValueError("a count is larger than any tokenizer's")
    raise TypeError(f"whole number expected, {_kind(value)} found")


def usage_under_our_names(raw: dict[str, Any]) -> Usage:
    """Token counts that the file has under the names of our fields; raises as `count` does."""
    try:
        return msgspec.convert(raw, Usage)
    except msgspec.ValidationError:  # counts may be written as 12.0, which is read here all the same
        return Usage(*(count(raw.get(name)) for name in Usage.__struct_fields__))


def whole_or_none(value: Any) -> int | None:
    """A count out of a head, whose damage must not cost the run: None where it is none."""
    return value if type(value) is int and abs(value) < MOST else None


def number_or_none(value: Any) -> float | None:
    """An amount out of a head, whose damage must not cost the run: None where it is none."""
    return float(value) if (type(value) is float or type(value) is int) and abs(value) < MOST else None


def mapping(value: Any) -> dict[str, Any]:
    """An object, or TypeError."""
    if type(value) is dict:
        return value
    raise TypeError(f"object expected, {_kind(value)} found")


def listing(value: Any) -> list[Any]:
    """A list, or TypeError."""
    if type(value) is list:
        return value
    raise TypeError(f"list expected, {_kind(value)} found")


def arguments(value: Any) -> Any:
    """Tool arguments: JSON text is parsed; what is not JSON stays the text it is."""
    if type(value) is not str:
        return value
    try:
        return _FAST.decode(value)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        pass  # no JSON, or JSON that only the slow reader knows
    try:
        return parse(value)[0]
    except JsonError:
        return value


def timestamp(value: Any) -> str | None:
    """ISO 8601: text stays as recorded, epoch seconds or milliseconds are converted (UTC); else None."""
    if type(value) is str:
        return value or None
    if type(value) in (int, float):
        try:
            return datetime.fromtimestamp(value / 1000 if value > 1e11 else value, UTC).isoformat()
        except (OverflowError, OSError, ValueError):
            return None
    return None


def epoch_seconds(value: Any) -> float | None:
    """The moment that ISO 8601 text names (UTC where it names no zone), in seconds; None: it names none."""
    if type(value) is not str:
        return None
    try:
        moment = datetime.fromisoformat(value)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (OverflowError, ValueError):
        return None


def as_text(value: Any) -> str:
    """Any JSON value as text, text as it is."""
    return value if type(value) is str else json.dumps(value, ensure_ascii=False)


def _kind(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "text"
        case list():
            return "a list"
        case _:
            return "an object"
