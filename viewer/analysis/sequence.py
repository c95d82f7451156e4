"""The run as a sequence: lanes for caller, loop, model and tools, and every arrow between them."""

from dataclasses import dataclass
from typing import Literal

from viewer.analysis.context import Visible, visible
from viewer.analysis.pairing import pair
from viewer.analysis.policy import is_named
from viewer.model.block import ToolUse
from viewer.model.message import Message
from viewer.model.request import Request
from viewer.model.run import Run
from viewer.model.usage import prompt_tokens

Lane = Literal["caller", "loop", "model", "tools"]


@dataclass(frozen=True)
class Arrow:
    """One crossing of a boundary. What the list does not order (calls issued together) shares a `row`."""

    row: int
    start: Lane
    end: Lane
    message_index: int
    block: int | None = None
    """Of a call or a result: its block."""
    ranges: tuple[tuple[int, int], ...] = ()
    """To the model: all that the request carried, not only what was new."""
    context: Visible | None = None
    tokens: int | None = None
    """To the model: prompt tokens as recorded. From the model: output tokens. None: not recorded."""
    tool: str | None = None
    tool_use_id: str | None = None
    together: int = 1
    """Calls of the same reply: issued together; whether they ran in parallel only logs can tell."""
    is_error: bool | None = None
    effect: bool = False
    """A write tool's result: here, in the loop, the effect happened, not where the model asked for it."""
    answered: bool = True
    """False: a call without a result, so that nothing shows that it was dispatched."""


def sequence(run: Run, write_tools: frozenset[str] = frozenset()) -> tuple[Arrow, ...]:
    """All arrows of a run, in order.

    Args:
        run: any run.
        write_tools: names or patterns of tools that act on the world, as a policy declares them.
    """
    return _Drawer(run, write_tools).arrows()


class _Drawer:
    """Walks the messages once."""

    def __init__(self, run: Run, write_tools: frozenset[str]) -> None:
        self._run = run
        self._write_tools = write_tools
        self._pairing = pair(run.messages)
        self._visible = visible(run, self._pairing)
        self._requests = {request.message_index: request for request in run.requests}
        self._made: list[Arrow] = []
        self._row = 0

    def arrows(self) -> tuple[Arrow, ...]:
        for message in self._run.messages:
            request = self._requests.get(message.index)
            if request is not None:
                self._exchange(message, request)
            elif any(producer.who == "caller" for producer in message.producers):
                self._add(Arrow(self._row, "caller", "loop", message.index))
        return tuple(self._made)

    def _add(self, *arrows: Arrow) -> None:
        self._made.extend(arrows)
        self._row += 1

    def _exchange(self, message: Message, request: Request) -> None:
        """The request, its reply, and the calls that the reply asked for with what came back."""
        saw = self._visible[message.index]
        usage = request.usage
        self._add(
            Arrow(
                self._row, "loop", "model", message.index, ranges=saw.ranges, context=saw, tokens=prompt_tokens(usage)
            )
        )
        self._add(Arrow(self._row, "model", "loop", message.index, tokens=usage.output_tokens if usage else None))
        calls = [
            (number, block)
            for number, block in enumerate(message.blocks)
            if type(block) is ToolUse and block.executed_by != "provider"
        ]
        if not calls:
            return
        self._add(*(self._call(message, number, block, len(calls)) for number, block in calls))
        results = [self._result(message, number, block, len(calls)) for number, block in calls]
        answered = [arrow for arrow in results if arrow is not None]
        if answered:
            self._add(*sorted(answered, key=lambda arrow: arrow.message_index))

    def _call(self, message: Message, number: int, block: ToolUse, together: int) -> Arrow:
        return Arrow(
            self._row,
            "loop",
            "tools",
            message.index,
            number,
            tool=block.name,
            tool_use_id=block.id,
            together=together,
            answered=(message.index, number) in self._pairing.answers,
        )

    def _result(self, message: Message, number: int, block: ToolUse, together: int) -> Arrow | None:
        place = self._pairing.answers.get((message.index, number))
        if place is None:
            return None
        result = self._run.messages[place[0]].blocks[place[1]]
        return Arrow(
            self._row,
            "tools",
            "loop",
            *place,
            tool=block.name,
            tool_use_id=block.id,
            together=together,
            is_error=getattr(result, "is_error", None),
            effect=is_named(block.name, self._write_tools),
        )
