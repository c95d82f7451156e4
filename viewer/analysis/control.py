"""Why did control move? To the loop, to the model; or it ended, or the list stops open."""

from dataclasses import dataclass
from typing import Literal

from viewer.model.block import ToolResult, ToolUse
from viewer.model.message import Message
from viewer.model.request import Request
from viewer.model.run import Run


@dataclass(frozen=True)
class Control:
    """The transition that a message led to."""

    to: Literal["loop", "model", "end", "open"]
    why: str


def control(run: Run) -> tuple[Control, ...]:
    """The transition after each message, from its blocks and from what follows; never from a stop_reason."""
    last = len(run.messages) - 1
    next_requests = _next_requests(run)
    stop_reasons = {request.message_index: request.stop_reason for request in run.requests[-1:]}
    moves: list[Control] = []
    for message in run.messages:
        calls = client_calls(message)
        if not calls and not _by_model(message):
            moves.append(_after_input(run, message, next_requests[message.index]))
            continue
        if calls and message.index < last:
            moves.append(Control("loop", f"the message holds {_tool_uses(calls)}"))
        elif calls and run.ending.kind in ("success", "failure"):
            moves.append(Control("loop", f"the message holds {_tool_uses(calls)}; the run ended: {run.ending.rule}"))
        elif calls:
            moves.append(Control("open", f"the message holds {_tool_uses(calls)}; the list stops here, unanswered"))
        elif message.index == last and stop_reasons.get(last) == "pause_turn":
            moves.append(Control("open", "the reply was paused (pause_turn) and the list stops here"))
        elif message.index == last:
            moves.append(Control("end", "the message holds no tool_use and is the last"))
        else:
            moves.append(_after_answer(run.messages[message.index + 1]))
    return tuple(moves)


def client_calls(message: Message) -> int:
    """The tool_use blocks of a message that your loop is to run."""
    return sum(1 for block in message.blocks if type(block) is ToolUse and block.executed_by != "provider")


def _next_requests(run: Run) -> list[Request | None]:
    """For each message the next request; None: no later one is stored."""
    found: list[Request | None] = [None] * len(run.messages)
    first = 0
    for request in run.requests:
        for index in range(first, request.message_index):
            found[index] = request
        first = request.message_index
    return found


def _after_input(run: Run, message: Message, request: Request | None) -> Control:
    if request is None:
        if run.ending.kind == "open":
            return Control("open", "no later request is stored")
        last = len(run.messages) - 1
        where = "here" if message.index == last else f"after [{last}]"
        return Control("end", f"the run ended {where}: {run.ending.rule}")
    results = any(type(block) is ToolResult for block in message.blocks)
    appended = "results were appended" if results else "the message was appended"
    if not _holds(request, message.index):
        return Control(
            "model", f"{appended}; the next request, which [{request.message_index}] answers, did not hold it"
        )
    if request.message_index == message.index + 1:
        return Control("model", f"{appended} and a request was sent")
    return Control("model", f"{appended}; the request was sent after [{request.message_index - 1}]")


def _holds(request: Request, index: int) -> bool:
    context = request.context
    if context is None or context.status == "unknown":
        return True
    return any(first <= index <= last for first, last in context.ranges)


def _after_answer(following: Message) -> Control:
    if _by_model(following):
        return Control("model", "another reply follows with nothing appended between")
    if any(producer.who == "caller" for producer in following.producers):
        return Control("end", "the message holds no tool_use: the turn ended; the caller went on")
    return Control("end", "the message holds no tool_use, though results follow")


def _by_model(message: Message) -> bool:
    return any(producer.who == "model" for producer in message.producers)


def _tool_uses(calls: int) -> str:
    return "a tool_use" if calls == 1 else f"{calls} tool_use blocks"
