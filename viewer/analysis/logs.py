"""The loop's own log joined to the run by call id: durations, overlap, retries. The list alone tells none of these."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from viewer.analysis.pairing import Pairing, pair
from viewer.model.block import ToolUse
from viewer.model.run import Run


@dataclass(frozen=True)
class LogLine:
    """One line of a dispatch log."""

    line: int
    """From 1."""
    call_id: str | None
    start: datetime | None = None
    end: datetime | None = None
    attempt: int | None = None
    outcome: str | None = None


@dataclass(frozen=True)
class CallTiming:
    """A call of the run with its log lines."""

    message_index: int
    block: int
    tool_use_id: str | None
    tool: str
    lines: tuple[LogLine, ...]
    results: int
    """Results of this call in the list: 1 or 0."""

    @property
    def attempts(self) -> int:
        """Lines of the log; a retry leaves several, the list shows one result."""
        return len(self.lines)

    @property
    def start(self) -> datetime | None:
        """The first attempt's start."""
        return min((line.start for line in self.lines if line.start), default=None)

    @property
    def end(self) -> datetime | None:
        """The last attempt's end."""
        return max((line.end for line in self.lines if line.end), default=None)

    @property
    def seconds(self) -> float | None:
        """From the first start to the last end."""
        return (self.end - self.start).total_seconds() if self.start and self.end else None


@dataclass(frozen=True)
class Together:
    """Calls that one reply issued together, as the log saw them run."""

    message_index: int
    calls: tuple[CallTiming, ...]
    overlap: bool | None
    """True: two of them ran at the same time. None: times are missing, so nobody can tell."""
    finish_gap_seconds: float | None
    """Between the first and the last to finish."""


@dataclass(frozen=True)
class LogJoin:
    """What a log adds to a run, and what matched nothing on either side."""

    calls: tuple[CallTiming, ...]
    together: tuple[Together, ...]
    unmatched_lines: tuple[LogLine, ...]
    unmatched_calls: tuple[CallTiming, ...]


def join(run: Run, lines: Iterable[LogLine]) -> LogJoin:
    """Join log lines to the calls of a run. An id that several calls share takes its lines in order of attempt 1."""
    pairing = pair(run.messages)
    by_id: dict[str, list[LogLine]] = {}
    unmatched: list[LogLine] = []
    for line in lines:
        if line.call_id:
            by_id.setdefault(line.call_id, []).append(line)
        else:
            unmatched.append(line)
    shares: dict[str, int] = {}
    places: list[tuple[int, int, ToolUse]] = [
        (message.index, number, block)
        for message in run.messages
        for number, block in enumerate(message.blocks)
        if type(block) is ToolUse and block.executed_by != "provider"
    ]
    for _, _, block in places:
        if block.id:
            shares[block.id] = shares.get(block.id, 0) + 1
    queues = {call_id: _split(found, shares.get(call_id, 0)) for call_id, found in by_id.items()}
    calls: list[CallTiming] = []
    for message_index, number, block in places:
        queue = queues.get(block.id or "", [])
        mine = tuple(queue.pop(0)) if queue and block.id in shares else ()
        calls.append(_timing(pairing, message_index, number, block, mine))
    for call_id, found in by_id.items():
        if call_id not in shares:
            unmatched.extend(found)
    return LogJoin(
        tuple(calls),
        tuple(_together(calls)),
        tuple(sorted(unmatched, key=lambda line: line.line)),
        tuple(call for call in calls if not call.lines),
    )


def _timing(pairing: Pairing, message: int, number: int, block: ToolUse, lines: tuple[LogLine, ...]) -> CallTiming:
    return CallTiming(message, number, block.id, block.name, lines, 1 if (message, number) in pairing.answers else 0)


def _split(lines: list[LogLine], calls: int) -> list[list[LogLine]]:
    """The lines of one id over the calls that share it: a first attempt begins the next call's lines."""
    groups: list[list[LogLine]] = []
    for line in lines:
        if not groups or (line.attempt in (None, 1) and len(groups) < calls):
            groups.append([])
        groups[-1].append(line)
    return groups


def _together(calls: list[CallTiming]) -> list[Together]:
    by_message: dict[int, list[CallTiming]] = {}
    for call in calls:
        by_message.setdefault(call.message_index, []).append(call)
    made: list[Together] = []
    for index, group in by_message.items():
        if len(group) < 2:
            continue
        ends = [call.end for call in group]
        known = [end for end in ends if end is not None]
        gap = (max(known) - min(known)).total_seconds() if len(known) == len(ends) else None
        made.append(Together(index, tuple(group), _overlap(group), gap))
    return made


def _overlap(calls: list[CallTiming]) -> bool | None:
    spans = sorted((call.start, call.end) for call in calls if call.start and call.end)
    if len(spans) < len(calls):
        return None
    return any(later[0] < earlier[1] for earlier, later in pairwise(spans))
