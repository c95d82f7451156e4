"""Invariant 7 and its kin: why requests stopped, and whether the run came to an end of its own."""

from collections.abc import Iterator

from viewer.analysis.checks.finding import FindingPosition
from viewer.analysis.invariants.facts import PathFacts
from viewer.analysis.invariants.result import CheckResult, Invariant
from viewer.model.block import Text

NOT_STORED = "no stop reasons are stored"


def _find(facts: PathFacts, this: Invariant) -> Iterator[CheckResult]:
    requests = facts.run.requests
    if not any(facts.stop_reasons):
        yield this.not_evaluated(NOT_STORED)
        return
    for request in requests:
        word = request.stop_reason
        if facts.policy.strict:
            if word == "max_tokens":
                yield this.broken_at((FindingPosition(request.message_index),), "hit max_tokens mid-trajectory")
        elif word is not None and word not in facts.policy.allowed_stop_reasons:
            where = "at the end" if request is requests[-1] else "in the middle"
            yield this.broken_at(
                (FindingPosition(request.message_index),),
                f"request {request.k} of {len(requests)} stopped with {word}, {where}, at [{request.message_index}]",
            )


def _find_pause(facts: PathFacts, this: Invariant) -> Iterator[CheckResult]:
    if not any(facts.stop_reasons):
        yield this.not_evaluated(NOT_STORED)
    elif facts.stop_reasons[-1] == "pause_turn":
        last = facts.run.requests[-1].message_index
        yield this.broken_at((FindingPosition(last),), f"the run ended on a pause at [{last}], which nothing resumed")


def _find_no_answer(facts: PathFacts, this: Invariant) -> Iterator[CheckResult]:
    run = facts.run
    if run.ending.kind == "open":
        yield this.not_evaluated("the run is still open")
        return
    if not run.requests:
        yield this.not_evaluated("the run holds no request")
        return
    last = run.requests[-1]
    message = run.messages[last.message_index]
    told = run.exit_status if run.exit_status not in (last.stop_reason, last.stop_reason_recorded) else None
    if run.ending.kind in ("success", "failure") or (told and run.ending.kind != "censored"):
        # Many harnesses end a run by a call of their own, such as a submission or a transfer.
        yield this.not_evaluated(f"the file says itself that the run ended: {told or run.ending.rule}")
    elif last.stop_reason == "tool_use":
        yield this.broken_at(
            (FindingPosition(message.index),),
            f"the last request stopped with tool_use at [{message.index}]: cap or crash",
        )
    elif not any(type(block) is Text and block.text.strip() for block in message.blocks):
        yield this.broken_at((FindingPosition(message.index),), f"the last reply, at [{message.index}], holds no text")


def _find_cap(facts: PathFacts, this: Invariant) -> Iterator[CheckResult]:
    ending = facts.run.ending
    if ending.kind == "open":
        yield this.not_evaluated("the run is still open")
    elif ending.kind == "censored":
        limit = f" of {ending.cap:g} {ending.cap_unit or ''}".rstrip() if ending.cap is not None else ""
        last = max(len(facts.run.messages) - 1, 0)
        yield this.broken_at((FindingPosition(last),), f"the run was cut by {ending.cut_by or 'something'}{limit}")


INVARIANT = Invariant(
    "stop_reason_not_allowed", "error", "A request stopped for a reason that is not allowed", _find, 7
)
PAUSED = Invariant("paused_at_end", "error", "The run ended on a pause that nothing resumed", _find_pause)
NO_ANSWER = Invariant(
    "ended_without_answer", "error", "The run ended on a tool call or without any text", _find_no_answer
)
CAP = Invariant("stopped_at_cap", "warning", "The run was cut before its own end", _find_cap)
