"""Did A come before B? Answered with message indexes, for tools, values and messages."""

from dataclasses import dataclass

from viewer.analysis.pairing import pair
from viewer.analysis.provenance.haystack import Haystack
from viewer.model.block import ToolUse
from viewer.model.position import Position, parse_position
from viewer.model.run import Run


@dataclass(frozen=True)
class Occurrences:
    """Where a tool's results, a value or a message stand."""

    what: str
    kind: str
    """`tool`, `message` or `value`."""
    indexes: tuple[int, ...]
    """Of a tool: the messages that hold its results, since there the effect happened."""


@dataclass(frozen=True)
class Order:
    """The answer, with the places it rests on."""

    first: Occurrences
    second: Occurrences
    before: bool | None
    """None: one of them does not occur, or both stand in one message, which orders nothing."""
    sentence: str


def order(run: Run, first: str, second: str, haystack: Haystack | None = None) -> Order:
    """Compare the first places of two things, each given as a position, a tool's name, or a value.

    Args:
        run: the run.
        first: one thing.
        second: the other.
        haystack: the text of the run, where it is at hand.
    """
    one, other = occurrences(run, first, haystack), occurrences(run, second, haystack)
    for missing in (one, other):
        if not missing.indexes:
            return Order(one, other, None, f"{missing.what} does not occur in this run")
    a, b = one.indexes[0], other.indexes[0]
    if a == b:
        return Order(one, other, None, f"both stand at {Position(a)}: the list does not order them")
    word = "before" if a < b else "after"
    return Order(one, other, a < b, f"{one.what} at {Position(a)} came {word} {other.what} at {Position(b)}")


def occurrences(run: Run, what: str, haystack: Haystack | None = None) -> Occurrences:
    """The places of one thing."""
    try:
        position = parse_position(what)
    except ValueError:
        pass
    else:
        here = (position.message,) if position.message < len(run.messages) else ()
        return Occurrences(str(position), "message", here)
    pairing = pair(run.messages)
    results = [
        answer[0]
        for call, answer in pairing.answers.items()
        if isinstance(block := run.messages[call[0]].blocks[call[1]], ToolUse) and block.name == what
    ]
    if results:
        return Occurrences(f"the result of {what}", "tool", tuple(sorted(set(results))))
    haystack = haystack or Haystack(run)
    last = len(run.messages) - 1
    entries = haystack.scan(what, ((0, last),)) if run.messages else []
    indexes = tuple(dict.fromkeys(haystack.entries[number].message for number in entries))
    return Occurrences(f"the value {what!r}", "value", indexes)
