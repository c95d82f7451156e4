"""Trajectory, turns, steps, messages: the shape of a run, with totals of each turn."""

from dataclasses import dataclass

from viewer.model.block import ToolResult, ToolUse
from viewer.model.request import Request
from viewer.model.run import Run
from viewer.model.usage import Usage, total


@dataclass(frozen=True)
class StepOf:
    """A request with the results that followed it."""

    k: int
    message_index: int
    results: tuple[int, ...]
    """Indexes of the messages that hold results, up to the next reply."""
    tool_calls: int


@dataclass(frozen=True)
class Turn:
    """An exchange: from an outside input until control returned to the caller."""

    number: int
    first_message: int
    last_message: int
    steps: tuple[StepOf, ...]
    tool_calls: int
    error_results: int
    usage: Usage
    requests_without_usage: int


def turns(run: Run) -> tuple[Turn, ...]:
    """The turns of a run, in order."""
    grouped: dict[int, list[Request]] = {}
    for request in run.requests:
        grouped.setdefault(request.turn, []).append(request)
    made: list[Turn] = []
    starts = [_start(run, requests[0]) for requests in grouped.values()]
    for position, (number, requests) in enumerate(grouped.items()):
        last = starts[position + 1] - 1 if position + 1 < len(starts) else len(run.messages) - 1
        made.append(_turn(run, number, starts[position], last, requests))
    return tuple(made)


def _start(run: Run, first: Request) -> int:
    """The earliest of the caller's messages that lead to a turn's first reply."""
    index = first.message_index
    while index > 0:
        before = run.messages[index - 1]
        if before.role == "assistant" or any(type(block) is ToolResult for block in before.blocks):
            break
        index -= 1
    return index


def _turn(run: Run, number: int, first: int, last: int, requests: list[Request]) -> Turn:
    ends = [request.message_index for request in requests[1:]] + [last + 1]
    steps = tuple(_step(run, request, end) for request, end in zip(requests, ends, strict=True))
    usages = [request.usage for request in requests if request.usage is not None]
    return Turn(
        number,
        first,
        last,
        steps,
        sum(step.tool_calls for step in steps),
        sum(
            1
            for message in run.messages[first : last + 1]
            for block in message.blocks
            if type(block) is ToolResult and block.is_error is True
        ),
        total(usages),
        len(requests) - len(usages),
    )


def _step(run: Run, request: Request, end: int) -> StepOf:
    message = run.messages[request.message_index]
    return StepOf(
        request.k,
        request.message_index,
        tuple(
            one.index
            for one in run.messages[request.message_index + 1 : end]
            if any(type(block) is ToolResult for block in one.blocks)
        ),
        sum(1 for block in message.blocks if type(block) is ToolUse and block.executed_by != "provider"),
    )
