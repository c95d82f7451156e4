"""Values that no API takes: half characters (lone surrogates), and numbers that JSON cannot write.

One of them in a list makes every later request of that list invalid.
"""

import json
import math
import re
from typing import Any

from viewer.replay.built import Losses

_LONE = re.compile("[\ud800-\udfff]")
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def sendable_text(body: dict[str, Any], losses: Losses) -> dict[str, Any]:
    """The same request, with each such value replaced and counted."""
    text = json.dumps(body, ensure_ascii=False)
    if _LONE.search(text) is None and "NaN" not in text and "Infinity" not in text:
        return body
    counts = {"characters": 0, "numbers": 0}
    made: dict[str, Any] = _replaced(body, counts)
    if counts["characters"]:
        losses.add(
            f"{counts['characters']:,} half characters (lone surrogates) are replaced by {REPLACEMENT}: "
            "no API takes them"
        )
    if counts["numbers"]:
        losses.add(f"{counts['numbers']:,} numbers that JSON cannot write (NaN, Infinity) are sent as text")
    return made


def _replaced(value: Any, counts: dict[str, int]) -> Any:
    match value:
        case str():
            text, found = _LONE.subn(REPLACEMENT, value)
            counts["characters"] += found
            return text
        case float() if not math.isfinite(value):
            counts["numbers"] += 1
            return str(value)
        case list():
            return [_replaced(one, counts) for one in value]
        case dict():
            return {_replaced(key, counts): _replaced(one, counts) for key, one in value.items()}
        case _:
            return value
