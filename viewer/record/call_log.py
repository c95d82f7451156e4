"""The loop's own log: one CSV row a tool call's attempt, in the fields that the join by call id reads."""

import csv
import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

FIELDS = ("call_id", "tool", "start", "end", "attempt", "outcome")


class CallLog:
    """Appends rows; each is flushed, so that a process that dies keeps what was written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._add(FIELDS)

    def add(self, call_id: str | None, tool: str, start: datetime, end: datetime, attempt: int, outcome: str) -> None:
        """One attempt of one call."""
        self._add((call_id, tool, moment(start), moment(end), attempt, outcome))

    def _add(self, row: Sequence[object]) -> None:
        with self._lock, self.path.open("a", encoding="utf-8", errors="backslashreplace", newline="") as file:
            csv.writer(file).writerow(row)


def moment(time: datetime) -> str:
    """ISO 8601 in UTC, to the microsecond."""
    return time.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
