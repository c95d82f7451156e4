"""Hashes of the messages that a replay takes from a run: whether it is still the same is told by them."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from viewer.model.block import Block
from viewer.model.hashes import hash_of_hashes
from viewer.model.message import Message
from viewer.replay.json_list import JsonList, compact_json, hash_of_list, json_list, list_of_texts

TAG = "l1:"
"""Before hashes over lists of messages. Without it stand those of earlier bundles, made of message hashes."""

_NOT_WRITTEN = (TypeError, ValueError, RecursionError)
"""Half characters, depth."""


class Kept(msgspec.Struct, frozen=True, gc=False):
    """What a bundle says of a message of the run."""

    index: int
    role: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class MessageList:
    """Messages as JSON."""

    texts: JsonList
    is_whole: bool
    """False: they hold half characters (lone surrogates), which stand escaped in the texts."""


def message_list(messages: Iterable[Message]) -> MessageList:
    """Index, role and blocks of each message."""
    kept = _kept(messages)
    try:
        return MessageList(json_list(kept), True)
    except _NOT_WRITTEN:
        return MessageList(list_of_texts([_text(one) for one in kept]), False)


def message_list_hash(messages: Iterable[Message]) -> str:
    """The hash of that list, without keeping its text."""
    kept = _kept(messages)
    try:
        return hash_of_list(kept)
    except _NOT_WRITTEN:
        return list_of_texts([_text(one) for one in kept]).hash()


def _kept(messages: Iterable[Message]) -> list[Kept]:
    return [Kept(message.index, message.role, message.blocks) for message in messages]


def _text(kept: Kept) -> bytes:
    try:
        return compact_json(kept)
    except _NOT_WRITTEN:
        value: Any = msgspec.to_builtins(kept)
        return json.dumps(value, separators=(",", ":"), ensure_ascii=True, default=str).encode()


@dataclass(frozen=True)
class RunHashes:
    """Of a run whose request is repeated."""

    messages: str
    """Over all messages: those before the reply to that request, and those from it on."""
    sent: str
    """Over the messages that the request holds."""


def run_hashes(
    messages: tuple[Message, ...], sent: tuple[tuple[int, int], ...], reply: int, later: Callable[[], str] | None = None
) -> RunHashes:
    """The hashes of a run.

    Args:
        messages: all of it.
        sent: ranges of the messages that the request holds, inclusive.
        reply: the index of the reply to that request.
        later: gives the hash of the list of messages from there on, where it is worked out elsewhere.
    """
    earlier = message_list_hash(messages[:reply])
    chosen = earlier
    if sent != ((0, reply - 1),):
        chosen = message_list_hash(one for first, last in sent for one in messages[first : last + 1])
    from_reply_on = message_list_hash(messages[reply:]) if later is None else later()
    return RunHashes(TAG + hash_of_hashes([earlier, from_reply_on]), TAG + chosen)
