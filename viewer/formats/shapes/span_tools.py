"""Joins the spans of tools to the calls that asked for them and to the results that requests showed."""

from collections import deque
from itertools import islice
from typing import Any

import msgspec

from viewer.formats.build import RunBuilder
from viewer.formats.entries import Aside, Input
from viewer.formats.shapes.span_times import iso
from viewer.formats.shapes.spans import Span, ToolRun
from viewer.model.block import Block, ToolResult, ToolUse
from viewer.model.message import Message

_LATEST = 64
"""Calls of a name among which one without an id is looked for."""
_NO_CALL = "no call with its id, name or arguments is in the messages of this run"


class _Use(msgspec.Struct):
    id: str | None
    input: Any
    index: int
    taken: bool = False


class _Ran(msgspec.Struct):
    span: Span
    run: ToolRun
    use: _Use | None
    written: bool = False
    """True: the span itself became the message that holds the result."""


class ToolSpans:
    """The tool spans of one run, until each has found its call."""

    def __init__(self, builder: RunBuilder) -> None:
        self.link: dict[int, tuple[int, str | None]] = {}
        """By the record of a tool span: index of the message that holds its call, and the call's id."""
        self._builder = builder
        self._uses: dict[str, list[_Use]] = {}
        self._by_name: dict[str, list[_Use]] = {}
        self._shown: set[str | None] = set()
        """Ids of results that requests have shown."""
        self._written: dict[str, int] = {}
        """By call id: index of the message that was made of a tool span."""
        self._ran: list[_Ran] = []
        self._waiting: list[_Ran] = []

    def see(self, blocks: tuple[Block, ...], index: int) -> None:
        """Note the calls and results of a message that was added to the run."""
        for block in blocks:
            if type(block) is ToolUse:
                use = _Use(block.id or None, block.input, index)
                if use.id is not None:
                    self._uses.setdefault(use.id, []).append(use)
                self._by_name.setdefault(block.name, []).append(use)
            elif type(block) is ToolResult:
                self._shown.add(block.tool_use_id)

    def ran(self, span: Span, run: ToolRun) -> None:
        """A tool span: its call has been seen by now, since the reply that made it ended before it began."""
        use = self._by_id(run.call_id) if run.call_id else self._named(run)
        if use is not None:
            use.taken = True
            self.link[span.record.number] = (use.index, use.id)
        one = _Ran(span, run, use)
        self._ran.append(one)
        self._waiting.append(one)

    def _by_id(self, call_id: str) -> _Use | None:
        """The nearest call of that id which no span has answered, since ids repeat; else the last one left."""
        uses = self._uses.get(call_id)
        if uses is None:
            return None
        while len(uses) > 1 and uses[-1].taken:
            uses.pop()
        return uses[-1]

    def _named(self, run: ToolRun) -> _Use | None:
        """Of the latest open calls of that name the first with the same arguments, else the first of the last reply."""
        uses = self._by_name.get(run.name or "", ())
        latest = [use for use in islice(reversed(uses), _LATEST) if not use.taken]
        same = [use for use in latest if use.input == run.arguments]
        if same or not latest:
            return same[-1] if same else None
        return [use for use in latest if use.index == latest[0].index][-1]

    def write_results(self, shown: set[str | None], before: int | None) -> None:
        """Make messages of the results that no request shows, where they ended before the next request began.

        Args:
            shown: ids of the results that the next request adds.
            before: when it began; None: no request follows.
        """
        still: list[_Ran] = []
        for one in self._waiting:
            use = one.use
            if use is None or use.id in self._shown or use.id in shown:
                continue
            if before is not None and (one.span.ended is None or one.span.ended > before):
                still.append(one)
            elif one.run.has_result or one.run.is_error or one.span.ended is not None:
                self._write(one, use)
        self._waiting = still

    def _write(self, one: _Ran, use: _Use) -> None:
        run = one.run
        block = ToolResult(use.id, run.result if run.has_result else one.span.failed, run.is_error, run.name)
        self._builder.add(Input((block,), timestamp=iso(one.span.ended)), one.span.record.number)
        if use.id is not None:
            self._shown.add(use.id)
            self._written[use.id] = len(self._builder.messages) - 1
        one.written = True

    def shown_as_written(self, blocks: tuple[Block, ...], record: int) -> int | None:
        """Where a request shows results that are messages already, made of tool spans: its words replace the spans'.

        Returns:
            The index of the message; None: the blocks are no such results.
        """
        index = None
        for block in blocks:
            if type(block) is not ToolResult or block.tool_use_id not in self._written:
                return None
            index = self._written[block.tool_use_id]
        for block in blocks:
            if type(block) is ToolResult and block.tool_use_id is not None:
                self._replace(self._written[block.tool_use_id], block, record)
        return index

    def _replace(self, index: int, shown: ToolResult, record: int) -> None:
        message = self._builder.messages[index]
        blocks = tuple(
            msgspec.structs.replace(
                shown, is_error=block.is_error if shown.is_error is None else shown.is_error, name=block.name
            )
            if type(block) is ToolResult and block.tool_use_id == shown.tool_use_id
            else block
            for block in message.blocks
        )
        self._builder.messages[index] = _changed(message, blocks, record)

    def finish(self) -> None:
        """Put what the spans know (error, time, content) on the results that requests showed; the rest is set aside."""
        self.write_results(set(), None)
        results: dict[str | None, deque[tuple[int, int]]] = {}
        for message in self._builder.messages:
            if message.role == "user":
                for place, block in enumerate(message.blocks):
                    if type(block) is ToolResult:
                        results.setdefault(block.tool_use_id, deque()).append((message.index, place))
        for one in self._ran:
            number = one.span.record.number
            waiting = results.get(one.use.id if one.use is not None else one.run.call_id or "")
            if waiting and one.written:
                waiting.popleft()
            elif waiting:
                self._join(one, *waiting.popleft())
            elif not one.written:
                why = _NO_CALL if one.use is None else "the result of its call is told by another record, or by none"
                self._builder.add(Aside("tool span", why), number)

    def _join(self, one: _Ran, index: int, place: int) -> None:
        message = self._builder.messages[index]
        blocks = list(message.blocks)
        block = blocks[place]
        if type(block) is ToolResult:
            blocks[place] = msgspec.structs.replace(
                block,
                content=one.run.result if block.content is None else block.content,
                is_error=one.run.is_error if block.is_error is None else block.is_error,
                name=block.name or one.run.name,
            )
        self._builder.messages[index] = _changed(message, tuple(blocks), one.span.record.number, iso(one.span.ended))


def _changed(message: Message, blocks: tuple[Block, ...], record: int, ended: str | None = None) -> Message:
    times = [time for time in (message.timestamp, ended) if time is not None]
    return Message(
        message.index,
        message.role,
        message.producers,
        blocks,
        tuple(sorted({*message.records, record})),
        max(times, default=None),
    )
