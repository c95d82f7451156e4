"""A run file of our own format that is whole at every moment, also when the process dies."""

import json
import os
from pathlib import Path
from typing import Any

from viewer.record.normalise import plain

_END = b"\n]}\n"


class RunFile:
    """The head, then the messages: a change rewrites the file's tail with one write, so that no reader sees half."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        self._ends: list[int] = []
        """Where the head ends, then where each message ends."""
        self._size = 0

    def write(self, head: dict[str, Any], messages: list[dict[str, Any]], first_changed: int) -> None:
        """Write the messages from `first_changed` on, and the head the first time."""
        made = bytearray()
        if not self._ends:
            made += _head(head)
            self._ends.append(len(made))
            first_changed = 0
        start = self._ends[first_changed] - len(made)
        del self._ends[first_changed + 1 :]
        for number in range(first_changed, len(messages)):
            made += (b",\n" if number else b"\n") + _json(messages[number])
            self._ends.append(start + len(made))
        made += _END
        # Spaces first, since a death between a shorter write and the cut would leave old text behind the end.
        self._put(start, bytes(made).ljust(self._size - start))
        self._size = start + len(made)
        os.ftruncate(self._file, self._size)

    def _put(self, at: int, content: bytes) -> None:
        os.lseek(self._file, at, os.SEEK_SET)
        written = 0
        while written < len(content):
            written += os.write(self._file, content[written:])

    def replace(self, head: dict[str, Any], messages: list[dict[str, Any]]) -> None:
        """Write all anew beside the file, then put it in the file's place: for a head that changed, and at the end."""
        beside = self.path.with_name(self.path.name + ".part")
        beside.unlink(missing_ok=True)
        new = RunFile(beside)
        new.write(head, messages, 0)
        os.fsync(new._file)
        self.close()
        # An open file cannot be replaced on Windows.
        new.close()
        beside.replace(self.path)
        self._file = os.open(self.path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        self._ends, self._size = new._ends, new._size

    def close(self) -> None:
        """Give the file back."""
        os.close(self._file)


def _head(head: dict[str, Any]) -> bytes:
    return _json(head)[:-1] + b', "messages": ['


def _json(value: Any) -> bytes:
    try:
        return json.dumps(value, default=str).encode()
    except TypeError:
        # Keys that JSON has no form for, such as tuples.
        return json.dumps(plain(value)).encode()
