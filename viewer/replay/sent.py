"""The request of a model call that was made, as far as the file holds it, in the words of an API."""

from dataclasses import dataclass
from typing import Any

from viewer.analysis.checks.finding import FindingPosition
from viewer.analysis.context import ALL_BEFORE, request_context, starts_late
from viewer.analysis.pairing import pair
from viewer.model.request import Request
from viewer.model.run import Run
from viewer.replay.body import request_body
from viewer.replay.built import Api, Loss, Losses
from viewer.replay.prefix import Prefix, Range, Refusal, unsendable
from viewer.replay.sendable_text import sendable_text
from viewer.replay.stored_messages import StoredMessages
from viewer.replay.warnings import request_warnings


@dataclass(frozen=True)
class SentRequest:
    """A request of the run, built again from the record."""

    api: Api
    body: dict[str, Any]
    ranges: tuple[Range, ...]
    """Messages of the run that it holds."""
    losses: tuple[Loss, ...]
    """What it does not hold as the run does."""
    warnings: tuple[str, ...]
    """What the file lacks of it, or why an API would refuse it as it stands."""


def request_of(run: Run, request: Request, api: Api, stored: StoredMessages | None = None) -> SentRequest | Refusal:
    """One of a run's requests, or why it cannot be told.

    Args:
        run: the run.
        request: one of its requests.
        api: whose request to build.
        stored: the file's own messages; with them every message is word by word as stored.
    """
    context = request_context(run, request, starts_late(run, pair(run.messages)))
    here = (FindingPosition(request.message_index),)
    if context.status == "unknown":
        return Refusal(f"what this model call held is unknown: {context.reason}", here)
    told = None if context.rule == ALL_BEFORE else f"{context.status}: {context.rule or 'as the file stores it'}"
    prefix = Prefix(context.ranges, request.message_index, told)
    if not prefix.ranges:
        return Refusal("no message stands before this model call, so there is no list to send", here)
    losses = Losses()
    body = sendable_text(request_body(run, prefix, api, stored, losses).request, losses)
    warnings = request_warnings(run, prefix, body, api)
    refusal = unsendable(run, prefix, needs_objects=api == "anthropic_messages")
    if refusal is not None:
        warnings.append(f"as it stands an API would refuse it: {refusal.reason}")
    return SentRequest(api, body, prefix.ranges, tuple(losses.found), tuple(warnings))
