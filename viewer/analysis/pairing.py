"""Which result answers which call. By id, in order: ids repeat, are empty, are missing."""

from collections import deque
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


def pair(messages: tuple[Message, ...]) -> Pairing:
    """Pair each result with the nearest earlier unanswered call of its id; without an id, by position."""
    answers: dict[Place, Place] = {}
    calls: dict[Place, Place] = {}
    waiting: dict[str | None, deque[Place]] = {}
    answered: dict[str | None, Place] = {}
    orphans: list[Place] = []
    repeated: dict[Place, Place] = {}
    ambiguous: list[tuple[Place, ...]] = []
    by_position: list[Place] = []
    for message in messages:
        for index, block in enumerate(message.blocks):
            kind = type(block)
            if kind is ToolUse:
                if block.executed_by == "provider":  # type: ignore[union-attr]  # kind is ToolUse
                    continue
                place = (message.index, index)
                call_id = block.id or None  # type: ignore[union-attr]  # as above
                queue = waiting.get(call_id)
                if queue is None:
                    waiting[call_id] = deque((place,))
                else:
                    queue.append(place)
            elif kind is ToolResult:
                if block.executed_by == "provider":  # type: ignore[union-attr]  # kind is ToolResult
                    continue
                place = (message.index, index)
                call_id = block.tool_use_id or None  # type: ignore[union-attr]  # as above
                queue = waiting.get(call_id)
                if call_id is not None and not queue and waiting.get(None):
                    queue = waiting[None]  # the call had no id, so only its position tells
                elif call_id is None and not queue:
                    queue = _only_open(waiting)
                if not queue:
                    orphans.append(place)
                    if call_id in answered:
                        repeated[place] = answered[call_id]
                    continue
                if call_id is None or queue is waiting.get(None):
                    by_position.append(place)
                elif len(queue) > 1:
                    group = tuple(queue)
                    if not ambiguous or not set(group) <= set(ambiguous[-1]):
                        ambiguous.append(group)
                call = queue.popleft()
                answers[call] = place
                calls[place] = call
                answered[call_id] = call
    unanswered = tuple(sorted(place for queue in waiting.values() for place in queue))
    return Pairing(answers, calls, unanswered, tuple(orphans), repeated, tuple(ambiguous), tuple(by_position))


def _only_open(waiting: dict[str | None, deque[Place]]) -> deque[Place] | None:
    """The queue of the earliest open call, for a result that names none."""
    queues = [queue for queue in waiting.values() if queue]
    return min(queues, key=lambda queue: queue[0]) if queues else None
