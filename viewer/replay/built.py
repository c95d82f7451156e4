"""What the request builders share: the APIs, and what was lost on the way."""

from dataclasses import dataclass, field
from typing import Literal

from viewer.model.run import Run

Api = Literal["anthropic_messages", "openai_chat", "openai_responses"]
APIS: tuple[Api, ...] = ("anthropic_messages", "openai_chat", "openai_responses")
LIST_OF: dict[Api, str] = {"anthropic_messages": "messages", "openai_chat": "messages", "openai_responses": "input"}
"""The field of a request that holds its list."""
_WIRE_FORMATS: dict[str, Api] = {
    "anthropic_messages": "anthropic_messages",
    "anthropic_stream": "anthropic_messages",
    "claude_code": "anthropic_messages",
    "openai_chat": "openai_chat",
    "openai_responses": "openai_responses",
}
"""Formats that store blocks, tools and parameters as an API takes them."""


def stored_as(run: Run) -> Api | None:
    """The API in whose own form the run's file stores blocks and request fields; None: in another form."""
    return _WIRE_FORMATS.get(run.format)


def api_of(run: Run) -> Api:
    """Whose request a run is made of if nobody chooses: that of its own form, else the nearest."""
    if run.format in _NEAREST:
        return _NEAREST[run.format]
    return stored_as(run) or ("openai_chat" if run.format.startswith("openai") else "anthropic_messages")


_NEAREST: dict[str, Api] = {"codex": "openai_responses"}
"""Formats that store the items of an API inside lines of their own."""


@dataclass(frozen=True)
class Loss:
    """Something of the stored run that the request does not hold as it was. May quote the file: show it as text."""

    position: str | None
    """As contracts.md writes it; None: a request field."""
    text: str


@dataclass
class Losses:
    """Collects what a builder leaves out or writes otherwise."""

    found: list[Loss] = field(default_factory=list)

    def add(self, text: str, message_index: int | None = None, block: int | None = None) -> None:
        """Note one loss, at a place or in the request fields."""
        position = None
        if message_index is not None:
            position = f"[{message_index}]" if block is None else f"[{message_index}].{block}"
        self.found.append(Loss(position, text))
