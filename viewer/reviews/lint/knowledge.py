"""Sentences that say what the model knew, held against what it could see.

The rule. A sentence speaks of knowledge when the model (the agent, the assistant, it) *knew, saw, had read, was told,
was aware of, relied on, …* something. The *deciding* message is the model's message that it cites after a word such as
at, when it wrote, asked, called, decided; without such a word, the only message of the model that it cites. Everything
else that it cites of that run is the evidence, and has to stand in what the model saw when it wrote the deciding
message. "Had not seen" turns the rule round. Without a deciding message, some request has to have held the evidence.
"""

import re
from dataclasses import dataclass
from typing import Literal

from viewer.analysis.context import Visible, request_context, starts_late
from viewer.analysis.pairing import pair
from viewer.model.position import Position
from viewer.model.request import Request
from viewer.model.run import Run
from viewer.reviews.lint.cites import CitedPosition, Cites

_KNEW = (
    r"(?:knew|knows|known|know|saw|sees|seen|see|had read|has read|having read|read|(?:was|were|been) (?:told|shown|"
    r"aware)|is aware|learn(?:ed|t)|noticed|relied on|based (?:on|its|this|that))"
)
_WHO = r"(?:model|agent|assistant|llm|it)"
_SPEAKS = re.compile(rf"\b{_WHO}\b(?:\W+\w+){{0,4}}?\W+{_KNEW}\b|\bvisible to the {_WHO}\b|\bunaware\b", re.IGNORECASE)
_NOT = re.compile(
    rf"(?:\bnot|n['’]t|\bnever|\bwithout|\bcannot|\bbefore)(?:\W+\w+){{0,3}}?\W+(?:{_KNEW}|seeing|reading|knowing|"
    rf"visible)\b|\bunaware\b",
    re.IGNORECASE,
)
_DECIDES = re.compile(
    r"\b(?:at|when it|wrote|writes|writing|asked|asks|asking|called|calls|calling|decided|decides|deciding|issued|"
    r"issues|answered|answers|replied|replies|chose|refunded)\W+(?:[\w.£$€-]+\W+){0,3}$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Unseen:
    """A sentence says that the model knew what it could not see, or the other way round."""

    position: Position
    text: str
    severity: Literal["error", "warning"]


class Sight:
    """What each request of a run could see, looked up often."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._requests = {request.message_index: request for request in run.requests}
        self._late = starts_late(run, pair(run.messages))

    def is_model(self, message: int) -> bool:
        """Whether a request produced the message."""
        return message in self._requests

    def of(self, message: int) -> Visible:
        """What the model saw when it wrote a message of its own."""
        return self._of(self._requests[message])

    def _of(self, request: Request) -> Visible:
        return request_context(self.run, request, self._late)

    def ever_held(self, first: int, last: int) -> bool | None:
        """Whether any request held these messages; None: it cannot be told."""
        unknown = False
        for request in self.run.requests:
            saw = self._of(request)
            if saw.status == "unknown" and request.message_index > first:
                unknown = True
            elif all(_in(index, saw) for index in range(first, last + 1)):
                return True
        return None if unknown else False


def speaks_of_knowledge(bare: str) -> bool:
    """Whether a sentence says what the model knew or saw."""
    return _SPEAKS.search(bare) is not None


def unseen(cited: Cites, here: list[CitedPosition], sight: Sight) -> list[Unseen]:
    """What of the cited evidence the model could not see.

    Args:
        cited: the whole sentence.
        here: its positions in one run, all of which are there.
        sight: of that run.
    """
    if not speaks_of_knowledge(cited.bare):
        return []
    own = [one for one in here if one.position.last is None and sight.is_model(one.position.message)]
    deciding = [one for one in own if _DECIDES.search(cited.bare[: one.start])] or (own if len(own) == 1 else [])
    denied = _NOT.search(cited.bare) is not None
    if not deciding:
        return [] if own or denied else [found for one in here if (found := _never_held(one.position, sight))]
    decided = max(deciding, key=lambda one: one.position.message).position.message
    saw = sight.of(decided)
    made: list[Unseen] = []
    for one in here:
        position = one.position
        last = position.message if position.last is None else position.last
        if one in deciding or (position.message == decided and last == decided):
            continue
        if saw.status == "unknown":
            why = saw.reason or "it is not recorded"
            made.append(Unseen(position, f"what the model saw at [{decided}] is unknown ({why})", "warning"))
            continue
        missing = [index for index in range(position.message, last + 1) if not _in(index, saw)]
        if missing and not denied:
            text = f"[{decided}] was written without [{missing[0]}]: the model saw {_ranges(saw)} ({saw.rule})"
            made.append(Unseen(position, text, "error"))
        elif denied and not missing:
            text = f"[{decided}] was written with {position} in view: the model saw {_ranges(saw)} ({saw.rule})"
            made.append(Unseen(position, text, "error"))
    return made


def _never_held(position: Position, sight: Sight) -> Unseen | None:
    last = position.message if position.last is None else position.last
    held = sight.ever_held(position.message, last)
    if held is not False:
        return None
    return Unseen(position, f"no request of this run held {position}", "error")


def _in(index: int, saw: Visible) -> bool:
    return any(first <= index <= last for first, last in saw.ranges)


def _ranges(saw: Visible) -> str:
    return " ".join(str(Position(one, last=last if last != one else None)) for one, last in saw.ranges) or "nothing"
