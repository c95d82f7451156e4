"""The messages that the next model call after a result would hold, and whether any API would take them."""

from dataclasses import dataclass

import msgspec

from viewer.analysis.checks.finding import FindingPosition, call_named, listed
from viewer.analysis.context import ALL_BEFORE, Visible, request_context, starts_late
from viewer.analysis.pairing import Pairing, Place, pair
from viewer.model.block import ToolResult, ToolUse
from viewer.model.message import Message
from viewer.model.run import Run

Range = tuple[int, int]


@dataclass(frozen=True)
class Refusal:
    """Why no valid request can be made, and where it shows."""

    reason: str
    positions: tuple[FindingPosition, ...]


@dataclass(frozen=True)
class Prefix:
    """What the next model call held."""

    ranges: tuple[Range, ...]
    """Inclusive."""
    reply: int
    """Index of the reply to that call; the number of messages where none is stored."""
    told: str | None = None
    """How the file tells what that call held, where it was not simply all before; it may say that some is missing."""

    def indexes(self) -> list[int]:
        """The messages, in order."""
        return [index for first, last in self.ranges for index in range(first, last + 1)]


def prefix_of(run: Run, message_index: int, pairing: Pairing | None = None) -> Prefix | Refusal:
    """The prefix of the first model call after a message, or why it is not known.

    Args:
        pairing: of the run's messages, where it is at hand.
    """
    late = starts_late(run, pair(run.messages) if pairing is None else pairing)
    here = (FindingPosition(message_index),)
    following = next((request for request in run.requests if request.message_index > message_index), None)
    context: Visible | None
    if following is not None:
        context = request_context(run, following, late)
        told = None if context.rule == ALL_BEFORE else f"{context.status}: {context.rule}"
        prefix = Prefix(context.ranges, following.message_index, told)
    else:
        last = len(run.messages) - 1
        context = request_context(run, run.requests[-1], late) if run.requests else None
        first = context.ranges[0][0] if context is not None and context.ranges else 0
        prefix = Prefix(((min(first, message_index), last),), last + 1)
    if context is not None and context.status == "unknown":
        return Refusal(f"what the next model call held is unknown: {context.reason}", here)
    if not any(first <= message_index <= last for first, last in prefix.ranges):
        return Refusal(f"the next model call did not hold [{message_index}]: {context.rule if context else ''}", here)
    return prefix


def unsendable(run: Run, prefix: Prefix, needs_objects: bool, pairing: Pairing | None = None) -> Refusal | None:
    """Why no API takes these messages: calls and results that do not fit. None: they do.

    Args:
        run: the run.
        prefix: the messages to send.
        needs_objects: the API takes only objects as arguments.
        pairing: of the run's messages, where it is at hand.
    """
    indexes = prefix.indexes()
    messages = tuple(
        run.messages[index] if index == number else msgspec.structs.replace(run.messages[index], index=number)
        for number, index in enumerate(indexes)
    )
    is_start = len(prefix.ranges) == 1 and prefix.ranges[0][0] == 0
    known = _start_of(pairing, prefix.ranges[0][1]) if is_start and pairing is not None else None
    pairing = known or pair(messages)

    def refused(places: list[Place], one: str, many: str) -> Refusal:
        found = [(indexes[place[0]], place[1]) for place in places]
        names = listed([call_named(run, place) for place in found])
        where = listed([f"[{message}].{block}" for message, block in found])
        reason = (one if len(found) == 1 else many).format(names=names, where=where)
        return Refusal(reason, tuple(FindingPosition(*place, _id(run, place)) for place in found))

    for places, one, many in _misfits(messages, pairing, needs_objects):
        if places:
            return refused(places, one, many)
    return None


def _start_of(pairing: Pairing, last: int) -> Pairing | None:
    """The pairing of the messages up to `last`; None: where ids are missing or repeated it is worked out anew."""
    if pairing.orphans or pairing.ambiguous or pairing.by_position:
        return None
    calls = {result: call for result, call in pairing.calls.items() if result[0] <= last}
    due = [call for call, result in pairing.answers.items() if call[0] <= last < result[0]]
    due += [call for call in pairing.unanswered if call[0] <= last]
    return Pairing({call: result for result, call in calls.items()}, calls, tuple(sorted(due)))


def _misfits(
    messages: tuple[Message, ...], pairing: Pairing, needs_objects: bool
) -> list[tuple[list[Place], str, str]]:
    guessed = [place for group in pairing.ambiguous for place in group]
    return [
        (
            list(pairing.unanswered),
            "call {names} is never answered in the part to be sent ({where})",
            "calls {names} are never answered in the part to be sent ({where})",
        ),
        (
            list(pairing.orphans),
            "result {names} answers no open call of the part to be sent ({where})",
            "results {names} answer no open calls of the part to be sent ({where})",
        ),
        (guessed, "", "calls {names} have the same id, so which result answers which is a guess ({where})"),
        (
            _without_id(messages, pairing),
            "{where} has no call id, which every API needs",
            "{where} have no call id, which every API needs",
        ),
        (
            _late(messages, pairing),
            "result {names} does not follow its call at once ({where})",
            "results {names} do not follow their calls at once ({where})",
        ),
        (
            _no_object(messages) if needs_objects else [],
            "the arguments of {names} are no object, which this API needs ({where})",
            "the arguments of {names} are no objects, which this API needs ({where})",
        ),
    ]


def _without_id(messages: tuple[Message, ...], pairing: Pairing) -> list[Place]:
    found: list[Place] = []
    for result in pairing.by_position:
        call = pairing.calls[result]
        block, asked = messages[result[0]].blocks[result[1]], messages[call[0]].blocks[call[1]]
        # Words answer a call that was made in words; one that was made as a block would stay open.
        if type(block) is ToolResult and not (block.from_text and type(asked) is ToolUse and asked.from_text):
            found.append(result)
    return found


def _late(messages: tuple[Message, ...], pairing: Pairing) -> list[Place]:
    """Results that replies or words of a caller part from their call."""
    apart = [(result, call) for result, call in pairing.calls.items() if result[0] > call[0] + 1]
    if not apart:
        return []
    others = [0]
    for message in messages:
        others.append(others[-1] + (not any(type(block) is ToolResult for block in message.blocks)))
    return [result for result, call in apart if others[result[0]] > others[call[0] + 1]]


def _no_object(messages: tuple[Message, ...]) -> list[Place]:
    return [
        (message.index, index)
        for message in messages
        for index, block in enumerate(message.blocks)
        if type(block) is ToolUse and not block.from_text and type(block.input) is not dict
    ]


def _id(run: Run, place: Place) -> str | None:
    match run.messages[place[0]].blocks[place[1]]:
        case ToolUse(id=call_id) | ToolResult(tool_use_id=call_id):
            return call_id
        case _:
            return None
