"""The text of a run in one place, block by block, to look values up in."""

import json
from bisect import bisect_right
from functools import cached_property
from typing import Any, Literal

import ahocorasick_rs
import msgspec
import numpy as np

from viewer.analysis.provenance.folded import fold, joined
from viewer.analysis.provenance.postings import Needles
from viewer.analysis.provenance.values import as_text
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.position import json_path
from viewer.model.run import Run

Kind = Literal["source", "echo"]
"""`source`: a caller or a tool brought it. `echo`: the model had written it itself before."""


_AS_JSON = json.JSONEncoder(ensure_ascii=False).encode


class Entry(msgspec.Struct, frozen=True):
    """One block's text."""

    message: int
    block: int
    kind: Kind
    text: str


class Haystack:
    """All blocks of a run as text, in order. Build it once a run."""

    def __init__(self, run: Run) -> None:
        self.entries: list[Entry] = []
        self.first_of: list[int] = []
        """Index of the first entry of each message."""
        for message in run.messages:
            self.first_of.append(len(self.entries))
            by_model = any(producer.who == "model" for producer in message.producers)
            for index, block in enumerate(message.blocks):
                text = _text(block)
                if text:
                    self.entries.append(Entry(message.index, index, "echo" if by_model else "source", text))
        self.first_of.append(len(self.entries))

    @cached_property
    def _joined(self) -> tuple[bytes, list[int]]:
        folded, starts = joined([entry.text for entry in self.entries])
        return folded, starts.tolist()

    def scan(self, needle: str, ranges: tuple[tuple[int, int], ...]) -> list[int]:
        """Entries in these ranges of messages that hold the needle between word boundaries."""
        folded, starts = self._joined
        # Of one pattern this library makes a search that is several times as fast as `bytes.find`.
        search = ahocorasick_rs.BytesAhoCorasick([fold(needle)]).find_matches_as_indexes
        found: list[int] = []
        for first, last in ranges:
            low, high = self.first_of[first], self.first_of[min(last + 1, len(self.first_of) - 1)]
            before = -1
            for _, place, _ in search(memoryview(folded)[starts[low] : starts[high]]):
                number = bisect_right(starts, place + starts[low]) - 1
                if number != before and bounded(self.entries[number].text, needle):
                    found.append(number)
                before = number
        return found

    def scan_all(self, needles: Needles) -> list[list[int]]:
        """For each of many needles the entries that hold it, in order."""
        folded, starts = self._joined
        return needles.held([entry.text for entry in self.entries], folded, np.array(starts))

    @cached_property
    def has_relative_times(self) -> list[int]:
        """Entries that hold an age such as `33d ago`, which only a run date would make a date."""
        return [number for number, entry in enumerate(self.entries) if "ago" in entry.text]


def _text(block: Block) -> str:
    match block:
        case Text(text):
            return text
        case Thinking(text):
            return text or ""
        case ToolUse():
            return _json_text(block.input)
        case ToolResult():
            return result_text(block)
        case Image() | Document():
            return ""
        case Unknown():
            return _json_text(block.raw)


def result_text(block: ToolResult) -> str:
    """A result's text: its own, its text parts joined, or its JSON."""
    content = block.content
    if isinstance(content, str):
        return content
    if isinstance(content, list) and all(isinstance(part, dict) and "text" in part for part in content):
        return "\n".join(part["text"] if isinstance(part["text"], str) else "" for part in content)
    return "" if content is None else _json_text(content)


def _json_text(value: Any) -> str:
    return value if isinstance(value, str) else _AS_JSON(value)


def bounded(text: str, needle: str) -> bool:
    """Whether the needle stands in the text as a word of its own: 89 is not in 8900."""
    start = text.find(needle)
    while start >= 0:
        if _is_bounded(text, start, start + len(needle)):
            return True
        start = text.find(needle, start + 1)
    return False


def _is_bounded(text: str, start: int, end: int) -> bool:
    if start and _joins(text[start - 1], text[start]):
        return False
    if end < len(text) and _joins(text[end - 1], text[end]):
        return False
    if text[start].isdigit() and start > 1 and text[start - 1] in ".," and text[start - 2].isdigit():
        return False
    return not (text[end - 1].isdigit() and end + 1 < len(text) and text[end] in ".," and text[end + 1].isdigit())


def _joins(left: str, right: str) -> bool:
    return (left.isalnum() or left == "_") and (right.isalnum() or right == "_")


def path_of(block: Block, needle: str) -> str | None:
    """JSONPath of the first part of a JSON block that holds the needle; None where the block is plain text."""
    match block:
        case ToolUse():
            value = block.input
        case ToolResult():
            value = _parsed(result_text(block) if not isinstance(block.content, dict) else block.content)
        case _:
            return None
    if not isinstance(value, dict | list):
        return None
    pending: list[tuple[tuple[str | int, ...], Any]] = [((), value)]
    while pending:
        keys, one = pending.pop()
        if isinstance(one, dict):
            pending.extend(((*keys, str(key)), part) for key, part in reversed(one.items()))
        elif isinstance(one, list):
            pending.extend(((*keys, number), part) for number, part in reversed(list(enumerate(one))))
        elif bounded(as_text(one), needle):
            return json_path(keys) or None
    return None


def _parsed(value: Any) -> Any:
    if isinstance(value, str):
        if value[:1] not in ("{", "["):
            return None
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return None
    return value
