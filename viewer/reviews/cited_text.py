"""The text at a position of a run, and its hash: what a citation copies and what a quote is looked up in."""

import json
from dataclasses import dataclass
from typing import Any

import msgspec

from viewer.analysis.pairing import pair
from viewer.analysis.provenance.haystack import result_text
from viewer.analysis.provenance.values import as_text
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.hashes import hash_of_hashes, message_hash
from viewer.model.position import Position, parse_json_path, value_at
from viewer.model.run import Run

LONGEST = 20_000
"""Characters of a cited text that are copied; its hash is that of the whole message all the same."""


@dataclass(frozen=True)
class Cited:
    """What stands at a position."""

    text: str
    """For people: all blocks of a message under each other."""
    hash: str
    """Of the message; of a range the sha256 over its message hashes, after `r1:`."""


class Places:
    """A run whose positions are looked up often: hashes and pairs are worked out once."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._hashes: dict[int, str] = {}
        self._by_hash: dict[str, list[int]] | None = None
        self._calls: dict[tuple[int, int], tuple[int, int]] | None = None

    def hash_at(self, index: int) -> str:
        """The hash of a message."""
        if index not in self._hashes:
            self._hashes[index] = message_hash(self.run.messages[index])
        return self._hashes[index]

    def hashes(self) -> list[str]:
        """The hashes of all messages in order."""
        return [self.hash_at(index) for index in range(len(self.run.messages))]

    def run_hash(self) -> str:
        """As `model.hashes.run_hash` gives it."""
        return hash_of_hashes(self.hashes())

    def with_hash(self, wanted: str) -> list[int]:
        """The messages that have this hash."""
        if self._by_hash is None:
            self._by_hash = {}
            for index, one in enumerate(self.hashes()):
                self._by_hash.setdefault(one, []).append(index)
        return self._by_hash.get(wanted, [])

    def hash_of(self, position: Position) -> str:
        """The hash that a citation of this position carries; the position has to be there."""
        if position.last is None:
            return self.hash_at(position.message)
        return "r1:" + hash_of_hashes([self.hash_at(i) for i in range(position.message, position.last + 1)])

    def missing(self, position: Position) -> str | None:
        """Why the position is not in this run; None: it is."""
        count = len(self.run.messages)
        last = position.message if position.last is None else position.last
        if last >= count:
            return f"there is no message [{last}]: the run has {count:,}, counted from 0"
        if position.block is None:
            return None
        blocks = self.run.messages[position.message].blocks
        if position.block >= len(blocks):
            return f"[{position.message}] has no block {position.block}: it has {len(blocks)}, counted from 0"
        if position.path is not None:
            try:
                value_at(_value(blocks[position.block]), parse_json_path(position.path))
            except (LookupError, TypeError, ValueError):
                return f"nothing stands at {position.path} of [{position.message}].{position.block}"
        return None

    def cited(self, position: Position) -> Cited:
        """The text and hash at a position.

        Raises:
            ValueError: the position is not in this run.
        """
        why = self.missing(position)
        if why is not None:
            raise ValueError(why)
        if position.block is not None:
            block = self.run.messages[position.message].blocks[position.block]
            if position.path is not None:
                value = value_at(_value(block), parse_json_path(position.path))
                text = as_text(value) if not isinstance(value, dict | list) else _json(value)
            else:
                text = block_text(block)
        else:
            last = position.message if position.last is None else position.last
            messages = self.run.messages[position.message : last + 1]
            text = "\n".join(block_text(block) for message in messages for block in message.blocks)
        return Cited(text, self.hash_of(position))

    def tool_of(self, message: int, block: int) -> str | None:
        """The name of the tool that a result answers for; None: the file does not tell."""
        one = self.run.messages[message].blocks[block]
        if type(one) is ToolUse:
            return one.name
        if type(one) is not ToolResult:
            return None
        if self._calls is None:
            self._calls = dict(pair(self.run.messages).calls)
        call = self._calls.get((message, block))
        if call is None:
            return one.name
        asked = self.run.messages[call[0]].blocks[call[1]]
        return asked.name if type(asked) is ToolUse else one.name


def block_text(block: Block) -> str:
    """A block as text: calls with their tool's name, pictures and documents as what they are."""
    match block:
        case Text(text):
            return text
        case Thinking(text):
            return text or ""
        case ToolUse(name=name):
            return f"{name} {block.input if isinstance(block.input, str) else _json(block.input)}"
        case ToolResult():
            return result_text(block)
        case Image(media_type):
            return f"(image {media_type or 'of unknown type'})"
        case Document(media_type):
            return f"(document {media_type or 'of unknown type'})"
        case Unknown(raw=raw):
            return _json(raw)


def _value(block: Block) -> Any:
    """What a path goes into: arguments, or a result's JSON even where it is stored as text."""
    match block:
        case ToolUse(input=value):
            return _parsed(value)
        case ToolResult(content=content):
            return _parsed(content) if isinstance(content, dict) else _parsed(result_text(block))
        case _:
            return msgspec.to_builtins(block)


def _parsed(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
