"""Inspect logs: `.eval` archives, a member a sample, or one document {"eval", "plan", "samples": [{"messages"}]}."""

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from viewer.decode.document import JsonDocument, Record
from viewer.decode.members import Members
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import mapping, stop_reason, text_or_none, timestamp
from viewer.formats.entries import Entry, Fields, Input, Reply, Trouble
from viewer.formats.shapes.inspect_events import Event, ModelEvents, usage
from viewer.formats.shapes.inspect_messages import (
    Attachments,
    content_blocks,
    reply_blocks,
    resolved,
    result_block,
)
from viewer.formats.shapes.inspect_samples import FOLDER, HEADER, JOURNAL_START, Sample, header, is_sample, samples
from viewer.formats.shapes.inspect_verdict import attributes, ending, exit_status, notes_on, outcome, seconds, stated
from viewer.model.message import Message
from viewer.model.request import recorded
from viewer.model.run import Run

NAME = "inspect"


def detect(decoded: JsonDocument | Members) -> Match | None:
    """Claim archives with a log's header or journal, and documents with `eval` beside `plan` or `samples`."""
    if isinstance(decoded, Members):
        for sign in (HEADER, JOURNAL_START):
            if sign in decoded.entries and any(name.startswith((FOLDER, "_journal/")) for name in decoded.names):
                return Match(3, f"an archive with {sign}")
        return None
    value = decoded.value
    if type(value) is dict and is_sample(value):
        return Match(3, "one sample: `epoch`, `target` and `messages`")
    if type(value) is not dict or type(value.get("eval")) is not dict or not value.keys() >= {"version", "status"}:
        return None
    return Match(3, "`eval` and `status` beside `plan` or `samples`") if "plan" in value or "samples" in value else None


def heads(path: PurePath) -> tuple[PurePath, ...]:
    """The log's header, where an archive was unpacked."""
    return (path.parent.parent / HEADER,) if path.parent.name + "/" == FOLDER and path.suffix == ".json" else ()


def read(decoded: JsonDocument | Members) -> Iterator[Run]:
    """A run for each sample and epoch; one sample is in memory at a time."""
    head, notes = header(decoded)
    spec = head["eval"] if type(head.get("eval")) is dict else {}
    for sample in samples(decoded):
        yield _run(sample, head, spec, notes)


def _run(sample: Sample, head: dict[str, Any], spec: dict[str, Any], notes: tuple[str, ...]) -> Run:
    builder = RunBuilder(one_result_per_record=True)
    value = sample.value
    attachments = _attachments(value)
    events = ModelEvents(value, attachments)
    if sample.trouble is None:
        builder.map(sample.messages, _Mapper(builder, value, events, attachments))
    else:
        builder.add(Trouble(sample.trouble), sample.array.first)
    model = spec.get("model")
    return builder.finish(
        run_id=f"{value['id']}_epoch_{value.get('epoch', 1)}" if "id" in value else sample.name,
        format=NAME,
        records=(sample.array,),
        label=spec["task"] if type(spec.get("task")) is str else None,
        task=str(value["id"]) if type(value.get("id")) in (str, int) else None,
        models=builder.models() or ((model,) if type(model) is str else ()),
        attributes=attributes(value, head, spec),
        outcome=outcome(value, head),
        exit_status=exit_status(value),
        ending=ending(sample, head, builder),
        started_at=timestamp(value.get("started_at")) or _time(iter(builder.messages)),
        ended_at=timestamp(value.get("completed_at")) or _time(reversed(builder.messages)),
        stated=(stated(value, events),),
        notes=notes + sample.notes + notes_on(value, events),
    )


def _attachments(sample: dict[str, Any]) -> Attachments:
    found = sample.get("attachments")
    if not found and type(sample.get("transcript")) is dict:
        found = sample["transcript"].get("content")
    return found if type(found) is dict else {}


class _Mapper:
    """Messages to entries; it remembers where each message came to stand, for the contexts of later requests."""

    def __init__(
        self, builder: RunBuilder, sample: dict[str, Any], events: ModelEvents, attachments: Attachments
    ) -> None:
        self._builder = builder
        self._events = events
        self._attachments = attachments
        self._output = sample.get("output")
        self._last = _told_by_output(sample) if events.first is None else None
        self._places: dict[str, int] = {}
        self._last_id: str | None = None
        self._tools: Any = None
        self._system: list[Any] = []
        listed = [message for message in sample["messages"] if type(message) is dict]
        self._names_sources = any(message.get("source") == "input" for message in listed)
        if events.first is not None:
            if listed and listed[0].get("role") == "system":
                # The list's own record of it becomes the request field.
                self._system = events.system(events.first)
            self._fields(events.first)

    def __call__(self, record: Record) -> Entry:
        last_id, self._last_id = self._last_id, None
        if last_id is not None:
            self._places[last_id] = len(self._builder.messages) - 1
        message = mapping(record.value)
        entry = self._entry(message)
        if type(message.get("id")) is str:
            self._last_id = message["id"]
        return entry

    def _fields(self, event: Event) -> None:
        """Request fields out of a model event: where they differ from the last, they change there."""
        tools, config = event.get("tools"), event.get("config")
        system = self._events.system(event)
        if system and system != self._system:
            self._system = system
            self._builder.fields(system=recorded(system[0] if len(system) == 1 else system))
        if tools is not None and tools != self._tools:
            self._tools = tools
            self._builder.fields(
                tools=recorded(resolved(tools, self._attachments)), parameters=recorded(config) if config else None
            )

    def _entry(self, message: dict[str, Any]) -> Entry:
        role = message["role"]
        if role == "assistant":
            return self._assistant(message)
        if role == "tool":
            block = result_block(message, self._attachments)
            finished = self._events.finished
            ended = finished.get(message.get("id", ""), finished.get(block.tool_use_id or ""))
            return Input((block,), "user", None, timestamp(ended))
        content = resolved(message["content"], self._attachments)
        if role == "user":
            # A user's message without a source was written by the solver, to keep the model going.
            by_solver = self._names_sources and message.get("source") is None and bool(self._builder.requests)
            return Input(content_blocks(content), "user", "loop" if by_solver else "caller")
        if role == "system":
            if not self._builder.messages:
                return Fields(system=recorded(content))
            return Input(content_blocks(content), "system")
        raise ValueError(f"role {role!r} is none of system, user, assistant, tool")

    def _assistant(self, message: dict[str, Any]) -> Entry:
        blocks = reply_blocks(message, self._attachments)
        event = self._events.take(message)
        if event is None and message.get("source") == "input":
            return Input(blocks, "assistant", "caller")
        if event is not None:
            self._fields(event)
        output = self._output_of(event, message)
        choice = _first_choice(output)
        word = text_or_none(choice.get("stop_reason"))
        facts: Event = event or {}
        return Reply(
            blocks,
            usage=usage(output.get("usage"), self._events.cache_is_extra),
            stop_reason=stop_reason(word),
            stop_reason_recorded=word,
            model=text_or_none(message.get("model") or output.get("model") or facts.get("model")),
            timestamp=timestamp(facts.get("completed") or facts.get("timestamp")),
            seconds=seconds(facts.get("working_time", output.get("time"))),
            attempts=None if event is None else self._events.attempts(event),
            context=None if event is None else self._events.context(event, self._places),
        )

    def _output_of(self, event: Event | None, message: dict[str, Any]) -> dict[str, Any]:
        """The model's output: of its event, else the sample's own, which is that of the last reply."""
        if event is not None:
            return mapping(event["output"])
        output = self._output
        if message is self._last and type(output) is dict:
            return output
        if type(output) is dict and message.get("id") is not None:
            made = _first_choice(output).get("message")
            if type(made) is dict and made.get("id") == message["id"]:
                return output
        return {}


def _told_by_output(sample: dict[str, Any]) -> dict[str, Any] | None:
    """Where messages have no ids, the last reply, if it is the one in the sample's own output."""
    listed = sample["messages"]
    last = next((one for one in reversed(listed) if type(one) is dict and one.get("role") == "assistant"), None)
    output = sample.get("output")
    made = _first_choice(output).get("message") if type(output) is dict else None
    if last is None or type(made) is not dict or "id" in last or "id" in made:
        return None
    same = last.get("content") == made.get("content") and last.get("tool_calls") == made.get("tool_calls")
    return last if same else None


def _first_choice(output: dict[str, Any]) -> dict[str, Any]:
    choices = output.get("choices")
    return choices[0] if type(choices) is list and choices and type(choices[0]) is dict else {}


def _time(messages: Iterator[Message]) -> str | None:
    return next((message.timestamp for message in messages if message.timestamp), None)


FORMAT = Format(
    NAME,
    "Inspect",
    takes=(JsonDocument, Members),
    detect=detect,
    read=read,
    signs=frozenset({"eval", "epoch"}),
    ending="cut by `limit` or `error` of the sample; else by its score: C, true, 1 or I, N, false, 0; else unknown",
    usage="of each reply's model event; cache is taken off the input where prompt size or total say that it is in it",
    one_result_per_record=True,
    cap_unit="run",
    heads=heads,
)
