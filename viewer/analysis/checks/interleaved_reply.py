"""Were the pieces of one reply recorded in a row? Records of other messages between them are named."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from viewer.analysis.checks.check import Check, Facts, Rule
from viewer.analysis.checks.finding import Finding, FindingPosition, listed
from viewer.counted import counted
from viewer.model.message import Message

INTERLEAVED = Rule(
    "interleaved_reply", "info", "Pieces of one reply were recorded with other messages between; it stands at the first"
)


def find(facts: Facts) -> Iterator[Finding]:
    """One finding for each reply that records of other messages part."""
    parted = [message for message in facts.run.messages if len(message.records) > 1 and _has_gap(message)]
    if not parted:
        return
    owners = sorted((record, message.index) for message in facts.run.messages for record in message.records)
    for message in parted:
        low = bisect_left(owners, (message.records[0], -1))
        high = bisect_right(owners, (message.records[-1], len(facts.run.messages)))
        if high - low <= len(message.records):
            continue  # only lines that are no messages stand between
        # As many others as can stand between: the pieces themselves are passed over.
        others = dict.fromkeys(
            index for _, index in owners[low : min(high, low + len(message.records) + 4)] if index != message.index
        )
        many = high - low - len(message.records)
        names = listed([f"[{index}]" for index in others])
        yield INTERLEAVED.broken(
            (FindingPosition(message.index), *(FindingPosition(index) for index in others)),
            f"reply [{message.index}] was recorded in pieces (records {message.records[0]:,} to "
            f"{message.records[-1]:,}) with {counted(many, 'record')} of other messages between, "
            f"such as of {names}; it stands where its first piece stood",
        )


def _has_gap(message: Message) -> bool:
    records = message.records
    return message.role == "assistant" and records[-1] - records[0] >= len(records)


CHECK = Check((INTERLEAVED,), find)
