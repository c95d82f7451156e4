"""Spans, whatever their writer calls them: what a format must tell of each, so that runs can be built of a trace.

A tracing format makes a `Span` of each record (observation, run, span: one record each), a `Tracing` that says how a
model call, a tool and an agent are read out of one, and hands both to `span_runs.span_runs`, which does the rest:

- order by start, then depth; parents by id; an agent's span inside another's is a sub-run, linked to the call of the
  tool whose span it stands in; a model call around another model call is only its wrapper;
- one message list a run, out of the list that each call was sent: what it repeats is found again, what is new is
  added, and `Request.context` says, as recorded, which messages the call held;
- tool spans joined to calls and results: by call id, else by name and arguments;
- every record in messages, set aside or problems; token counts of model calls only, those of agents as stated totals.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from viewer.decode.document import BadRecord, Record
from viewer.formats.entries import Input, Reply
from viewer.model.request import Field
from viewer.model.source import RecordArray
from viewer.model.usage import Usage

SpanKind = Literal["model", "agent", "tool", "judge", "other"]
"""`judge`: an evaluator or a guard; the model calls inside are no steps of the agent, and are set aside."""


class Span(msgspec.Struct, frozen=True, gc=False):
    """One span. Making it must not raise on any value: what cannot be told is None."""

    record: Record
    trace: str | None
    """None: the record names no trace; it belongs to that of its root."""
    id: str | None
    parent: str | None
    kind: SpanKind
    name: str
    started: int | None
    """Nanoseconds since 1970; None: not recorded."""
    ended: int | None
    failed: str | None = None
    """The error that ended it, with its type where known; None: none is recorded."""
    what: str = "span"
    """In words, for the list of what was set aside: "retriever span"."""
    own: Any = None
    """The format's own view of the record."""


class Call(msgspec.Struct, frozen=True, gc=False):
    """What the span of a model call says of the request and its reply."""

    inputs: list[Any] | None
    """The messages that were sent, in the file's own form; None: not recorded."""
    entry_of: Callable[[Any], Input]
    """Reads one of them: any role, the model's own as role `assistant`. A leading system message is a request field."""
    reply: Reply | None
    """None: the call failed and brought none. Without blocks: its content was not recorded."""
    system: tuple[Any, ...] = ()
    """Instructions that stand beside the list."""
    tools: Field | None = None
    parameters: Field | None = None
    elsewhere: str | None = None
    """Where the model saw more than `inputs`: who keeps it, in words; None: it saw just these."""
    derived: str | None = None
    """Where `inputs` do not stand in the call's own span: the rule by which they are known to be its."""


class ToolRun(msgspec.Struct, frozen=True, gc=False):
    """What the span of a tool says of the call and of what came back."""

    call_id: str | None
    name: str | None
    arguments: Any = None
    result: Any = None
    has_result: bool = False
    is_error: bool | None = None
    """None: the span records neither an error nor that all went well."""


class AgentFacts(msgspec.Struct, frozen=True, gc=False):
    """What the span of an agent, or the root span of a trace, says of the whole run."""

    name: str | None = None
    attributes: dict[str, Any] = {}
    """Identifiers and tags, verbatim."""
    usage: Usage | None = None
    """A total that it states; never added to the calls'."""
    cost: float | None = None
    metrics: dict[str, Any] = {}
    has_history: bool = False
    """True: the span holds the messages of the whole run, which stand in where model calls have no spans."""
    system: tuple[Any, ...] = ()
    """The agent's instructions, for calls whose spans store none."""
    tools: Field | None = None
    """The tools that the agent offers, likewise."""


@dataclass(frozen=True)
class Tracing:
    """How one format's spans are read. Each function may raise as plain indexing does: the span becomes a problem."""

    format: str
    call: Callable[[Span], Call]
    tool: Callable[[Span], ToolRun]
    agent: Callable[[Span], AgentFacts] = lambda span: AgentFacts()
    """Must not raise."""
    history: Callable[[Span], Call] | None = None
    """The messages of a whole run as one list, where `AgentFacts.has_history`; replies in it are the run's own."""
    usage_stated: str = "the agent's span"
    """Where the totals of an agent stand, in words."""
    apart: str = ""
    """What helps where a span around others is not in the source, as a clause."""


@dataclass(frozen=True)
class Spans:
    """All records of a source."""

    spans: list[Span]
    arrays: tuple[RecordArray, ...]
    """Where the records stand; every run of the source names all of them."""
    troubles: list[tuple[BadRecord | Record, str]] = field(default_factory=list)
    """Records that are no spans, and why."""
    asides: list[tuple[int, str, str]] = field(default_factory=list)
    """Records that the format itself set aside: number, kind, why."""
