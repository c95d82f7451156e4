"""Steps that repeat all messages before them: each message once, and what each step held of the list."""

from bisect import bisect_right
from collections.abc import Callable
from typing import Any

import msgspec

from viewer.decode.document import BadRecord, JsonDocument, Record
from viewer.decode.scan import Key
from viewer.formats.build import RunBuilder
from viewer.formats.convert import mapping
from viewer.formats.entries import Aside, Entry, Fields, Reply, Trouble
from viewer.model.position import json_path
from viewer.model.request import Context, recorded
from viewer.model.run import SetAside
from viewer.model.source import RecordArray

EntryOf = Callable[[dict[str, Any], list[Any], int], Entry]
"""What a message is: with the messages of the step that holds it first, and its position in it."""
_IDENTITY = ("role", "content", "tool_calls", "tool_response", "reasoning", "message_id")
"""Fields that make two copies of a message the same: marks for training change from step to step."""
_MOST_NAMED = 10


class Steps:
    """Reads the steps of one run; every message of every step is a record, numbered through."""

    def __init__(self, builder: RunBuilder, entry_of: EntryOf, *, cumulative: bool = True) -> None:
        self.arrays: list[RecordArray] = []
        self._builder, self._entry_of, self._cumulative = builder, entry_of, cumulative
        self._system: list[Any] = []
        self._known: list[dict[str, Any]] = []
        """Messages in the order in which they first appear, without system prompts."""
        self._records: list[int] = []
        self._indexes: list[int] = []
        """Where each stands in the run's list."""
        self._by_identity: dict[str, list[int]] | None = None
        self._before: list[int] = []
        """Of the last step, the places of its messages among those known."""
        self._places: list[int] = []
        self._messages: list[Any] = []
        self._at = 0
        self._last = -1
        """The latest of the known messages that this step repeats: what it repeats stands in their order."""
        self._matches = self._complete = True
        self._earlier = 0
        """How many messages were known before this step."""
        self._step = 0
        self._broken: list[str] = []
        self._shorter: list[str] = []
        self._empty: list[str] = []
        self._prompts: list[str] = []

    def read(self, document: JsonDocument, path: tuple[Key, ...], steps: list[Any]) -> None:
        """Map all steps of the list `steps`, which stands at `path`."""
        if not steps:
            self.arrays.append(RecordArray(json_path(path), 1, 0))
        first = 1
        for position, step in enumerate(steps):
            self._step = position + 1
            messages = step.get("messages") if type(step) is dict else None
            place = (*path, position)
            if type(messages) is not list:
                self.arrays.append(RecordArray(json_path(place), first, 1))
                self._builder.add(Trouble("a step without a list of messages", step), first)
                first += 1
                continue
            self.arrays.append(RecordArray(json_path((*place, "messages")), first, len(messages)))
            self._begin(messages)
            records = list(document.records(*place, "messages", first=first))
            self._builder.map(records[self._skip(records) :], self._entry)
            self._end(messages)
            first += len(messages)

    def notes(self) -> tuple[str, ...]:
        """Sentences on steps that do not go on with the one before."""
        told = (
            (self._prompts, "holds another system prompt than the step before"),
            (self._broken, "does not begin with the messages of the step before: its history was edited or compacted"),
            (self._shorter, "holds fewer messages than the step before, and no other"),
            (self._empty, "holds no message"),
        )
        return tuple(f"{_listed(steps)}: {what}" for steps, what in told if steps)

    def _begin(self, messages: list[Any]) -> None:
        self._messages = messages
        self._matches, self._at, self._last, self._places = True, 0, -1, []
        self._earlier = len(self._known)
        self._complete = len(self._before) == self._earlier
        if not self._cumulative:
            self._places = list(self._before)
            self._at = len(self._before)

    def _end(self, messages: list[Any]) -> None:
        if not messages:
            self._empty.append(str(self._step))
        elif self._matches and self._at < len(self._before):
            self._shorter.append(str(self._step))
        self._settle()
        self._before = self._places

    def _skip(self, records: list[Record | BadRecord]) -> int:
        """Take the system prompt, and at once what repeats the step before as it is; returns how many records."""
        leading = 0
        while leading < len(records) and _is_system(self._messages[leading]):
            leading += 1
        if leading and type(records[leading - 1]) is BadRecord:
            leading -= 1
        prompt = [message.get("content") for message in self._messages[:leading]]
        if prompt != self._system and self._step > 1 and records and (prompt or self._cumulative):
            self._prompts.append(str(self._step))
        self._builder.map(records[:leading], lambda record: self._prompt(record, prompt, leading))
        if leading:
            self._system = prompt
        if not self._cumulative:
            return leading
        repeated = [self._known[place] for place in self._before]
        end = leading + len(repeated)
        if not repeated or self._messages[leading:end] != repeated or type(records[end - 1]) is BadRecord:
            return leading
        aside = self._builder.set_aside
        for record, place in zip(records[leading:end], self._before, strict=True):
            aside.append(SetAside(record.number, "repeated", f"repeats record {self._records[place]}"))
        self._places, self._at = list(self._before), len(self._before)
        return end

    def _prompt(self, record: Record, prompt: list[Any], leading: int) -> Entry:
        """A system message ahead of a step: all of them together replace the prompt of the steps before."""
        if prompt == self._system:
            return Aside("repeated", "repeats the system prompt of the step before")
        if record.value is not self._messages[0]:
            return Fields()
        return Fields(system=recorded(prompt[0] if leading == 1 else prompt))

    def _entry(self, record: Record) -> Entry:
        self._settle()
        message = mapping(record.value)
        place = self._place(message)
        if place is not None:
            self._places.append(place)
            return Aside("repeated", f"repeats record {self._records[place]}")
        narrowed = len(self._places) < len(self._known) and message.get("role") == "assistant"
        context = self._context() if narrowed else None
        if self._by_identity is not None:
            self._by_identity.setdefault(_identity(message), []).append(len(self._known))
        self._places.append(len(self._known))
        self._known.append(message)
        self._records.append(record.number)
        entry = self._entry_of(message, self._messages, record.number - self.arrays[-1].first)
        if context is not None and type(entry) is Reply:
            return msgspec.structs.replace(entry, context=context)
        return entry

    def _place(self, message: dict[str, Any]) -> int | None:
        """The message that this one repeats, by its place; None: it is new."""
        before = self._before
        if self._matches and self._at < len(before):
            if _same(self._known[before[self._at]], message):
                self._at += 1
                return before[self._at - 1]
            self._matches = False
            self._last = max(before[: self._at], default=-1)
            self._broken.append(str(self._step))
        elif self._matches and (self._complete or not self._cumulative):
            return None
        elif self._matches and self._last < 0:
            self._last = max(before, default=-1)
        if self._by_identity is None:
            self._by_identity = {}
            for place, known in enumerate(self._known):
                self._by_identity.setdefault(_identity(known), []).append(place)
        places = self._by_identity.get(_identity(message), [])
        position = bisect_right(places, self._last)
        if position == len(places) or places[position] >= self._earlier:
            return None  # it stands nowhere, or in this step alone, where it is said twice
        self._last = places[position]
        return self._last

    def _settle(self) -> None:
        """Note where the message that was added last stands."""
        if len(self._indexes) < len(self._known):
            self._indexes.append(len(self._builder.messages) - 1)

    def _context(self) -> Context:
        indexes = sorted({self._indexes[place] for place in self._places})
        ranges: list[tuple[int, int]] = []
        for index in indexes:
            if ranges and index == ranges[-1][1] + 1:
                ranges[-1] = (ranges[-1][0], index)
            else:
                ranges.append((index, index))
        return Context(tuple(ranges), "derived", f"the messages before it in step {self._step}, which holds it first")


def _is_system(message: Any) -> bool:
    return type(message) is dict and message.get("role") == "system"


def _same(known: dict[str, Any], message: dict[str, Any]) -> bool:
    return known == message or all(known.get(key) == message.get(key) for key in _IDENTITY)


def _identity(message: dict[str, Any]) -> str:
    return repr([message.get(key) for key in _IDENTITY])


def _listed(steps: list[str]) -> str:
    more = f" and {len(steps) - _MOST_NAMED:,} more" if len(steps) > _MOST_NAMED else ""
    return f"{'step' if len(steps) == 1 else 'steps'} {', '.join(steps[:_MOST_NAMED])}{more}"
