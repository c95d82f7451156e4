"""One run in the making: its model calls and tool spans, in order, become one list of messages."""

from typing import Any

import msgspec

from viewer.decode.document import Record
from viewer.formats.build import RunBuilder
from viewer.formats.entries import Aside, Entry, Input, Reply
from viewer.formats.shapes.span_lists import Found, KnownMessages
from viewer.formats.shapes.span_times import iso, seconds_between
from viewer.formats.shapes.span_tools import ToolSpans
from viewer.formats.shapes.spans import AgentFacts, Call, Span, Tracing
from viewer.model.block import Block, Text, ToolResult
from viewer.model.request import NOT_STORED, Context, recorded

_RULE = "the list of messages that the call's own span stores"
_NO_INPUTS = Context((), "unknown", reason="the call's span does not store the messages that were sent")


class Transcript:
    """Takes spans in the order of their start; `finish` must be called once before the builder's run is made."""

    def __init__(self, tracing: Tracing) -> None:
        self.builder = RunBuilder(one_result_per_record=True)
        self.tools = ToolSpans(self.builder)
        self.agent = AgentFacts()
        """What the span of the agent whose calls follow says."""
        self._tracing = tracing
        self._known = KnownMessages()
        self._failed = 0
        """Calls since the last reply that brought none."""
        self._leading: tuple[list[Any], list[Any]] = ([], [])
        """Leading system messages of the last list, raw and read."""

    def call(self, span: Span, around: Span | None = None) -> None:
        """A model call; `around` is a span that wraps it alone, which may know what it does not."""

        def entry_of(record: Record) -> Entry | tuple[Entry, ...]:
            call = self._tracing.call(span)
            return self._entry(_completed(call, self._tracing.call(around)) if around is not None else call, span)

        self.builder.map([span.record], entry_of)

    def tool(self, span: Span) -> None:
        """The span of a tool that ran."""

        def entry_of(record: Record) -> tuple[Entry, ...]:
            self.tools.ran(span, self._tracing.tool(span))
            return ()

        self.builder.map([span.record], entry_of)

    def history(self, span: Span) -> None:
        """The messages of a whole run, where its model calls have no spans: each reply in them is one."""
        read = self._tracing.history
        if read is not None:
            self.builder.map([span.record], lambda record: self._of_history(read(span), span))

    def is_gone_on_with_by(self, call: Call) -> bool:
        """Whether the list that a call was sent begins with a whole list of this run and the reply to it."""
        if call.inputs is None or len(call.inputs) < 2:
            return False
        return self._known.extends(call.inputs[self._first_message(call) :], call.entry_of)

    def finish(self) -> None:
        """Give the tool spans their places."""
        self.tools.finish()

    def _entry(self, call: Call, span: Span) -> Entry | tuple[Entry, ...]:
        """Adds what is new of the list that was sent; the reply is what remains to be added."""
        reply = call.reply
        if call.inputs is None:
            self._fields(call, None)
            self.tools.write_results(set(), span.started)
            listed: list[int] = []
            context = _NO_INPUTS
            added = 0
        else:
            first = self._first_message(call)
            found = self._known.find(call.inputs[first:], call.entry_of)
            self._fields(call, self._leading[1])
            self.tools.write_results(_result_ids(found.new), span.started)
            new = iter(self._add(found, span.record.number))
            listed = [next(new) if number is None else number for number in found.listed]
            added = len(found.new)
            context = self._context(listed, found.in_order)
            if call.elsewhere is not None:
                context = Context(context.ranges, "unknown", reason=call.elsewhere)
            elif call.derived is not None:
                context = Context(context.ranges, "derived", call.derived)
        if reply is None:
            self._failed += 1
            if listed:
                self._known.remember(listed, listed)
            return () if added else Aside("failed model call", span.failed or "it brought no reply")
        attempts, self._failed = self._failed + 1, 0
        index = len(self.builder.messages)
        self._known.add_reply(reply.blocks, index, listed)
        self.tools.see(reply.blocks, index)
        return msgspec.structs.replace(
            reply,
            context=context,
            timestamp=reply.timestamp or iso(span.ended),
            seconds=seconds_between(span.started, span.ended) if reply.seconds is None else reply.seconds,
            attempts=attempts if attempts > 1 else reply.attempts,
        )

    def _first_message(self, call: Call) -> int:
        """How many system messages lead the list; they are read once as long as they stay the same."""
        inputs = call.inputs or []
        raw, _ = self._leading
        first = len(raw)
        if (
            raw
            and inputs[:first] == raw
            and not (len(inputs) > first and call.entry_of(inputs[first]).role == "system")
        ):
            return first
        made: list[Any] = []
        first = 0
        for one in inputs:
            entry = call.entry_of(one)
            if entry.role != "system":
                break
            first += 1
            made.extend(_system_value(block) for block in entry.blocks)
        self._leading = (inputs[:first], made)
        return first

    def _fields(self, call: Call, leading: list[Any] | None) -> None:
        """Request fields as this span records them; what a later span leaves out is not stored for its request."""
        parts = [*call.system, *(leading or ())] or self.agent.system
        self.builder.fields(
            system=recorded(parts[0] if len(parts) == 1 else list(parts)) if parts else NOT_STORED,
            tools=call.tools or self.agent.tools or NOT_STORED,
            parameters=call.parameters or NOT_STORED,
        )

    def _add(self, found: Found, record: int) -> list[int]:
        """New messages of a request's list; their numbers among the known ones."""
        numbers: list[int] = []
        for position, (entry, raw) in enumerate(zip(found.new, found.raws, strict=True)):
            index = self.tools.shown_as_written(entry.blocks, record) if entry.blocks else None
            if index is None:
                if entry.who is None and entry.role == "assistant":
                    entry = msgspec.structs.replace(entry, who="caller")
                elif entry.who is None and position < found.inserted:
                    entry = msgspec.structs.replace(entry, who="loop")
                self.builder.add(entry, record)
                index = len(self.builder.messages) - 1
                self.tools.see(entry.blocks, index)
            numbers.append(self._known.add(raw, entry.role, entry.blocks, index))
        return numbers

    def _context(self, listed: list[int], in_order: bool) -> Context:
        known = self._known.all
        indexes = [known[number].index for number in listed]
        return Context(
            ranges(indexes), "recorded", _RULE if in_order else f"{_RULE}; it holds them in another order than here"
        )

    def _of_history(self, call: Call, span: Span) -> tuple[Entry, ...]:
        first = self._first_message(call)
        entries = [call.entry_of(raw) for raw in (call.inputs or [])[first:]]
        self._fields(call, self._leading[1])
        made: list[Entry] = [Reply(entry.blocks) if entry.role == "assistant" else entry for entry in entries]
        if call.reply is not None:
            made.append(call.reply)
        before = len(self.builder.messages)
        for one in made:
            self.builder.add(one, span.record.number)
        for message in self.builder.messages[before:]:
            self.tools.see(message.blocks, message.index)
        return () if made else (Aside("agent span", "it stores no messages"),)


def _completed(call: Call, outer: Call) -> Call:
    """What a call's span leaves out, out of the span that wraps it alone."""
    reply = call.reply
    if reply is None or outer.reply is None:
        reply = reply or outer.reply
    else:
        reply = msgspec.structs.replace(
            reply,
            blocks=reply.blocks or outer.reply.blocks,
            usage=reply.usage or outer.reply.usage,
            stop_reason=reply.stop_reason or outer.reply.stop_reason,
            stop_reason_recorded=reply.stop_reason_recorded or outer.reply.stop_reason_recorded,
            model=reply.model or outer.reply.model,
        )
    asked = call if call.inputs is not None else outer
    return Call(
        asked.inputs,
        asked.entry_of,
        reply,
        call.system or outer.system,
        call.tools or outer.tools,
        call.parameters or outer.parameters,
        asked.elsewhere,
        asked.derived,
    )


def _system_value(block: Block) -> Any:
    return block.text if type(block) is Text else getattr(block, "raw", None)


def _result_ids(entries: list[Input]) -> set[str | None]:
    return {block.tool_use_id for entry in entries for block in entry.blocks if type(block) is ToolResult}


def ranges(indexes: list[int]) -> tuple[tuple[int, int], ...]:
    """Inclusive ranges that hold exactly these indexes."""
    made: list[tuple[int, int]] = []
    first = last = -2
    for index in sorted(set(indexes)):
        if index != last + 1:
            if first >= 0:
                made.append((first, last))
            first = index
        last = index
    if first >= 0:
        made.append((first, last))
    return tuple(made)
