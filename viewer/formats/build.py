"""Builds a Run from the records of a source: indexes, producers, turns; every record accounted for."""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from viewer.decode.document import BadRecord, Record
from viewer.formats.compactions import SeenFrom, seen_from
from viewer.formats.entries import Aside, Compacted, Entry, Fields, Input, Measured, Piece, Reply, Trouble
from viewer.formats.gathered_fields import add_head, add_record
from viewer.formats.mapping_errors import MAPPING_ERRORS, describe
from viewer.model.block import Block, ToolResult, ToolUse
from viewer.model.message import CALLER, LOOP, Message, Producer
from viewer.model.request import Field, Request, RequestFields
from viewer.model.run import Problem, Run, SetAside
from viewer.model.source import Part, RecordArray, Source
from viewer.model.usage import Usage, total

UNPLACED = Source("", (Part("", "", 0),))
"""Formats do not know where they read from; `load` puts the source in."""
_BY_LOOP = (LOOP,)
_BY_CALLER = (CALLER,)
_BY_BOTH = (LOOP, CALLER)
_BY_MODEL = [(Producer("model", k),) for k in range(1, 1_001)]
"""Of the requests that most runs have; runs share them."""

EntryOf = Callable[[Record], Entry | tuple[Entry, ...]]


class RunBuilder:
    """Takes entries in the order of the records and hands out the finished Run."""

    def __init__(self, *, one_result_per_record: bool = False) -> None:
        self.messages: list[Message] = []
        self.requests: list[Request] = []
        self.problems: list[Problem] = []
        self.set_aside: list[SetAside] = []
        self.request_fields: list[RequestFields] = []
        self._merge_results = one_result_per_record
        self._replies: dict[str, int] = {}
        self._turn = 0
        self._k_in_turn = 0
        self._returned = True
        self._waiting = 0
        self._seen: SeenFrom | None = None
        """Since the last compaction; None: there was none."""
        self._compactions: list[SeenFrom] = []
        self._pieces: list[int] = []
        self._shared = 0

    def map(self, records: Iterable[Record | BadRecord], entry_of: EntryOf) -> None:
        """Add what `entry_of` makes of each record; a record that it raises on becomes a problem."""
        for record in records:
            if type(record) is BadRecord:
                self.add(Trouble(record.reason, record.raw), record.number)
                continue
            try:
                entry = entry_of(record)  # type: ignore[arg-type]  # BadRecord is handled above
            except MAPPING_ERRORS as error:
                reason = f"not as this format writes it: {describe(error)}"
                self.add(Trouble(reason, record.value), record.number)  # type: ignore[union-attr]  # as above
                continue
            if type(entry) is Reply:
                self._reply(entry, record.number)
            elif type(entry) is Input:
                self._input(entry, record.number)
            elif type(entry) is Aside:
                self.set_aside.append(SetAside(record.number, entry.kind, entry.why))
            elif type(entry) is tuple:
                for one in entry:
                    self.add(one, record.number)
            else:
                self.add(entry, record.number)  # type: ignore[arg-type]  # a tuple is handled above

    def add(self, entry: Entry, record: int) -> None:
        """Give the entry of one record its place."""
        match entry:
            case Reply():
                self._reply(entry, record)
            case Piece():
                self._pieces.append(record)
            case Input():
                self._input(entry, record)
            case Aside(kind, why):
                self.set_aside.append(SetAside(record, kind, why))
            case Fields():
                add_record(self.request_fields, len(self.messages), entry, record)
            case Compacted():
                self._compacted(entry, record)
            case Measured():
                self._measured(entry, record)
            case Trouble(reason, raw):
                self.problems.append(Problem(record, reason, len(self.messages) - 1, raw))

    def _reply(self, entry: Reply, record: int) -> None:
        key = entry.key
        if key is not None:
            at = self._replies.get(key)
            if at is not None:
                self._extend(at, entry, record)
                return
            self._replies[key] = len(self.requests)
        if self._turn == 0:
            self._turn = 1
        self._k_in_turn += 1
        index, k = len(self.messages), len(self.requests) + 1
        records = self._gathered(record) if self._pieces else (record,)
        producers = _BY_MODEL[k - 1] if k <= len(_BY_MODEL) else (Producer("model", k),)
        blocks = entry.blocks
        self.messages.append(Message(index, "assistant", producers, blocks, records, entry.timestamp))
        self.requests.append(
            Request(
                k,
                self._turn,
                self._k_in_turn,
                index,
                entry.context if self._seen is None else entry.context or self._seen.context(index),
                entry.usage,
                entry.stop_reason,
                entry.stop_reason_recorded,
                entry.model,
                entry.seconds,
                entry.attempts,
            )
        )
        self._waiting = _client_calls(blocks)
        self._returned = not self._waiting
        if entry.compacts is not None:
            self._see_from(index, Compacted(entry.compacts))

    @property
    def last_piece(self) -> int | None:
        """The last record of a reply that is not whole yet; None: no such reply is open."""
        return self._pieces[-1] if self._pieces else None

    def give_up_pieces(self, entry: Aside | Trouble) -> None:
        """The reply that is open never came whole: each of its pieces is `entry` instead."""
        pieces = tuple(self._pieces)
        self._pieces.clear()
        for record in pieces:
            self.add(entry, record)

    def _gathered(self, record: int) -> tuple[int, ...]:
        records = tuple(dict.fromkeys((*self._pieces, record)))
        self._pieces.clear()
        return records

    def _extend(self, at: int, entry: Reply, record: int) -> None:
        """A later piece of a reply joins the message of the first."""
        request = self.requests[at]
        message = self.messages[request.message_index]
        if self._pieces:
            records = tuple(dict.fromkeys((*message.records, *self._gathered(record))))
        else:
            records = message.records if record in message.records else (*message.records, record)
        blocks = message.blocks + entry.blocks
        self.messages[message.index] = Message(
            message.index, message.role, message.producers, blocks, records, message.timestamp
        )
        # Pieces mostly say the same again, and making a request anew takes time.
        if (
            (entry.usage is not None and entry.usage != request.usage)
            or entry.stop_reason is not None
            or entry.seconds is not None
            or (entry.model is not None and entry.model != request.model)
        ):
            self.requests[at] = msgspec.structs.replace(
                request,
                usage=entry.usage or request.usage,
                stop_reason=entry.stop_reason or request.stop_reason,
                stop_reason_recorded=entry.stop_reason_recorded or request.stop_reason_recorded,
                model=entry.model or request.model,
                seconds=entry.seconds or request.seconds,
            )
        if at == len(self.requests) - 1:
            self._waiting += _client_calls(entry.blocks)
            self._returned = self._returned and not self._waiting
        if entry.compacts is not None:
            self._see_from(message.index, Compacted(entry.compacts))

    def _see_from(self, index: int, compacted: Compacted) -> None:
        self._seen = seen_from(self.messages, index, compacted)
        self._compactions.append(self._seen)

    def begin_after(self, rule: str, *, known: bool = True) -> None:
        """Requests saw something before the first message that is no message of this run; `rule` says what.

        Not `known`: what they saw of the rest cannot be told either, and `rule` says why.
        """
        self._see_from(0, Compacted(rule, known=known))

    def _input(self, entry: Input, record: int) -> None:
        blocks = entry.blocks
        results = 0
        for block in blocks:
            if type(block) is ToolResult:
                results += 1
        if entry.who is not None:
            producers: tuple[Producer, ...] = (Producer(entry.who),)
        elif results == 0:
            producers = _BY_CALLER
        else:
            producers = _BY_LOOP if results == len(blocks) else _BY_BOTH
        if (
            self._merge_results
            and results
            and producers is _BY_LOOP
            and len(self.messages) > self._shared
            and self.messages[-1].producers is _BY_LOOP
        ):
            last = self.messages[-1]
            records = last.records if last.records[-1] == record else (*last.records, record)
            self.messages[-1] = Message(last.index, last.role, _BY_LOOP, last.blocks + blocks, records, last.timestamp)
            self._waiting -= results
            return
        if results:
            self._waiting -= results
        elif (
            entry.role == "user"
            and producers[0].who == "caller"
            and (self._returned or self._waiting > 0)
            and not entry.beside_results
        ):
            self._begin_turn()
        self.messages.append(Message(len(self.messages), entry.role, producers, blocks, (record,), entry.timestamp))
        if entry.ends_turn:
            self.end_turn()

    def _begin_turn(self) -> None:
        """The caller's words open a turn; while calls are unanswered they mean that the last was broken off."""
        if self._turn == 0 or self._k_in_turn:
            self._turn += 1
            self._k_in_turn = 0
        self._returned, self._waiting = False, 0

    def end_turn(self) -> None:
        """Control returned to the caller, whatever was still due: its next words open a new turn."""
        self._returned, self._waiting = True, 0

    def fields(
        self, *, system: Field | None = None, tools: Field | None = None, parameters: Field | None = None
    ) -> None:
        """Request fields that stand in no record of their own, such as a document's head."""
        add_head(self.request_fields, len(self.messages), system, tools, parameters)

    def _compacted(self, entry: Compacted, record: int) -> None:
        before = self._seen
        if before is None or before.at < len(self.messages) or before.compacted.known:
            # What a boundary tells to be unknown stays so at the summary that follows it.
            self._see_from(len(self.messages), entry)
        if entry.blocks:
            self.messages.append(Message(len(self.messages), "user", (LOOP,), entry.blocks, (record,), entry.timestamp))
        else:
            self.set_aside.append(SetAside(record, "compaction boundary", entry.rule))

    def _measured(self, entry: Measured, record: int) -> None:
        self.set_aside.append(SetAside(record, entry.kind, entry.why))
        if not self.requests:
            return
        request = self.requests[-1]
        usage = entry.usage or request.usage
        if entry.adds == "add" and entry.usage and request.usage:
            usage = total([request.usage, entry.usage])
        self.requests[-1] = msgspec.structs.replace(
            request,
            usage=usage,
            seconds=entry.seconds or request.seconds,
            stop_reason=entry.stop_reason or request.stop_reason,
            stop_reason_recorded=entry.stop_reason_recorded or request.stop_reason_recorded,
        )

    def measure(self, position: int, usage: Usage | None, seconds: float | None = None) -> None:
        """Put figures that stand elsewhere in the file on the request at `position` (from 0)."""
        self.requests[position] = msgspec.structs.replace(self.requests[position], usage=usage, seconds=seconds)

    def join(self, index: int, records: tuple[int, ...]) -> None:
        """Name all records that a message was read from, where its mapper saw only one of them."""
        self.messages[index] = msgspec.structs.replace(self.messages[index], records=records)

    def going_on_from(self, at: int) -> "RunBuilder":
        """A builder for another path that leaves the list after message `at` (-1: it shares none).

        It starts with what it shares, which nothing added to it changes.
        """
        other = RunBuilder(one_result_per_record=self._merge_results)
        other.messages = self.messages[: at + 1]
        other.requests = self.requests[: bisect_right(self.requests, at, key=lambda request: request.message_index)]
        other._shared = len(other.messages)
        other._compactions = [seen for seen in self._compactions if seen.at <= at]
        other._seen = other._compactions[-1] if other._compactions else None
        first = 0
        if other.requests:
            last = other.requests[-1]
            first = last.message_index + 1
            other._turn, other._k_in_turn = last.turn, last.k_in_turn
            other._waiting = _client_calls(other.messages[last.message_index].blocks)
            other._returned = not other._waiting
        for message in other.messages[first:]:
            results = sum(type(block) is ToolResult for block in message.blocks)
            other._waiting -= results
            if not results and message.producers[0].who == "caller" and (other._returned or other._waiting > 0):
                other._begin_turn()
        return other

    def finish(self, *, run_id: str, format: str, records: tuple[RecordArray, ...], **facts: Any) -> Run:
        """The Run. `facts` are further fields of `Run`; models are collected where none are given."""
        at = len(self.messages) - 1
        pieces = [Problem(number, "a piece of a reply that no other record completes", at) for number in self._pieces]
        if "models" not in facts:
            facts["models"] = self.models()
        if "started_at" not in facts:
            facts["started_at"] = next((m.timestamp for m in self.messages if m.timestamp), None)
        if "ended_at" not in facts:
            facts["ended_at"] = next((m.timestamp for m in reversed(self.messages) if m.timestamp), None)
        facts.setdefault("request_fields", tuple(self.request_fields) or (RequestFields(),))
        return Run(
            run_id,
            UNPLACED,
            format,
            tuple(self.messages),
            tuple(self.requests),
            records,
            set_aside=tuple(self.set_aside),
            problems=(*self.problems, *pieces),
            **facts,
        )

    @property
    def waiting(self) -> int:
        """Client calls of the last reply that no result followed yet."""
        return self._waiting

    def models(self) -> tuple[str, ...]:
        """Models of the replies, each once, most used first seen first."""
        return tuple(dict.fromkeys(request.model for request in self.requests if request.model))


def _client_calls(blocks: tuple[Block, ...]) -> int:
    calls = 0
    for block in blocks:
        if type(block) is ToolUse and block.executed_by != "provider":
            calls += 1
    return calls
