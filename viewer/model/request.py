"""One call to a model: what it was shown, what it answered, what it cost."""

from typing import Any, Literal

import msgspec

from viewer.model.usage import Usage

StopReason = Literal["end_turn", "tool_use", "max_tokens", "stop_sequence", "refusal", "pause_turn", "unknown"]
"""`unknown`: the file records a word that this version has no meaning for."""
Status = Literal["recorded", "derived", "unknown"]


class Context(msgspec.Struct, frozen=True, gc=False):
    """The messages that a request could see."""

    ranges: tuple[tuple[int, int], ...]
    """Inclusive ranges of message indexes."""
    status: Status
    rule: str | None = None
    """How it was derived; or where it is recorded and, after a semicolon, what else differs from the messages here."""
    reason: str | None = None
    """Why it is unknown."""


class Request(msgspec.Struct, frozen=True, gc=False):
    """A request and its reply, which is the assistant message at `message_index`."""

    k: int
    """From 1, in the order of the replies."""
    turn: int
    """From 1: the exchange, from an outside input until control returns to the caller."""
    k_in_turn: int
    message_index: int
    context: Context | None = None
    """None: the file narrows nothing, so `analysis.context` derives 0..n-1."""
    usage: Usage | None = None
    stop_reason: StopReason | None = None
    """None: not recorded."""
    stop_reason_recorded: str | None = None
    """The file's own word."""
    model: str | None = None
    seconds: float | None = None
    attempts: int | None = None


class Field(msgspec.Struct, frozen=True, gc=False):
    """A part of a request outside the message list: recorded, or not stored in this file."""

    status: Literal["recorded", "not_stored"] = "not_stored"
    value: Any = None


NOT_STORED = Field()


def recorded(value: Any) -> Field:
    """A field that the file holds."""
    return Field("recorded", value)


class RequestFields(msgspec.Struct, frozen=True, gc=False):
    """System prompt, tool schemas and parameters, from one message on."""

    first_message: int = 0
    """The index from which these fields hold; later entries of `Run.request_fields` replace them."""
    records: tuple[int, ...] = ()
    system: Field = NOT_STORED
    tools: Field = NOT_STORED
    parameters: Field = NOT_STORED
