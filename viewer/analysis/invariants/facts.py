"""What all invariants of one run share: its calls with their outcomes, and what the policy demands."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from viewer.analysis.context import Visible, request_context, starts_late
from viewer.analysis.digests import quick_digest
from viewer.analysis.invariants.outcome import Outcome, call_outcome
from viewer.analysis.pairing import Pairing, Place
from viewer.analysis.policy import Policy, ToolClass
from viewer.model.block import ToolResult, ToolUse
from viewer.model.request import Request
from viewer.model.run import Run


class CallFact(msgspec.Struct, frozen=True, dict=True):
    """A call of a client tool; a run has so many that a dataclass would take noticeably longer."""

    place: Place
    k: int
    tool: str
    arguments: Any
    kind: ToolClass
    outcome: Outcome
    result: Place | None
    call_id: str | None

    @cached_property
    def exact(self) -> str:
        """Digest of the arguments as they are; only where some check asks, since most calls stand alone."""
        match self.arguments:
            case {"digest": {"exact": str(exact)}}:
                return exact
            case _:
                return quick_digest(self.arguments)

    @property
    def is_ok(self) -> bool:
        """Answered without a sign of an error."""
        return self.outcome == "ok"


@dataclass(frozen=True)
class PathFacts:
    """A run and its policy."""

    run: Run
    policy: Policy
    pairing: Pairing

    @cached_property
    def calls(self) -> tuple[CallFact, ...]:
        """In the order of the record."""
        found = []
        kinds: dict[str, ToolClass] = {}
        messages, answers, patterns = self.run.messages, self.pairing.answers, self.policy.error_patterns
        for request in self.run.requests:
            index = request.message_index
            number = -1
            for block in messages[index].blocks:
                number += 1
                if type(block) is not ToolUse or block.executed_by == "provider":
                    continue
                name, place = block.name, (index, number)
                kind = kinds.get(name)
                if kind is None:
                    kind = kinds[name] = self.policy.class_of(name)
                answer = answers.get(place)
                result = None if answer is None else messages[answer[0]].blocks[answer[1]]
                outcome = call_outcome(result if type(result) is ToolResult else None, patterns)
                found.append(CallFact(place, request.k, name, block.input, kind, outcome, answer, block.id))
        return tuple(found)

    def saw(self, call: CallFact) -> Visible:
        """What the model could see when it asked for this."""
        request = self._requests[call.place[0]]
        return request_context(self.run, request, self._starts_late)

    @cached_property
    def _requests(self) -> dict[int, Request]:
        return {request.message_index: request for request in self.run.requests}

    @cached_property
    def _starts_late(self) -> str | None:
        return starts_late(self.run, self.pairing)

    @cached_property
    def stop_reasons(self) -> tuple[str | None, ...]:
        """One a request; None: not recorded."""
        return tuple([request.stop_reason for request in self.run.requests])
