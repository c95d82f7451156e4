"""What all invariants of one run share: its calls with their outcomes, and what the policy demands."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from viewer.analysis.context import Visible, visible
from viewer.analysis.digests import plain_json, quick_digest
from viewer.analysis.invariants.outcome import Outcome, call_outcome
from viewer.analysis.pairing import Pairing, Place
from viewer.analysis.policy import Policy, ToolClass
from viewer.model.block import ToolResult, ToolUse
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
    def key(self) -> str | bytes:
        """Equal for calls of one run that say the same: the arguments as JSON, where that is quicker than a digest."""
        return plain_json(self.arguments) or self.exact

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
        for request in self.run.requests:
            for number, block in enumerate(self.run.messages[request.message_index].blocks):
                if type(block) is ToolUse and block.executed_by != "provider":
                    kind = kinds.get(block.name)
                    if kind is None:
                        kind = kinds[block.name] = self.policy.class_of(block.name)
                    found.append(self._call((request.message_index, number), request.k, block, kind))
        return tuple(found)

    def _call(self, place: Place, k: int, block: ToolUse, kind: ToolClass) -> CallFact:
        answer = self.pairing.answers.get(place)
        result = None if answer is None else self.run.messages[answer[0]].blocks[answer[1]]
        outcome = call_outcome(result if type(result) is ToolResult else None, self.policy.error_patterns)
        return CallFact(place, k, block.name, block.input, kind, outcome, answer, block.id)

    @cached_property
    def saw(self) -> tuple[Visible, ...]:
        """What each message's model could see."""
        return visible(self.run, self.pairing)

    def could_see(self, message: int, result: int) -> bool:
        """Whether the model had the result's message in view when it wrote the message."""
        return any(first <= result <= last for first, last in self.saw[message].ranges)

    @property
    def stop_reasons(self) -> tuple[str | None, ...]:
        """One a request; None: not recorded."""
        return tuple(request.stop_reason for request in self.run.requests)
