"""Records exactly as the file stores them."""

from collections.abc import Callable
from typing import Any

from viewer.model.source import RecordArray
from viewer.ui.detail_text import Opened, text_body
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_segments import shown

SECTION = "raw"
SHOWN = 20
"""Records of one message that are shown; the rest is counted."""
RawRecords = Callable[[RecordArray], list[bytes]]
"""Reads the records of an array; raises `RunFileError` where the file is gone or changed."""


def raw_section(facts: RunFacts, records: tuple[int, ...], opened: Opened, raw: RawRecords) -> list[dict[str, Any]]:
    """The records that a message was read from."""
    if not records:
        return []
    is_open = SECTION in opened.sections
    numbers = ", ".join(f"{number:,}" for number in records[:SHOWN])
    section: dict[str, Any] = {
        "id": SECTION,
        "title": f"raw {'record' if len(records) == 1 else 'records'} {numbers}, as stored",
        "open": is_open,
        "rows": [],
        "bodies": [],
    }
    if is_open:
        for number in records[:SHOWN]:
            data = raw_record(facts, number, raw)
            if data is None:
                section["rows"].append(("", [f"record {number:,} has no bytes of its own in this file"]))
                continue
            text = data.decode("utf-8", "surrogateescape")
            body = text_body(f"raw-{number}", text, opened, label=f"record {number:,}", json=text.lstrip()[:1] in "{[")
            section["bodies"].append({**body, "extent": shown(f"{len(data):,} bytes")})
        if len(records) > SHOWN:
            section["rows"].append(("", [f"{len(records) - SHOWN:,} more records"]))
    return [section]


def raw_record(facts: RunFacts, number: int, raw: RawRecords) -> bytes | None:
    """The bytes of one record; None where no array of the run holds them."""
    for array in facts.run.records:
        if array.first <= number < array.first + array.count:
            records = raw(array)
            at = number - array.first
            return records[at] if at < len(records) else None
    return None
