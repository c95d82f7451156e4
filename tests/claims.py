"""Which formats claim a value, without a file."""

import json
from typing import Any

from viewer.decode.decoder import decode
from viewer.formats.registry import matches


def claims(*values: Any, lines: bool = False) -> dict[str, int]:
    """Name and strength of every claim on a document (one value), or on JSON lines."""
    text = "\n".join(json.dumps(value) for value in values) + "\n" * lines
    return {format.name: match.strength for format, match, _ in matches(decode(text.encode(), "run"))}
