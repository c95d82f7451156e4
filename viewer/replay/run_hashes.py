"""Hashes of the messages that a replay takes from a run: whether it is still the same is told by them."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from viewer.model.block import Block
from viewer.model.hashes import hash_of_hashes
from viewer.model.message import Message
from viewer.replay.json_list import JsonList, compact_json, json_list

TAG = "l1:"
"""Before hashes over lists of messages. Without it stand those of earlier bundles, made of message hashes."""


class Kept(msgspec.Struct, frozen=True, gc=False):
    """What a bundle says of a message of the run."""

    index: int
    role: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class MessageList:
    """Messages as JSON, and the hash of that text."""

    texts: JsonList
    hash: str
    is_whole: bool
    """False: they hold half characters (lone surrogates), which stand escaped in the texts."""


def message_list(messages: Iterable[Message]) -> MessageList:
    """Index, role and blocks of each message."""
    kept = [Kept(message.index, message.role, message.blocks) for message in messages]
    try:
        texts, is_whole = json_list(kept), True
    except (TypeError, ValueError, RecursionError):
        texts, is_whole = JsonList([b"[%b]" % _text(one) for one in kept]), False
    return MessageList(texts, texts.hash(), is_whole)


def _text(kept: Kept) -> bytes:
    try:
        return compact_json(kept)
    except (TypeError, ValueError, RecursionError):
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
    messages: tuple[Message, ...], sent: tuple[tuple[int, int], ...], reply: int, later: MessageList | None = None
) -> RunHashes:
    """The hashes of a run.

    Args:
        messages: all of it.
        sent: ranges of the messages that the request holds, inclusive.
        reply: the index of the reply to that request.
        later: the messages from there on, where they are at hand.
    """
    later = message_list(messages[reply:]) if later is None else later
    earlier = message_list(messages[:reply]).hash
    chosen = earlier
    if sent != ((0, reply - 1),):
        chosen = message_list(one for first, last in sent for one in messages[first : last + 1]).hash
    return RunHashes(TAG + hash_of_hashes([earlier, later.hash]), TAG + chosen)
