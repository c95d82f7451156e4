"""The loop's own log: one JSON line a tool call's attempt, in the fields that the join by call id reads."""

import json
import threading
from datetime import UTC, datetime
from pathlib import Path


class CallLog:
    """Appends lines; each is flushed, so that a process that dies keeps what was written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()

    def add(self, call_id: str | None, tool: str, start: datetime, end: datetime, attempt: int, outcome: str) -> None:
        """One attempt of one call."""
        line = {
            "call_id": call_id,
            "tool": tool,
            "start": moment(start),
            "end": moment(end),
            "attempt": attempt,
            "outcome": outcome,
        }
        with self._lock, self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def moment(time: datetime) -> str:
    """ISO 8601 in UTC, to the microsecond."""
    return time.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
