"""Folders of OpenHands V1: an event a file, `events/event-00000-ID.json`, beside `base_state.json` or `meta.json`."""

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from viewer.decode.document import BadRecord, Decoded, JsonDocument, Record
from viewer.formats.shapes.openhands_kinds import is_kind_event

_EVENT = re.compile(r"event[-_](\d+)[-_].*\.json")
_HEADS = {"base_state.json": "events", "meta.json": ""}
"""A conversation's own file -> the folder of its events, beside it."""


def companions(path: PurePath, below: tuple[PurePath, ...]) -> tuple[PurePath, ...]:
    """The files of the events, in the order of their numbers: beside the conversation's file or the first event."""
    if path.name in _HEADS:
        folder = path.parent / _HEADS[path.name]
    elif (first := _EVENT.fullmatch(path.name)) and int(first[1]) == 0:
        folder = path.parent
    else:
        return ()
    found = [
        (int(match[1]), file)
        for file in below
        if file != path and file.parent == folder and (match := _EVENT.fullmatch(file.name))
    ]
    return tuple(file for _, file in sorted(found))


def is_head(decoded: JsonDocument) -> bool:
    """Whether a document is a conversation's own file, or the first of its events."""
    value = decoded.value
    if type(value) is not dict:
        return False
    return is_kind_event(value) or any(
        is_kind_event(part.value) for part in decoded.companions[:5] if isinstance(part, JsonDocument)
    )


def parts(decoded: JsonDocument) -> Iterator[Record | BadRecord]:
    """Each file is a record; one that cannot be read whole is a bad one."""
    for number, part in enumerate((decoded, *decoded.companions), 1):
        if isinstance(part, JsonDocument) and part.cut is None:
            yield Record(number, part.value)
        else:
            yield BadRecord(number, *_why(part))


def _why(part: Decoded) -> tuple[str, Any]:
    if isinstance(part, JsonDocument):
        return (part.cut.reason if part.cut is not None else "", part.value)
    return ("; ".join(part.notes) or "is no JSON object", None)
