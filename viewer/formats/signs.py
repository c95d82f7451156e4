"""The keys near the start of a content, which tell most formats apart before any of them looks at it."""

from collections.abc import Iterable, Set
from typing import Any

from viewer.decode.document import Decoded, JsonDocument, JsonRecords

MOST = 50
"""Entries or lines whose own keys are gathered: as many as any format with signs looks at."""
_WHOLE = 20
"""Of these also the keys of the objects and lists in them, and of a list's first entries."""


def head_keys(decoded: Decoded, words: Set[str] = frozenset()) -> set[str] | None:
    """Keys of the document and of the objects in it, or of the first entries or lines and of the objects in them.

    None: the content is not JSON.

    Args:
        decoded: the content.
        words: what `line_words` says of it, whose keys need not be gathered again.
    """
    if isinstance(decoded, JsonRecords):
        entries = list(decoded.values(MOST))
    elif isinstance(decoded, JsonDocument):
        value = decoded.value
        entries = value[:MOST] if type(value) is list else [value]
    else:
        return None
    keys = set(words)
    if not words:
        _add(keys, entries)
    for entry in entries[:_WHOLE]:
        for inner in entry.values() if type(entry) is dict else (entry,):
            kind = type(inner)
            if kind is dict:
                keys.update(inner)
            elif kind is list:
                _add(keys, inner[:_WHOLE])
    return keys


def line_words(lines: JsonRecords) -> set[str]:
    """The first lines' own keys, and what stands under `type` in them, behind `type=`."""
    words: set[str] = set()
    kinds: set[str] = set()
    for line in lines.values(MOST):
        if type(line) is dict:
            words.update(line)
            kind = line.get("type")
            if type(kind) is str:
                kinds.add(kind)
    words.update([f"type={kind}" for kind in kinds])
    return words


def _add(keys: set[str], entries: Iterable[Any]) -> None:
    for entry in entries:
        if type(entry) is dict:
            keys.update(entry)
