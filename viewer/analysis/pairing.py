"""Which result answers which call. By id, in order: ids repeat, are empty, are missing."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from viewer.model.block import ToolResult, ToolUse
from viewer.model.message import Message

Place = tuple[int, int]
"""Message index and block index."""


@dataclass(frozen=True)
class Pairing:
    """The calls of client tools and their results."""

    answers: dict[Place, Place] = field(default_factory=dict)
    """Call -> its result."""
    calls: dict[Place, Place] = field(default_factory=dict)
    """Result -> its call."""
    unanswered: tuple[Place, ...] = ()
    orphans: tuple[Place, ...] = ()
    """Results without a call that was still open."""
    repeated: dict[Place, Place] = field(default_factory=dict)
    """Of the orphans, those whose id was answered before -> the call that had it."""
    ambiguous: tuple[tuple[Place, ...], ...] = ()
    """Groups of calls that were open at once with the same id: paired in order, which is a guess."""
    by_position: tuple[Place, ...] = ()
    """Results that were paired by position, since no id stands on them or on their call."""
    errors: int = 0
    """Results, answers or orphans, that the file flags as errors."""


class _Open:
    """Calls that may still wait for a result: the latest message first, and within a message in order."""

    def __init__(self, unanswered: dict[Place, str | None], places: Iterable[Place]) -> None:
        self._unanswered = unanswered
        self._groups: list[deque[Place]] = []
        for place in places:
            self.add(place)

    def add(self, place: Place) -> None:
        groups = self._groups
        if groups and groups[-1] and groups[-1][0][0] == place[0]:
            groups[-1].append(place)
        else:
            groups.append(deque((place,)))

    def next(self) -> Place | None:
        """The call that the next result would answer; None: all are answered."""
        groups = self._groups
        while groups:
            group = groups[-1]
            while group:
                if group[0] in self._unanswered:
                    return group[0]
                group.popleft()
            groups.pop()
        return None


class _Calls:
    """All calls so far, found by id. Nearly every id stands on one call only, so that is the quick way."""

    def __init__(self) -> None:
        self.unanswered: dict[Place, str | None] = {}
        """In order; with the id."""
        self.open_at_once: list[list[Place]] = []
        self._one: dict[str | None, Place] = {}
        self._several: dict[str | None, _Open] = {}
        self._group_of: dict[str, list[Place]] = {}
        self._any: _Open | None = None

    def add(self, place: Place, call_id: str | None) -> None:
        other = self._one.get(call_id)
        if other is None:
            self._one[call_id] = place
        else:
            self._repeat(place, call_id, other)
        self.unanswered[place] = call_id
        if self._any is not None:
            self._any.add(place)

    def _repeat(self, place: Place, call_id: str | None, first: Place) -> None:
        """A further call with the id of an earlier one."""
        several = self._several.get(call_id)
        if several is None:
            several = self._several[call_id] = _Open(self.unanswered, (first,))
        other = several.next()
        several.add(place)
        if call_id is None:
            return
        if other is None:
            self._group_of.pop(call_id, None)
        elif call_id in self._group_of:
            self._group_of[call_id].append(place)
        else:
            self._group_of[call_id] = [other, place]
            self.open_at_once.append(self._group_of[call_id])

    def of_id(self, call_id: str | None) -> Place | None:
        """The nearest open call with this id."""
        several = self._several.get(call_id)
        if several is not None:
            return several.next()
        place = self._one.get(call_id)
        return place if place in self.unanswered else None

    def of_any_id(self) -> Place | None:
        """The nearest open call."""
        if self._any is None:
            self._any = _Open(self.unanswered, self.unanswered)
        return self._any.next()


def pair(messages: tuple[Message, ...]) -> Pairing:
    """Pair each result with the nearest earlier unanswered call of its id; without an id, by position.

    Nearest means the latest message that holds such a call; several in one message are taken in order.
    """
    return _by_ids(messages) or _without_ids(messages) or _in_order(messages)


def _by_ids(messages: tuple[Message, ...]) -> Pairing | None:
    """The usual case, in a third of the time: each id stands on one call, and each result answers one. Else None."""
    of_id: dict[str | None, Place] = {}
    answers: dict[Place, Place] = {}
    errors = 0
    for message in messages:
        index = -1
        for block in message.blocks:
            index += 1
            if type(block) is ToolUse:
                if block.executed_by != "provider":
                    call_id = block.id
                    if not call_id or call_id in of_id:
                        return None
                    of_id[call_id] = (message.index, index)
            elif type(block) is ToolResult and block.executed_by != "provider":
                call = of_id.get(block.tool_use_id)
                if call is None or call in answers:
                    return None
                answers[call] = (message.index, index)
                if block.is_error is True:
                    errors += 1
    unanswered = () if len(answers) == len(of_id) else tuple([call for call in of_id.values() if call not in answers])
    return Pairing(answers, {place: call for call, place in answers.items()}, unanswered, errors=errors)


def _without_ids(messages: tuple[Message, ...]) -> Pairing | None:
    """The usual case of formats without ids, in a third of the time. None: some call or result has one."""
    called: list[Place] = []
    answers: dict[Place, Place] = {}
    orphans: list[Place] = []
    still_open: list[list[Place]] = []
    """Calls without a result, by message, those of each from its last to its first."""
    errors = 0
    for message in messages:
        first = len(called)
        index = -1
        for block in message.blocks:
            index += 1
            if type(block) is ToolUse:
                if block.executed_by != "provider":
                    if block.id:
                        return None
                    called.append((message.index, index))
            elif type(block) is ToolResult and block.executed_by != "provider":
                if block.tool_use_id or len(called) > first:  # a message with calls and results is a rare one
                    return None
                if block.is_error is True:
                    errors += 1
                if not still_open:
                    orphans.append((message.index, index))
                    continue
                answers[still_open[-1].pop()] = (message.index, index)
                if not still_open[-1]:
                    still_open.pop()
        if len(called) > first:
            still_open.append(called[: first - 1 if first else None : -1])
    calls = {place: call for call, place in answers.items()}
    unanswered = tuple([call for call in called if call not in answers]) if still_open else ()
    return Pairing(answers, calls, unanswered, tuple(orphans), by_position=tuple(calls), errors=errors)


def _in_order(messages: tuple[Message, ...]) -> Pairing:
    made = _Calls()
    answers: dict[Place, Place] = {}
    calls: dict[Place, Place] = {}
    answered: dict[str, Place] = {}
    orphans: list[Place] = []
    repeated: dict[Place, Place] = {}
    by_position: list[Place] = []
    errors = 0
    for message in messages:
        for index, block in enumerate(message.blocks):
            if type(block) is ToolUse:
                if block.executed_by != "provider":
                    made.add((message.index, index), block.id or None)
            elif type(block) is ToolResult:
                if block.executed_by == "provider":
                    continue
                place, result_id = (message.index, index), block.tool_use_id or None
                errors += block.is_error is True
                call = made.of_id(result_id)
                if call is None or result_id is None:
                    if call is None:
                        # A call without an id may be meant; by a result without one, any call.
                        call = made.of_any_id() if result_id is None else made.of_id(None)
                    if call is None:
                        orphans.append(place)
                        if result_id is not None and result_id in answered:
                            repeated[place] = answered[result_id]
                        continue
                    by_position.append(place)
                del made.unanswered[call]
                answers[call] = place
                calls[place] = call
                if result_id is not None:
                    answered[result_id] = call
    return Pairing(
        answers,
        calls,
        tuple(made.unanswered),
        tuple(orphans),
        repeated,
        tuple(tuple(group) for group in made.open_at_once),
        tuple(by_position),
        errors,
    )
