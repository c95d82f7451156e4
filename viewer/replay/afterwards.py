"""What a run did after the replaced result: its messages, and what its tools answered, as texts of a bundle."""

from dataclasses import dataclass
from typing import Any

import msgspec

from viewer.analysis.pairing import Pairing
from viewer.model.block import Block, Document, Image, ToolResult, ToolUse, Unknown
from viewer.model.run import Run
from viewer.replay.built import Losses
from viewer.replay.json_list import JsonList, json_list
from viewer.replay.recorded_results import recorded_results
from viewer.replay.run_hashes import MessageList
from viewer.replay.sendable_text import is_sendable, sendable_text


@dataclass(frozen=True)
class Afterwards:
    """Two lists of a bundle."""

    continuation: JsonList
    recorded_results: JsonList

    def values(self) -> dict[str, Any]:
        """Both lists as values."""
        return {"continuation": self.continuation.values(), "recorded_results": self.recorded_results.values()}


def afterwards(
    run: Run,
    later: MessageList,
    reply: int,
    pairing: Pairing,
    losses: Losses,
    *,
    is_as_read: bool = False,
) -> Afterwards:
    """All from the reply on to the model call that a replay repeats.

    Args:
        run: the run.
        later: its messages from that reply on.
        reply: the index of that reply.
        pairing: of the run's messages.
        losses: takes what JSON cannot say.
        is_as_read: the file's values are as they were read from JSON, which knows no odd numbers.
    """
    results = recorded_results(run, reply, pairing)
    if later.is_whole and (is_as_read or is_sendable(_values_of(run, reply))):
        return Afterwards(later.texts, json_list(results))
    messages = [
        {"index": message.index, "role": message.role, "blocks": list(msgspec.to_builtins(message.blocks))}
        for message in run.messages[reply:]
    ]
    return of_values(sendable_text({"continuation": messages, "recorded_results": results}, losses))


def of_values(values: dict[str, Any]) -> Afterwards:
    """The same out of values that were changed on the way."""
    return Afterwards(json_list(values["continuation"]), json_list(values["recorded_results"]))


def _values_of(run: Run, reply: int) -> list[Any]:
    """The file's own values that are more than text: in them alone may stand a number that JSON cannot write."""
    found: list[Any] = []
    for message in run.messages[reply:]:
        for block in message.blocks:
            value = _own_value(block)
            if value is not None and type(value) is not str:
                found.append(value)
    return found


def _own_value(block: Block) -> Any:
    kind = type(block)
    if kind is ToolResult:
        return block.content  # type: ignore[union-attr]  # told by its type
    if kind is ToolUse:
        return block.input  # type: ignore[union-attr]  # as above
    return block.raw if type(block) is Image or type(block) is Document or type(block) is Unknown else None
