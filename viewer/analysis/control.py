"""Why did control move? To the loop, to the model; or it ended, or the list stops open."""

from dataclasses import dataclass
from typing import Literal

from viewer.model.block import ToolResult, ToolUse
from viewer.model.run import Run


@dataclass(frozen=True)
class Control:
    """The transition that a message led to."""

    to: Literal["loop", "model", "end", "open"]
    why: str


def control(run: Run) -> tuple[Control, ...]:
    """The transition after each message, from its blocks and from what follows."""
    last = len(run.messages) - 1
    moves: list[Control] = []
    for message in run.messages:
        calls = sum(1 for block in message.blocks if type(block) is ToolUse and block.executed_by != "provider")
        asked = any(producer.who == "model" for producer in message.producers)
        if asked and calls:
            follows = run.messages[message.index + 1] if message.index < last else None
            if follows is None and run.ending.kind in ("open", "unknown", "censored"):
                moves.append(Control("open", f"{_calls(calls)}; the list stops here, unanswered"))
            else:
                moves.append(Control("loop", f"the message holds {_calls(calls)}"))
        elif asked:
            moves.append(_after_reply(run, message.index, last))
        elif message.index == last:
            ended = run.ending.kind != "open"
            moves.append(
                Control("end", f"the run ended here: {run.ending.rule}")
                if ended
                else Control("open", "no later request is stored")
            )
        else:
            results = sum(1 for block in message.blocks if type(block) is ToolResult)
            moves.append(
                Control("model", f"{'results were' if results else 'the message was'} appended and a request was sent")
                if any(request.message_index > message.index for request in run.requests[-1:])
                else Control("open", "no later request is stored")
            )
    return tuple(moves)


def _after_reply(run: Run, index: int, last: int) -> Control:
    if index == last:
        return Control("end", "the message holds no tool_use and is the last")
    following = run.messages[index + 1]
    if any(producer.who == "model" for producer in following.producers):
        return Control("model", "another reply follows with nothing appended between")
    return Control("end", "the message holds no tool_use: the turn ended; the caller went on")


def _calls(calls: int) -> str:
    return "a tool_use" if calls == 1 else f"{calls} tool_use blocks"
