"""What stands beside the messages of plain JSON: fields of a message and of the object around the list."""

from collections.abc import Mapping
from typing import Any

import msgspec

from viewer.decode.scan import Key
from viewer.formats.entries import Entry, Input, Reply
from viewer.model.block import Unknown

KIND = "fields beside role and content"
_OF_ALL = frozenset({"timestamp"})
_OF_RESULTS = frozenset({"timestamp", "tool_call_id", "tool_use_id", "is_error", "name"})
_OF_REPLIES = frozenset({"timestamp", "tool_calls"})


class Unread:
    """Counts the fields of messages that no block holds, to name them in a note."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def add(self, message: Any, entry: Entry, *, is_result: bool = False) -> Entry:
        """The entry with a raw block of the fields that hold objects or lists; the names of all others are kept.

        Args:
            message: as the file has it.
            entry: what was made of it.
            is_result: whether it was read as a tool's.
        """
        if type(message) is not dict or len(message) < 3:
            return entry
        read = _words(message) | (_OF_RESULTS if is_result else _OF_REPLIES if type(entry) is Reply else _OF_ALL)
        left = {key: held for key, held in message.items() if key not in read and held not in (None, "", [], {})}
        takes_blocks = type(entry) is Reply or type(entry) is Input
        raw = {key: held for key, held in left.items() if takes_blocks and type(held) in (dict, list)}
        for key in left:
            if key not in raw:
                self._counts[key] = self._counts.get(key, 0) + 1
        if not raw:
            return entry
        return msgspec.structs.replace(entry, blocks=(*entry.blocks, Unknown(KIND, raw)))  # type: ignore[union-attr]

    def notes(self) -> tuple[str, ...]:
        """A sentence that names the fields; none where there are none."""
        if not self._counts:
            return ()
        named = ", ".join(f"{key} ({count:,})" for key, count in self._counts.items())
        return (f"fields of messages that are not read, with how many messages have them: {named}",)


def _words(message: Mapping[str, Any]) -> frozenset[str]:
    """The fields that hold whose message it is and what it says."""
    if "role" in message and "content" in message:
        return frozenset({"role", "content"})
    if "from" in message:
        return frozenset({"from", "value"})
    return frozenset({"role", "text", "system_prompt"} if message.get("text") is None else {"role", "text"})


def without(value: Any, keys: tuple[Key, ...]) -> dict[str, Any]:
    """An object without what stands at some keys in it, nor any object that this leaves empty."""
    if type(value) is not dict or not keys:
        return {}
    rest = {key: held for key, held in value.items() if key != keys[0]}
    inner = without(value[keys[0]], keys[1:])
    return {**rest, str(keys[0]): inner} if inner else rest
