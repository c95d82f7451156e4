"""Reads a loop's own log of tool calls: JSON lines or CSV, with fields that the user may name."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from viewer.analysis.logs import LogLine
from viewer.errors import RunFileError

FIELDS: dict[str, tuple[str, ...]] = {
    "call_id": ("call_id", "tool_use_id", "tool_call_id", "id"),
    "start": ("start", "started_at", "start_time", "begin"),
    "end": ("end", "ended_at", "end_time", "finished_at"),
    "attempt": ("attempt", "try", "attempt_number"),
    "outcome": ("outcome", "status", "result"),
}
"""Our field -> the names it is looked for under, in this order."""


def read_log(path: str | Path, names: Mapping[str, str] | None = None) -> tuple[list[LogLine], list[str]]:
    """The lines of a log, and sentences on those that could not be read.

    Args:
        path: a file of JSON lines, or a CSV file with a header.
        names: our field -> its name in this log, where it has another than usual.

    Raises:
        RunFileError: the file is missing, or holds no line with a call id.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise RunFileError(str(path), f"cannot be read ({error.strerror}): name a log file") from error
    except UnicodeDecodeError as error:
        raise RunFileError(str(path), "is no UTF-8 text: a log is JSON lines or CSV") from error
    return read_log_text(str(path), text, names)


def read_log_text(name: str, text: str, names: Mapping[str, str] | None = None) -> tuple[list[LogLine], list[str]]:
    """The same for a log that is at hand as text; `name` is what sentences call it.

    Raises:
        RunFileError: it holds no line with a call id.
    """
    fields = {ours: ((names or {}).get(ours), *usual) for ours, usual in FIELDS.items()}
    lines: list[LogLine] = []
    unread: list[str] = []
    for number, row in _rows(text):
        if isinstance(row, str):
            unread.append(f"line {number}: {row}")
            continue
        lines.append(_line(number, row, fields, unread))
    if not any(line.call_id for line in lines):
        wanted = ", ".join(FIELDS["call_id"])
        raise RunFileError(name, f"holds no call id: none of its lines has {wanted}; name the field it has")
    return lines, unread


def _rows(text: str) -> Iterator[tuple[int, dict[str, Any] | str]]:
    if text.lstrip()[:1] != "{":
        try:
            for number, row in enumerate(csv.DictReader(io.StringIO(text)), 2):
                yield number, dict(row)
        except csv.Error as error:
            yield 0, f"the table cannot be read further: {error}"
        return
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            yield number, "is no JSON"
            continue
        yield number, value if isinstance(value, dict) else "is no object"


def _line(number: int, row: dict[str, Any], fields: dict[str, tuple[str | None, ...]], unread: list[str]) -> LogLine:
    def field(ours: str) -> Any:
        return next((row[name] for name in fields[ours] if name is not None and row.get(name) not in (None, "")), None)

    def moment(ours: str) -> datetime | None:
        value = field(ours)
        found = _moment(value)
        if value is not None and found is None:
            unread.append(f"line {number}: {ours} is no time")
        return found

    call_id, outcome, attempt = field("call_id"), field("outcome"), field("attempt")
    return LogLine(
        number,
        None if call_id is None else str(call_id),
        moment("start"),
        moment("end"),
        int(attempt) if str(attempt).isdecimal() and len(str(attempt)) < 10 else None,
        None if outcome is None else str(outcome),
    )


def _moment(value: Any) -> datetime | None:
    """ISO 8601 text, or seconds or milliseconds since 1970; a time without a zone is taken as UTC."""
    try:
        if isinstance(value, str) and not value.replace(".", "", 1).isdecimal():
            found = datetime.fromisoformat(value)
        elif value is None or isinstance(value, bool):
            return None
        else:
            seconds = float(value)
            found = datetime.fromtimestamp(seconds / 1000 if seconds > 1e11 else seconds, UTC)
    except (ValueError, TypeError, OverflowError, OSError):
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
