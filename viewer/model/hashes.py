"""Keys and hashes: the same run, the same words, on every machine."""

import json
from hashlib import sha256
from typing import Any

import msgspec

from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.message import Message
from viewer.model.run import Run

_SORTED = msgspec.json.Encoder(order="sorted").encode
_LINES = msgspec.json.Encoder(order="sorted").encode_lines
_SHORTEST, _LONGEST = 1e-3, 1e15
"""Between them both writers give a fraction the same digits."""


def canonical_json(value: Any) -> bytes:
    """JSON with sorted keys, no white space and every non-ASCII character escaped.

    The standard library writes what the fast writer would write otherwise: unlike it, it accepts lone surrogates.
    """
    if _is_plain(value):
        try:
            quick = _SORTED(value)
        except _NOT_WRITTEN:
            pass
        else:
            if quick.isascii() and b"\x7f" not in quick:
                return quick
    return _written_slowly(value)


_NOT_WRITTEN = (TypeError, ValueError, RecursionError)
"""Keys that are no text, half characters, depth."""


def _written_slowly(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, default=str).encode()


def _is_plain(value: Any) -> bool:
    """Whether both writers write it alike, but for characters outside ASCII."""
    kind = type(value)
    if kind is str or value is None or kind is int or kind is bool:
        return True
    if kind is dict:
        value, kind = value.values(), list
    if kind is list or kind is tuple:
        for one in value:
            kind = type(one)
            if kind is not str and kind is not int and kind is not bool and one is not None and not _is_plain(one):
                return False
        return True
    return kind is float and (value == 0 or _SHORTEST <= abs(value) < _LONGEST)


def canonical_texts(values: list[Any]) -> list[str]:
    """What `canonical_json` says of each value."""
    try:
        text = _LINES(values)
    except _NOT_WRITTEN:
        text = b""
    lines = text.decode().split("\n")[:-1]
    if len(lines) != len(values) or not text.isascii() or b"\x7f" in text:
        return [canonical_json(value).decode() for value in values]
    return [
        line if _is_plain(value) else canonical_json(value).decode() for line, value in zip(lines, values, strict=True)
    ]


def message_hash(message: Message) -> str:
    """`m1:` and the sha256 of role and blocks."""
    return "m1:" + sha256(_text_of(message)).hexdigest()


def _text_of(message: Message) -> bytes:
    try:
        for block in message.blocks:
            kind = type(block)
            if kind is Text or kind is Thinking:
                continue
            value = _own_value(block)
            if type(value) is not str and not _is_plain(value):
                break
        else:
            quick = _SORTED({"blocks": message.blocks, "role": message.role})
            if quick.isascii() and b"\x7f" not in quick:
                return quick
    except _NOT_WRITTEN:
        pass
    return _written_slowly({"role": message.role, "blocks": msgspec.to_builtins(message.blocks)})


def _own_value(block: Block) -> Any:
    """What of a block is the file's own value."""
    if type(block) is ToolResult:
        return block.content
    if type(block) is ToolUse:
        return block.input
    return block.raw if type(block) is Image or type(block) is Document or type(block) is Unknown else None


def content_hash(role: Any, blocks: Any) -> str:
    """The hash of a message by its role and blocks as plain values."""
    return "m1:" + sha256(canonical_json({"role": role, "blocks": blocks})).hexdigest()


def run_hash(run: Run) -> str:
    """The sha256 over the message hashes in order; not the file's hash."""
    return hash_of_hashes([message_hash(message) for message in run.messages])


def hash_of_hashes(hashes: list[str]) -> str:
    """The sha256 over message hashes in order."""
    return sha256("\n".join(hashes).encode()).hexdigest()


def run_key(run: Run) -> str:
    """16 hex digits from the root-relative path and the run_id: opaque, for URLs."""
    return key_of(run.source.name, run.run_id)


def key_of(source_name: str, run_id: str) -> str:
    """The key of a run by its names."""
    text = f"{source_name}\0{run_id}".encode("utf-8", "backslashreplace")
    return sha256(text).hexdigest()[:16]
