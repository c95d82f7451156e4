"""Finds the messages of one request again among those already known, so that a run has one list of messages.

Requests repeat the list before them, mostly word for word. What is repeated is told by the file's own values where
they are equal, else by role and content; only what is left is a new message.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from viewer.formats.entries import Input
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.hashes import canonical_json
from viewer.model.message import Role

_CHAINS = 4
"""Lists of requests that are kept to be gone on with: agents that take turns in one trace have one each."""
_NOT_SEEN: Any = object()
"""The raw form of a reply, until a request repeats it."""
EntryOf = Callable[[Any], Input]


def message_key(role: Role, blocks: tuple[Block, ...]) -> bytes:
    """What makes two copies of a message the same: its role, words, calls and results; thinking is often left out."""
    made: list[Any] = [role]
    for block in blocks:
        match block:
            case Text(words):
                if words and not words.isspace():
                    made.append(words.strip())
            case ToolUse(call_id, name, arguments):
                made.append([call_id, name, arguments])
            case ToolResult(call_id, content):
                made.append([call_id, _plain(content)])
            case Image(raw=raw) | Document(raw=raw) | Unknown(raw=raw):
                made.append([raw])
            case Thinking():
                pass
    return canonical_json(made)


def _plain(content: Any) -> Any:
    """A result that is one text part is that text."""
    if type(content) is list and len(content) == 1 and type(content[0]) is dict:
        words = content[0].get("text", content[0].get("content"))
        return words if type(words) is str else content
    return content


@dataclass(frozen=True)
class Found:
    """What a request's list is made of."""

    listed: list[int | None]
    """In its order the numbers of known messages; None: a new one."""
    new: list[Input]
    raws: list[Any]
    """Of the new ones, the file's own values."""
    in_order: bool
    """False: it holds known messages in another order than they have here."""
    inserted: int = 0
    """How many of the new ones stand before a reply that it repeats: the loop wrote them, such as a summary."""


@dataclass
class _Known:
    raw: Any
    role: Role
    blocks: tuple[Block, ...]
    index: int
    """Of the run's message that holds it."""
    key: bytes | None = None


@dataclass
class KnownMessages:
    """The messages of a run, as its requests list them. A number of one is its place here, not the run's index."""

    all: list[_Known] = field(default_factory=list)
    _chains: list[list[int]] = field(default_factory=list)
    """Of the last requests: their messages and the reply."""
    _replies: set[int] = field(default_factory=set)
    _calls: dict[str, tuple[int, ToolUse]] = field(default_factory=dict)
    """By id the calls of replies, with the number of the reply."""
    _by_key: dict[bytes, list[int]] | None = None
    """Made when a request first repeats something else than the list before it."""

    def find(self, inputs: list[Any], entry_of: EntryOf) -> Found:
        """Tell what of a request's list is known; nothing is added yet."""
        if not self.all:
            return Found([None] * len(inputs), [entry_of(raw) for raw in inputs], inputs, True)
        chain, shared = self._longest(inputs, entry_of)
        known = chain[:shared]
        if shared == len(inputs) or (chain and shared == len(chain)):
            raws = inputs[shared:]
            return Found([*known, *[None] * len(raws)], [entry_of(raw) for raw in raws], raws, True)
        return self._scattered(known, inputs[shared:], entry_of)

    def _longest(self, inputs: list[Any], entry_of: EntryOf) -> tuple[list[int], int]:
        """The recent list that shares most with this one, and how many messages they share."""
        best: list[int] = []
        most = 0
        for chain in self._chains:
            shared = self._shared(chain, inputs, entry_of)
            if shared > most or not best:
                best, most = chain, shared
            if shared == len(chain) or shared == len(inputs):
                break
        return best, most

    def _shared(self, chain: list[int], inputs: list[Any], entry_of: EntryOf) -> int:
        known = self.all
        for position, (number, raw) in enumerate(zip(chain, inputs, strict=False)):
            one = known[number]
            if one.raw is raw or one.raw == raw:
                continue
            entry = entry_of(raw)
            if entry.role != one.role or message_key(entry.role, entry.blocks) != self._key(one):
                return position
            one.raw = raw
        return min(len(chain), len(inputs))

    @staticmethod
    def _key(one: _Known) -> bytes:
        if one.key is None:
            one.key = message_key(one.role, one.blocks)
        return one.key

    def _scattered(self, known: list[int], inputs: list[Any], entry_of: EntryOf) -> Found:
        """A list that was edited: each message that is known already, wherever it stands, is found by its key."""
        if self._by_key is None:
            self._by_key = {}
            for at, one in enumerate(self.all):
                self._by_key.setdefault(self._key(one), []).append(at)
        listed: list[int | None] = list(known)
        used = set(known)
        new: list[Input] = []
        raws: list[Any] = []
        tried: dict[bytes, int] = {}
        last, in_order = known[-1] if known else -1, True
        for raw in inputs:
            entry = entry_of(raw)
            key = message_key(entry.role, entry.blocks)
            number = _next(self._by_key.get(key, ()), last, tried, key, used)
            if number is None and (reply := self._reply_of_calls(entry)) is not None:
                if reply in used:
                    continue  # a further piece of a reply that this list holds already
                number = reply
            listed.append(number)
            if number is None:
                new.append(entry)
                raws.append(raw)
                continue
            in_order = in_order and number > last and not new
            last = number
            used.add(number)
            self.all[number].raw = raw
        if not known and used.isdisjoint(self._replies):
            # It begins otherwise and holds no reply of this run: equal words of a caller are no repetition.
            return Found([None] * len(inputs), [entry_of(raw) for raw in inputs], inputs, True)
        last_reply = max((at for at, number in enumerate(listed) if number in self._replies), default=-1)
        return Found(listed, new, raws, in_order, listed[:last_reply].count(None) if last_reply > 0 else 0)

    def _reply_of_calls(self, entry: Input) -> int | None:
        """The reply of this run that a message of nothing but calls is a piece of; None: there is none."""
        found: int | None = None
        for block in entry.blocks if entry.role == "assistant" else ():
            if type(block) is not ToolUse or block.id is None:
                return None
            number, made = self._calls.get(block.id, (None, None))
            if number is None or made != block or found not in (None, number):
                return None
            found = number
        return found

    def extends(self, inputs: list[Any], entry_of: EntryOf) -> bool:
        """Whether a request's list begins with the whole list of an earlier request and the reply to it."""
        for chain in self._chains:
            if chain and len(chain) <= len(inputs) and self._shared(chain, inputs, entry_of) == len(chain):
                return True
        return False

    def add(self, raw: Any, role: Role, blocks: tuple[Block, ...], index: int) -> int:
        """A message that was added to the run at `index`; its number here."""
        number = len(self.all)
        one = _Known(raw, role, blocks, index)
        self.all.append(one)
        if self._by_key is not None:
            self._by_key.setdefault(self._key(one), []).append(number)
        return number

    def add_reply(self, blocks: tuple[Block, ...], index: int, listed: list[int]) -> None:
        """The reply to a request that listed these messages."""
        number = self.add(_NOT_SEEN, "assistant", blocks, index)
        self._replies.add(number)
        for block in blocks:
            if type(block) is ToolUse and block.id is not None:
                self._calls[block.id] = (number, block)
        self.remember([*listed, number], listed)

    def remember(self, chain: list[int], before: list[int]) -> None:
        """Keep a list to be gone on with, in the place of the one that it went on with."""
        self._chains = [
            chain,
            *(one for one in self._chains if not (len(one) <= len(before) and one and before[len(one) - 1] == one[-1])),
        ][:_CHAINS]


def _next(numbers: Sequence[int], last: int, tried: dict[bytes, int], key: bytes, used: set[int]) -> int | None:
    """The first known message of this key behind the last one, else any that this list does not hold yet."""
    at = tried.get(key, 0)
    for start in (max(at, bisect_right(numbers, last)), at):
        while start < len(numbers) and numbers[start] in used:
            start += 1
        if start < len(numbers):
            tried[key] = start + 1
            return numbers[start]
    return None
