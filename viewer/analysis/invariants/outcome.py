"""Did a call succeed? By its result: the flag, an error payload, an exit code; never by whether it was raised."""

import json
import re
from typing import Any, Literal

import msgspec

from viewer.model.block import ToolResult

Outcome = Literal["ok", "failed", "unanswered"]
LONGEST_PARSED = 1_000_000
"""Characters of a result that are looked into for an error payload."""


_SPEAKS = re.compile(r'"(?:error|ok|success|status|exit_code|returncode|exitCode|tool_response)"|\\u')
"""A payload without any of these keys says nothing of an error; an escape might spell one."""

_BEFORE_PAYLOAD = frozenset("{ \t\r\n")
"""First characters of a text that may be a payload."""


def call_outcome(result: ToolResult | None, error_patterns: tuple[str, ...] = ()) -> Outcome:
    """`ok` means: answered, and no sign of an error that the rules know."""
    if result is None:
        return "unanswered"
    if result.is_error:
        return "failed"
    content = result.content
    text = content if type(content) is str else _text(content)
    if result.is_error is None and text.startswith("Error: "):
        # No flag was recorded, and so many loops hand an exception to the model that a success cannot be claimed.
        return "failed"
    payload = content if isinstance(content, dict) else _parsed(text) if text[:1] in _BEFORE_PAYLOAD else None
    if payload is not None and _says_error(payload):
        return "failed"
    if error_patterns and any(re.search(pattern, text) for pattern in error_patterns):
        return "failed"
    return "ok"


def _text(content: Any) -> str:
    match content:
        case str():
            return content
        case list():
            parts = (part.get("text") for part in content if isinstance(part, dict))
            return "\n".join(part for part in parts if isinstance(part, str))
        case _:
            return ""


def _parsed(text: str) -> Any:
    if len(text) > LONGEST_PARSED or text.lstrip()[:1] != "{" or not _SPEAKS.search(text):
        return None
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, ValueError):
        pass
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _says_error(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    code = next((value[name] for name in ("exit_code", "returncode", "exitCode") if name in value), None)
    inner = value.get("tool_response")
    return (
        bool(value.get("error"))
        or value.get("ok") is False
        or value.get("success") is False
        or value.get("status") == "error"
        or (type(code) is int and code != 0)
        or (isinstance(inner, dict) and bool(inner.get("error")))
    )
