"""What could the model see? The visible prefix of each message, with its status."""

from typing import Literal

import msgspec

from viewer.analysis.pairing import Pairing
from viewer.model.request import Request, Status
from viewer.model.run import Run

ALL_BEFORE = "0..n-1"


class Visible(msgspec.Struct, frozen=True):
    """The messages that a request saw, told for one message; a run has so many that a dataclass would be slow."""

    at: Literal["produced", "acted_on"]
    """`produced`: what the model saw when it wrote this. `acted_on`: what the next request saw."""
    status: Status
    rule: str | None
    reason: str | None
    ranges: tuple[tuple[int, int], ...]
    """Inclusive."""


def request_context(run: Run, request: Request, starts_late: str | None) -> Visible:
    """What one request could see.

    Args:
        run: the run of the request.
        request: one of its requests.
        starts_late: the answer of `starts_late`.
    """
    context = request.context
    if context is not None:
        return Visible("produced", context.status, context.rule, context.reason, context.ranges)
    if starts_late is not None:
        return Visible("produced", "unknown", None, starts_late, ())
    n = request.message_index
    return Visible("produced", "derived", ALL_BEFORE, _unread_before(run, n), ((0, n - 1),) if n else ())


def _unread_before(run: Run, n: int) -> str | None:
    """A warning where a record before message `n` could not be read: it may have been a message too."""
    if run.problems and run.problems[0].after_message < n:
        return f"record {run.problems[0].record}, before it, could not be read and may have been part of this"
    return None


def starts_late(run: Run, pairing: Pairing) -> str | None:
    """Why the stored list cannot be the whole list, where it shows: a result whose call is not in it."""
    first_reply = run.requests[0].message_index if run.requests else len(run.messages)
    for message, block in pairing.orphans[:1]:
        if message < first_reply:
            where = f"[{message}].{block}"
            return f"compaction or a cut start: the list opens with a result whose call is not in it, at {where}"
    return None


def visible(run: Run, pairing: Pairing) -> tuple[Visible, ...]:
    """For every message what it was produced from, or what the next request saw."""
    late = starts_late(run, pairing)
    found: list[Visible | None] = [None] * len(run.messages)
    following: Visible | None = None
    requests = {request.message_index: request for request in run.requests}
    for index in range(len(run.messages) - 1, -1, -1):
        request = requests.get(index)
        if request is not None:
            produced = request_context(run, request, late)
            found[index] = produced
            following = Visible("acted_on", produced.status, produced.rule, produced.reason, produced.ranges)
        elif following is None:
            reason = "run ended" if run.ending.kind != "open" else "no later request is stored"
            found[index] = Visible("acted_on", "unknown", None, reason, ())
        elif following.status == "unknown" or any(first <= index <= last for first, last in following.ranges):
            found[index] = following
        else:
            found[index] = msgspec.structs.replace(following, reason="the next request did not hold this message")
    return tuple(one for one in found if one is not None)
