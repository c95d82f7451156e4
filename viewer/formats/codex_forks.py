"""Where the copy of the parent's history ends, with which a Codex rollout of a fork or a sub-agent opens."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.formats.convert import epoch_seconds

_BURST_SECONDS = 1.0
"""A copy is written at once, milliseconds apart, whatever its age; the first own turn comes later."""
_UUID_7 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")


def copied_until(records: Sequence[Record | BadRecord]) -> int:
    """Number of the last record of the copy, 0: the file holds none.

    Each record of the copy has a time of the fork, so only the pause after it tells, or a turn that began after the
    thread did (ids of turns and threads hold their time). Only a header that names its parent, or the parent's own
    header behind it, makes the records at the start a copy.
    """
    if not records:
        return 0
    header = _payload(records[0], "session_meta")
    if header is None:
        return 0
    own_id, began = header.get("id"), _milliseconds(header.get("id"))
    is_copy = header.get("forked_from_id") is not None
    last, before = 0, _time(records[0])
    for record in records[1:]:
        if type(record) is BadRecord:
            last = record.number
            continue
        now = _time(record)
        if now is None or before is None or now - before > _BURST_SECONDS:
            break
        turn = _turn(record)
        if began is not None and turn is not None and turn >= began:
            break
        another = _payload(record, "session_meta")
        is_copy = is_copy or (another is not None and another.get("id") != own_id)
        last, before = record.number, now
    return last if is_copy else 0


def begins_with_pause(records: Sequence[Record | BadRecord]) -> bool:
    """Whether a pause stands in the file, so that lines which are added change nothing of where a copy ends."""
    times = [_time(record) for record in records]
    return any(before is None or now is None or now - before > _BURST_SECONDS for before, now in pairwise(times))


def _payload(record: Record | BadRecord, kind: str) -> dict[str, Any] | None:
    line = record.value if type(record) is Record else None
    if type(line) is dict and line.get("type") == kind and type(line.get("payload")) is dict:
        payload: dict[str, Any] = line["payload"]
        return payload
    return None


def _time(record: Record | BadRecord) -> float | None:
    line = record.value if type(record) is Record else None
    return epoch_seconds(line.get("timestamp")) if type(line) is dict else None


def _turn(record: Record | BadRecord) -> int | None:
    """When the turn began that the record opens."""
    event = _payload(record, "event_msg")
    if event is not None and event.get("type") in ("task_started", "turn_started"):
        return _milliseconds(event.get("turn_id"))
    context = _payload(record, "turn_context")
    return None if context is None else _milliseconds(context.get("turn_id"))


def _milliseconds(value: Any) -> int | None:
    """The time in an id of version 7."""
    if type(value) is str and _UUID_7.fullmatch(value):
        return int(value.replace("-", "")[:12], 16)
    return None
