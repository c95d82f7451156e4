"""One numbered entry of a run, and who produced it."""

from typing import Literal

import msgspec

from viewer.model.block import Block

Role = Literal["user", "assistant", "system"]
Who = Literal["model", "loop", "caller"]


class Producer(msgspec.Struct, frozen=True, gc=False):
    """Who added a message, or a part of it, to the list."""

    who: Who
    k: int | None = None
    """Of the model: the number of the request (from 1) that the message answers."""


LOOP = Producer("loop")
CALLER = Producer("caller")


class Message(msgspec.Struct, frozen=True, gc=False):
    """A message at its canonical index."""

    index: int
    """From 0, in the order that the next request would present."""
    role: Role
    """Tool results stand on the user's side, whatever a vendor calls their role."""
    producers: tuple[Producer, ...]
    blocks: tuple[Block, ...]
    records: tuple[int, ...]
    """Numbers (from 1) of the source's records that this message was read from."""
    timestamp: str | None = None
    """ISO 8601, as recorded; None: not recorded."""
