"""Do loop and model messages alternate? Asked only where the format promises it; the first break is named.

After a break the parity of every later index is shifted, so one finding says all. Producers go by role throughout.
"""

from collections.abc import Iterator

from viewer.analysis.checks.check import Check, Facts, Rule
from viewer.analysis.checks.finding import Finding, FindingPosition, at, call_named, listed
from viewer.analysis.pairing import Place
from viewer.model.block import ToolResult
from viewer.model.message import Message
from viewer.model.run import Run

NEVER_APPENDED = Rule(
    "results_never_appended", "error", "Two assistant messages in a row, the first with calls that no result answers"
)
DROPPED = Rule("assistant_dropped", "error", "Two user messages in a row, the second with a result of a lost call")
IN_A_ROW = Rule(
    "replies_in_a_row", "info", "Two assistant messages in a row with no call open: paused, prefilled, or split"
)
SPLIT = Rule("results_split", "info", "Results of one assistant message stand in several user messages in a row")
CANNOT_TELL = Rule(
    "follow_up_or_dropped", "info", "Two user messages in a row: a follow-up, or an assistant message was dropped"
)
_BREAKS = (NEVER_APPENDED.code, DROPPED.code)
_SHIFTED = "from here on even and odd no longer tell the producer"


def find(facts: Facts) -> Iterator[Finding]:
    """The first break, and before it the first place where two messages of a side are legal."""
    if not facts.run.alternates:
        return
    unanswered: dict[int, list[Place]] = {}
    for place in facts.pairing.unanswered:
        unanswered.setdefault(place[0], []).append(place)
    lost = frozenset(facts.pairing.orphans) - facts.pairing.repeated.keys()
    before: Message | None = None
    reply: Message | None = None
    legal_named = False
    unread = {problem.after_message for problem in facts.run.problems}
    for message in facts.run.messages:
        if message.index - 1 in unread:
            before = None  # the record between may be the message that seems to be missing
        if message.role == "system":
            continue
        if before is not None and before.role == message.role:
            if message.role == "assistant":
                found = _two_replies(facts.run, before, message, unanswered.get(before.index, []))
            else:
                broken_off = reply is not None and reply.index in unanswered
                found = _two_inputs(facts.run, before, message, lost, broken_off)
            if found.code in _BREAKS:
                yield found
                return
            if not legal_named:
                legal_named = True
                yield found
        before = message
        reply = message if message.role == "assistant" else reply


def _two_replies(run: Run, first: Message, second: Message, unanswered: list[Place]) -> Finding:
    i, j = first.index, second.index
    if unanswered:
        calls = listed([call_named(run, place) for place in unanswered])
        return NEVER_APPENDED.broken(
            (*(at(run, place) for place in unanswered), FindingPosition(j)),
            f"results message never appended (between {i} and {j}): {calls} of [{i}] has no result"
            if len(unanswered) == 1
            else f"results message never appended (between {i} and {j}): {calls} of [{i}] have no results",
        )
    return IN_A_ROW.broken(
        (FindingPosition(i), FindingPosition(j)),
        f"two assistant messages in a row ({i} and {j}) and no call open between them: legal where a reply was "
        f"paused, prefilled or stored in two parts; {_SHIFTED}",
    )


def _two_inputs(run: Run, first: Message, second: Message, lost: frozenset[Place], broken_off: bool) -> Finding:
    i, j = first.index, second.index
    both = (FindingPosition(i), FindingPosition(j))
    where = f"two user messages in a row ({i} and {j})"
    orphans = [place for place in _results(second) if place in lost]
    if orphans:
        results = listed([call_named(run, place) for place in orphans])
        return DROPPED.broken(
            (FindingPosition(i), *(at(run, place) for place in orphans)),
            f"{where}: an assistant message was dropped between them, for result {results} in {j} answers no call",
        )
    if _results(second) and _results(first):
        return SPLIT.broken(both, f"{where}: results split over them, which the API joins; {_SHIFTED}")
    if _results(second):
        return SPLIT.broken(both, f"{where}: words of the caller stand before the results; {_SHIFTED}")
    follow_up = "the caller breaking in while a call is open" if broken_off else "a follow-up"
    return CANNOT_TELL.broken(
        both, f"{where}: {follow_up} or a dropped assistant message, the list alone cannot tell; {_SHIFTED}"
    )


def _results(message: Message) -> list[Place]:
    return [
        (message.index, index)
        for index, block in enumerate(message.blocks)
        if type(block) is ToolResult and block.executed_by != "provider"
    ]


CHECK = Check((NEVER_APPENDED, DROPPED, IN_A_ROW, SPLIT, CANNOT_TELL), find)
