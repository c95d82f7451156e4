"""What a format's mapper makes of one record, before `RunBuilder` gives it an index."""

from typing import Any, Literal

import msgspec

from viewer.model.block import Block
from viewer.model.message import Role, Who
from viewer.model.request import Context, Field, StopReason
from viewer.model.usage import Usage


class Reply(msgspec.Struct, frozen=True, gc=False):
    """A reply of the agent's model, or a piece of one."""

    blocks: tuple[Block, ...]
    key: str | None = None
    """Pieces with the same key make one message, placed where the first stood; None: whole in itself."""
    usage: Usage | None = None
    """Of the whole reply; the last piece that records it wins."""
    stop_reason: StopReason | None = None
    stop_reason_recorded: str | None = None
    model: str | None = None
    timestamp: str | None = None
    seconds: float | None = None
    attempts: int | None = None
    context: Context | None = None
    compacts: str | None = None
    """A rule, where later requests see the list from this reply on only."""


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A record that adds to the next Reply, such as one event of a stream; its number joins that message's records."""


class Input(msgspec.Struct, frozen=True, gc=False):
    """A message that no reply of the agent's model made: tool results, a caller's words, both."""

    blocks: tuple[Block, ...]
    role: Role = "user"
    who: Who | None = None
    """None: tool results are the loop's, all else is the caller's."""
    timestamp: str | None = None
    ends_turn: bool = False
    """True: the turn was broken off here, and control returned to the caller."""
    beside_results: bool = False
    """True: words stored ahead of results that the loop appended with them, so they open no turn."""


class Fields(msgspec.Struct, frozen=True, gc=False):
    """A record that holds request fields; what it does not name stays as it was."""

    system: Field | None = None
    tools: Field | None = None
    parameters: Field | None = None


class Aside(msgspec.Struct, frozen=True, gc=False):
    """A record that is neither message nor problem."""

    kind: str
    why: str


class Trouble(msgspec.Struct, frozen=True, gc=False):
    """A record whose trouble the format itself has found."""

    reason: str
    raw: Any = None


class Compacted(msgspec.Struct, frozen=True, gc=False):
    """The list that requests see starts anew here; `blocks` is the summary, if this record holds it."""

    rule: str
    """How later requests' contexts are derived, in words."""
    blocks: tuple[Block, ...] = ()
    timestamp: str | None = None
    known: bool = True
    """False: what the next request saw cannot be told; `rule` then says why."""
    kept: int | None = None
    """Number of the first earlier record that stays visible; None: none does."""


class Measured(msgspec.Struct, frozen=True, gc=False):
    """A record that only measures the reply before it."""

    kind: str
    why: str
    usage: Usage | None = None
    seconds: float | None = None
    stop_reason: StopReason | None = None
    stop_reason_recorded: str | None = None
    adds: Literal["replace", "add"] = "replace"
    """`add`: the reply was billed in several parts."""


Entry = Reply | Piece | Input | Fields | Aside | Trouble | Compacted | Measured
