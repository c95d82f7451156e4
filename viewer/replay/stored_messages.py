"""Messages exactly as the file holds them, where it holds them as the API takes them.

A Run keeps what it understands. Cache marks, citations and the blocks of a provider's own tools stay whole only here.
"""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

from viewer.decode.document import Decoded, JsonDocument, JsonRecords, Record
from viewer.formats.shapes.response_blocks import READERS, blocks
from viewer.model.message import Message
from viewer.model.position import parse_json_path, value_at
from viewer.model.run import Run
from viewer.replay.built import Api, stored_as

_NOT_SENT = frozenset({"usage", "finish_reason", "stop_reason", "model", "timestamp", "created", "logprobs", "index"})
"""Keys that responses and harnesses add to a message of the Chat Completions API."""

_INSIDE_LINES = ("claude_code",)
"""Formats whose lines hold a message of the API under `message`, a reply in several of them."""


@dataclass(frozen=True)
class _Entries:
    """An array of the file, looked at only where a message is asked for."""

    first: int
    """The number of its first record."""
    end: int
    """The number after that of its last."""
    values: list[Any]
    are_records: bool
    """The values stand in records."""


def _first(entries: _Entries) -> int:
    return entries.first


class StoredMessages:
    """The records of a run that are messages of an API, by record number."""

    def __init__(self, api: Api, arrays: list[_Entries], *, in_lines: bool = False) -> None:
        self.api = api
        self._arrays = sorted(arrays, key=_first)
        self._in_lines = in_lines
        self._is_plain = api == "anthropic_messages"

    def of(self, records: tuple[int, ...]) -> list[dict[str, Any]] | None:
        """The messages of these records; None where one is not a message of the API."""
        if len(records) == 1:
            value = self._value(records[0])
            # Most messages are as they are sent: no more is to be looked at.
            if self._is_plain and type(value) is dict and len(value) == 2 and type(value.get("role")) is str:
                content = value.get("content")
                if type(content) is list or type(content) is str:
                    return [value]
            value = _sent(value, self.api)
            return None if value is None else [value]
        made = []
        for record in records:
            one = _sent(self._value(record), self.api)
            if one is None:
                return None
            made.append(one)
        return _joined(made) if self._in_lines and len(made) > 1 else made or None

    def _value(self, number: int) -> Any:
        at = bisect_right(self._arrays, number, key=_first) - 1
        if at < 0 or number >= self._arrays[at].end:
            return None
        entries = self._arrays[at]
        value = entries.values[number - entries.first]
        if entries.are_records:
            value = value.value if type(value) is Record else None
        if self._in_lines:
            value = value.get("message") if type(value) is dict else None
        return value


def stored_messages(run: Run, decoded: Decoded) -> StoredMessages | None:
    """What a decoded source holds of a run word by word; None where it stores another form.

    Args:
        run: a run of this source.
        decoded: the source, as `load.decode_source` gives it.
    """
    api = stored_as(run)
    arrays = run.records if api == "openai_responses" else run.records[:1]
    if api is None or not arrays or any(array.part != 0 for array in arrays):
        return None
    found: list[_Entries] = []
    for array in arrays:
        values: Any
        match decoded:
            case JsonRecords(records=records) if array.path == "":
                values, are_records = records, True
            case JsonDocument(value=value):
                values, are_records = value_at(value, parse_json_path(array.path)), False
            case _:
                return None
        if not isinstance(values, list):
            return None  # one value: a response, or a log of one call
        found.append(_Entries(array.first, array.first + min(array.count, len(values)), values, are_records))
    return StoredMessages(api, found, in_lines=run.format in _INSIDE_LINES)


def _joined(pieces: list[dict[str, Any]]) -> list[dict[str, Any]] | None:
    """The pieces of one message, each a line of its own, as the one message that they were."""
    if any(one["role"] != pieces[0]["role"] for one in pieces):
        return None
    content: list[Any] = []
    for one in pieces:
        part = one["content"]
        content += part if isinstance(part, list) else [{"type": "text", "text": part}]
    return [{"role": pieces[0]["role"], "content": content}]


def _sent(value: Any, api: Api) -> dict[str, Any] | None:
    """What an API takes of a record; None: the record is no message of it."""
    if type(value) is not dict:
        return None
    if api == "openai_responses":
        kind = value.get("type")
        return value if kind in READERS or (kind is None and isinstance(value.get("role"), str)) else None
    if not isinstance(value.get("role"), str):
        return None
    if api == "openai_chat":
        # Most messages hold nothing that is not sent.
        return (
            value if _NOT_SENT.isdisjoint(value) else {key: one for key, one in value.items() if key not in _NOT_SENT}
        )
    if not isinstance(value.get("content"), str | list):
        return None
    return value if len(value) == 2 else {"role": value["role"], "content": value["content"]}


def blocks_match(message: Message, stored: list[dict[str, Any]], api: Api) -> bool:
    """Whether block numbers count the same parts in the run and in the file."""
    if api == "openai_responses":
        return sum(len(blocks(item)) for item in stored) == len(message.blocks)
    if api == "openai_chat":
        return len(stored) == 1 or len(stored) == len(message.blocks)
    content = stored[0]["content"]
    return len(stored) == 1 and (isinstance(content, str) or len(content) == len(message.blocks))
