"""Events of several agents in one stream, where those of a started agent name the call that started it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import msgspec

from viewer.decode.document import BadRecord, Record
from viewer.formats.build import RunBuilder
from viewer.model.block import ToolUse
from viewer.model.run import ParentLink, Run

AnyRecord = Record | BadRecord


def _builder() -> RunBuilder:
    return RunBuilder(one_result_per_record=True)


@dataclass(eq=False)
class CallStream:
    """The events of one agent."""

    call: str | None
    """Id of the call that started it; None: the main agent."""
    records: list[AnyRecord] = field(default_factory=list)
    builder: RunBuilder = field(default_factory=_builder)


def by_call(records: Iterable[AnyRecord], call_of: Callable[[AnyRecord], str | None]) -> list[CallStream]:
    """The main agent's events, then those of each started agent in the order in which they begin."""
    streams: dict[str | None, CallStream] = {None: CallStream(None)}
    for record in records:
        call = call_of(record)
        stream = streams.get(call)
        if stream is None:
            stream = streams[call] = CallStream(call)
        stream.records.append(record)
    return list(streams.values())


class _Nest:
    """Puts the runs of started agents under those that started them."""

    def __init__(self, streams: list[CallStream], run_of: Callable[[CallStream], Run]) -> None:
        self._run_of = run_of
        self._holder: dict[str | None, tuple[str | None, int]] = {
            block.id: (stream.call, message.index)
            for stream in streams
            for message in stream.builder.messages
            for block in message.blocks
            if type(block) is ToolUse
        }
        self._started: dict[str | None, list[CallStream]] = {}
        for stream in streams:
            if stream.call is not None:
                self._started.setdefault(self._above(stream.call), []).append(stream)

    def _above(self, call: str) -> str | None:
        """The agent whose reply holds the call; the main one where none does, or where agents started one another."""
        found = above = self._holder.get(call, (None, 0))[0]
        seen = {call}
        while above is not None:
            if above in seen:
                return None
            seen.add(above)
            above = self._holder.get(above, (None, 0))[0]
        return found

    def run(self, stream: CallStream) -> Run:
        run = self._run_of(stream)
        subs: list[Run] = []
        for sub in self._started.get(stream.call, ()):
            found = self._holder.get(sub.call)
            rule = "its events name the call" if found else "its events name a call that no reply holds"
            link = ParentLink(run.run_id, found[1] if found else None, sub.call, rule)
            subs.append(msgspec.structs.replace(self.run(sub), parent=link))
        return msgspec.structs.replace(run, sub_runs=tuple(subs)) if subs else run


def nested(streams: list[CallStream], run_of: Callable[[CallStream], Run]) -> Run:
    """The main agent's run, with the runs of the agents that it started inside.

    Args:
        streams: as `by_call` gives them, their builders filled.
        run_of: the run of one agent, without those inside.
    """
    return _Nest(streams, run_of).run(streams[0])
