"""A text as the detail shows it: how much of it, masked, escaped, and what was done to it said beside it."""

import hashlib
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Any

from viewer.masking import masked_part
from viewer.plain import visible
from viewer.ui.terminal_codes import without_codes

HEAD = 4_000
"""Characters shown before anyone asks for more."""
PART = 1_000_000
"""Characters sent at once of a text that was asked for whole."""
HASHED = 1_000_000
"""Characters from which on a text that is not shown whole is named by its hash as well."""
TREE = 2_000_000
"""Characters up to which JSON is offered as a tree."""
_CUT_BY_SOURCE = ("...", "…", "[truncated]", "<truncated>", "[TRUNCATED]")


@dataclass(frozen=True)
class Opened:
    """What the reader has asked for beyond the defaults; plain values, so that a session can hold it."""

    parts: Mapping[str, int] = field(default_factory=dict)
    """Body id -> the part of it that is shown."""
    revealed: Set[str] = frozenset()
    """Ids of masked values."""
    codes: Set[str] = frozenset()
    """Ids of bodies whose terminal codes are shown."""
    sections: Set[str] = frozenset()


def text_body(
    body_id: str, text: str, opened: Opened, *, kind: str = "code", label: str = "", path: str = "", json: bool = False
) -> dict[str, Any]:
    """The body of one text for `components/body.js`."""
    part = opened.parts.get(body_id)
    whole = len(text) <= HEAD
    start = 0 if whole or part is None else min(part, max(0, len(text) - 1) // PART) * PART
    end = len(text) if whole else min(len(text), HEAD if part is None else start + PART)
    notes: list[str] = []
    part_shown = masked_part(text, start, end, opened.revealed)
    shown = part_shown.text
    plain, codes = without_codes(shown)
    if body_id not in opened.codes:
        shown = plain
    if "\r" in shown:
        shown, returns = shown.replace("\r\n", "\n"), shown.count("\r\n")
        if returns:
            notes.append(f"line ends are CR LF in the file ({returns:,} shown)")
        shown = shown.replace("\r", "␍\n")
    escaped = visible(shown)
    if escaped != shown:
        notes.append("characters that cannot be seen are written as \\u and their number")
    if end == len(text) and text.rstrip().endswith(_CUT_BY_SOURCE):
        notes.append("it ends like this in the file: not cut by this program")
    return {
        "id": body_id,
        "kind": kind,
        "label": label,
        "text": escaped,
        "characters": len(text),
        "from": start,
        "to": end,
        "part": None if whole else part,
        "parts": max(1, -(-len(text) // PART)),
        "json": json and len(text) <= TREE,
        "path": path,
        "hash": _sha256(text) if not whole and len(text) >= HASHED else None,
        "codes": codes,
        "codes_shown": body_id in opened.codes,
        "masked": [
            {"id": value.id, "label": value.label, "revealed": value.id in opened.revealed}
            for value in part_shown.values
        ],
        "notes": notes,
        "download": True,
    }


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
