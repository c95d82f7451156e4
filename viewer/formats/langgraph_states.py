"""Snapshots of one thread of LangGraph, oldest first, as one list: each repeats the messages of the one before."""

from typing import Any

import msgspec

from viewer.decode.document import Record
from viewer.formats.build import RunBuilder
from viewer.formats.convert import mapping, timestamp
from viewer.formats.entries import Aside, Entry, Fields, Input, Reply
from viewer.formats.gathered_fields import joined
from viewer.formats.shapes.langchain_messages import entry_of_message, unwrapped
from viewer.formats.shapes.span_transcript import ranges
from viewer.model.block import Unknown
from viewer.model.request import NOT_STORED, Context, recorded

_TUPLE = ("values", "next", "config", "metadata", "created_at", "parent_config", "tasks", "interrupts")
"""Fields of a snapshot in the library's order: it is a named tuple, which JSON writers make a list of."""
_RULE = "the messages before it in the first state that holds it"


def snapshot_of(value: Any) -> dict[str, Any]:
    """A snapshot as an object."""
    if type(value) is list:
        return dict(zip(_TUPLE, value, strict=False))
    return mapping(value)


def is_snapshot(value: Any) -> bool:
    """Whether a value is a snapshot of a graph's state."""
    if type(value) is list and not (4 < len(value) <= len(_TUPLE)):
        return False
    if type(value) is not list and type(value) is not dict:
        return False
    found = snapshot_of(value)
    values = found.get("values")
    if type(found.get("thread_id")) is str and type(values) is dict and type(values.get("messages")) is list:
        return True  # a thread as the server lists it, with its newest state
    named = ("config", "checkpoint", "metadata", "parent_config", "checkpoint_id")
    return (
        type(values) in (dict, list)
        and type(found.get("next")) is list
        and any(type(found.get(key)) in (dict, str) for key in named)
    )


class _Known(msgspec.Struct):
    raw: Any
    index: int | None
    """Of the run's message; None: it is a request field."""


class States:
    """Takes the snapshots of one thread, oldest first; each message stands where it first was part of the state."""

    def __init__(self) -> None:
        self.builder = RunBuilder(one_result_per_record=True)
        self._before: list[_Known] = []
        """What the state before listed."""
        self._by_id: dict[str, _Known] = {}

    def entry(self, record: Record) -> tuple[()] | Entry:
        """Adds what is new in a state; one that adds nothing is set aside."""
        snapshot = snapshot_of(record.value)
        raws = _messages(snapshot.get("values"))
        when = timestamp(snapshot.get("created_at", snapshot.get("createdAt")))
        listed = [self._known(position, raw) for position, raw in enumerate(raws)]
        # All are read before the first is added, so that a state with a damaged message is one problem.
        read = [None if known is not None else _read(raw, when) for known, raw in zip(listed, raws, strict=True)]
        system: list[Any] = []
        added = False
        state: list[_Known] = []
        for raw, known, entry in zip(raws, listed, read, strict=True):
            if known is None and entry is not None:
                known = self._add(raw, entry, state, record.number, system)
                added = added or known.index is not None
            if known is not None:
                state.append(known)
        self._before = state
        if added:
            return ()
        if system:
            return Fields(system=recorded(system[0] if len(system) == 1 else system))
        return Aside("state", "it adds no message to the state before" if raws else "it holds no message yet")

    def _known(self, position: int, raw: Any) -> _Known | None:
        """The same message of an earlier state; one that was changed under its id is another."""
        if position < len(self._before) and self._before[position].raw == raw:
            return self._before[position]
        found = unwrapped(raw)
        name = found[1].get("id") if found is not None else None
        known = self._by_id.get(name) if type(name) is str else None
        return known if known is not None and known.raw == raw else None

    def _add(self, raw: Any, entry: Reply | Input, state: list[_Known], number: int, system: list[Any]) -> _Known:
        builder = self.builder
        fields = (unwrapped(raw) or ("", {}))[1]
        known = _Known(raw, None)
        if type(fields.get("id")) is str:
            self._by_id[fields["id"]] = known
        if type(entry) is Input and entry.role == "system":
            if not builder.messages:
                system.append(fields["content"])
                return known
            before = builder.request_fields[-1].system if builder.request_fields else NOT_STORED
            builder.fields(system=joined(before, recorded(fields["content"])))
        elif system:
            builder.fields(system=recorded(system[0] if len(system) == 1 else list(system)))
            system.clear()
        if type(entry) is Reply:
            entry = msgspec.structs.replace(entry, context=self._context(state))
        builder.add(entry, number)
        known.index = len(builder.messages) - 1
        return known

    def _context(self, state: list[_Known]) -> Context | None:
        """Where the state does not hold all messages so far: those that it holds."""
        held = ranges([known.index for known in state if known.index is not None])
        count = len(self.builder.messages)
        return None if not count or held == ((0, count - 1),) else Context(held, "derived", _RULE)


def _messages(values: Any) -> list[Any]:
    """The messages of a state: under `messages`, else the first list of messages in it, else the state itself."""
    if type(values) is list:
        return values
    held = mapping(values).get("messages")
    if type(held) is list:
        return held
    for value in values.values():
        if type(value) is list and value and unwrapped(value[0]) is not None:
            return value
    return []


def _read(raw: Any, when: str | None) -> Reply | Input:
    entry = entry_of_message(raw)
    if type(entry) is Reply or type(entry) is Input:
        return msgspec.structs.replace(entry, timestamp=when)
    return Input((Unknown("message that is not known", raw),), who="loop", timestamp=when)
