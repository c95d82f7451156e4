"""Was every record read? What was not, and what was read but not understood."""

from collections.abc import Iterator

from viewer.analysis.checks.check import Check, Facts, Rule
from viewer.analysis.checks.finding import Finding, FindingPosition, listed
from viewer.model.block import Unknown

UNREAD = Rule("unread_records", "warning", "Records could not be read: messages may be missing where they stood")
UNKNOWN = Rule("unknown_blocks", "info", "Blocks are of a kind that this version does not know; they are kept whole")

_UNDERSTOOD = frozenset({"compaction"})
"""Kinds that tell something of the list and stay raw blocks."""


def find(facts: Facts) -> Iterator[Finding]:
    """One finding for all problems, and one for each unknown kind of block."""
    run = facts.run
    if run.problems:
        records = listed([f"{problem.record:,}" for problem in run.problems])
        places = dict.fromkeys(problem.after_message for problem in run.problems if problem.after_message >= 0)
        verb = "record" if len(run.problems) == 1 else "records"
        yield UNREAD.broken(
            tuple(FindingPosition(index) for index in places),
            f"{verb} {records} could not be read, so a message may be missing there: {run.problems[0].reason}",
        )
    kinds: dict[str, list[FindingPosition]] = {}
    for message in run.messages:
        index = -1
        for block in message.blocks:
            index += 1
            if type(block) is Unknown and block.kind not in _UNDERSTOOD:
                kinds.setdefault(block.kind, []).append(FindingPosition(message.index, index))
    for kind, positions in kinds.items():
        where = listed([f"[{position.message_index}].{position.block}" for position in positions])
        yield UNKNOWN.broken(tuple(positions), f"unknown kind of block {kind[:60]!r} at {where}: kept as stored")


CHECK = Check((UNREAD, UNKNOWN), find)
