"""Does each call have a result? One that lacks it within the list is told from one that the list ends with."""

from collections.abc import Iterator

from viewer.analysis.checks.check import Check, Facts, Rule
from viewer.analysis.checks.finding import Finding, at, call_named, listed
from viewer.analysis.pairing import Place
from viewer.model.block import ToolUse
from viewer.model.run import Run

NEVER_ANSWERED = Rule(
    "call_never_answered", "error", "A tool_use has no tool_result, though the list goes on: an API refuses such a list"
)
OPEN_AT_END = Rule(
    "call_open_at_end", "warning", "The list ends with calls that no result answers: cut by a cap, a crash, or open"
)
_ASKS_THE_USER = "request_user_input"
"""A tool whose result is the user's answer: none while the user has not given it, which is no fault."""


def find(facts: Facts) -> Iterator[Finding]:
    """One finding for each message with such calls."""
    run = facts.run
    last = _last_not_by_loop(run)
    unread = {problem.after_message: problem.record for problem in reversed(run.problems)}
    for message_index, places in _by_message(facts.pairing.unanswered).items():
        names = [call_named(run, place) for place in places]
        call = f"{'call' if len(names) == 1 else 'calls'} {listed(names)} never answered (message {message_index})"
        positions = tuple(at(run, place) for place in places)
        waits = all(_asks_the_user(run, place) for place in places)
        if message_index >= last:
            ended = run.ending.kind in ("success", "failure")
            text = f"{call}: the list ends here; {run.ending.rule}"
            yield OPEN_AT_END.broken(positions, text, "info" if ended or waits else None)
            continue
        if waits:
            yield NEVER_ANSWERED.broken(positions, f"{call}: it waits for the user", "info")
            continue
        if message_index in unread:
            text = f"{call}; record {unread[message_index]:,}, which follows, could not be read and may be the answer"
            yield NEVER_ANSWERED.broken(positions, text, "warning")
        else:
            yield NEVER_ANSWERED.broken(positions, call)


def _asks_the_user(run: Run, place: Place) -> bool:
    block = run.messages[place[0]].blocks[place[1]]
    return type(block) is ToolUse and block.name.rpartition(".")[2] == _ASKS_THE_USER


def _by_message(places: tuple[Place, ...]) -> dict[int, list[Place]]:
    grouped: dict[int, list[Place]] = {}
    for place in places:
        grouped.setdefault(place[0], []).append(place)
    return grouped


def _last_not_by_loop(run: Run) -> int:
    """The last message that is more than results: up to it the list went on without the answers."""
    for message in reversed(run.messages):
        if any(producer.who != "loop" for producer in message.producers):
            return message.index
    return -1


CHECK = Check((NEVER_ANSWERED, OPEN_AT_END), find)
