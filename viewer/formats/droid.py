"""Factory Droid: session lines {"type": "message", "id", "parentId", "message"}, or events of `droid exec`."""

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import mapping, text, text_or_none, timestamp, whole_or_none
from viewer.formats.droid_stream import Stream, is_event
from viewer.formats.entries import Aside, Compacted, Entry, Input, Reply
from viewer.formats.shapes.anthropic_blocks import blocks
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.linked_lines import Link, LinkedLines
from viewer.formats.shapes.transcript_tree import Node
from viewer.model.block import Text
from viewer.model.run import Ending, Run, Stated
from viewer.model.source import RecordArray
from viewer.model.usage import Usage

NAME = "droid"
_START = "session_start"
_ASIDES = {
    kind: Aside(kind, why)
    for kind, why in {
        _START: "what the session is, not a message",
        "session_end": "the client's note, not a message",
        "session_settings": "settings of the client",
        "todo_state": "the client's copy of the agent's list of tasks",
        "agent_turn_outcome": "how a turn ended, not a message",
    }.items()
}


def detect(decoded: JsonRecords) -> Match | None:
    """Claim sessions by their first line, streams by what only their events hold."""
    for value in list(decoded.values(20)):
        if type(value) is not dict:
            continue
        if value.get("type") == _START and "id" in value and ("title" in value or "cwd" in value or "owner" in value):
            return Match(3, f"a line of type {_START}")
        if is_event(value):
            return Match(3, f"an event {value['type']} of `droid exec`")
    return None


def heads(path: PurePath) -> tuple[PurePath, ...]:
    """The session's settings, which hold its model and its totals."""
    return (path.with_suffix(".settings.json"),) if path.suffix == ".jsonl" else ()


def read(decoded: JsonRecords) -> Iterator[Run]:
    """One run a session."""
    array = (RecordArray("", 1, len(decoded.records)),)
    builder = RunBuilder(one_result_per_record=True)
    if any(is_event(value) for value in list(decoded.values(20)) if type(value) is dict):
        stream = Stream(builder)
        builder.map(decoded.records, stream.entry)
        yield builder.finish(run_id=stream.session, format=NAME, records=array, **stream.facts())
        return
    session = _Session(decoded)
    branches = session.lines.read(builder, session.entry)
    yield builder.finish(
        run_id=str(session.head.get("id") or ""),
        format=NAME,
        records=array,
        attributes={key: value for key, value in session.head.items() if key != "type"},
        exit_status=session.result,
        ending=_ending(builder, session.result),
        branches=branches,
        notes=session.lines.notes(),
        **_settings(decoded, builder),
    )


def _settings(decoded: JsonRecords, builder: RunBuilder) -> dict[str, Any]:
    """Model and totals out of the file beside the session."""
    found = (part.value for part in decoded.companions if isinstance(part, JsonDocument) and type(part.value) is dict)
    settings: dict[str, Any] = next(found, {})
    facts: dict[str, Any] = {}
    model, counted = settings.get("model"), settings.get("tokenUsage")
    if type(model) is str and not builder.models():
        facts["models"] = (model,)
    if type(counted) is dict:
        figures = ("inputTokens", "cacheReadTokens", "cacheCreationTokens", "outputTokens")
        usage = Usage(*(whole_or_none(counted.get(name)) for name in figures))
        facts["stated"] = (Stated("run", "`tokenUsage` of the settings beside the session", usage, metrics=counted),)
    return facts


def _ending(builder: RunBuilder, word: str | None) -> Ending:
    """By the outcome of the last turn, where it broke off; else by how the list stops."""
    if word is not None and any(sign in word for sign in ("cancel", "abort", "interrupt")):
        return Ending("censored", f"`resultKind` of the last turn is {word}", "abort")
    if word is not None and any(sign in word for sign in ("error", "fail")):
        return Ending("censored", f"`resultKind` of the last turn is {word}", "crash")
    return ending_by_messages(builder)


class _Session:
    """The lines of a session, and what it says of itself."""

    def __init__(self, decoded: JsonRecords) -> None:
        self.head: dict[str, Any] = {}
        self.result: str | None = None
        """How the last turn ended, if no message follows it."""
        self.lines = LinkedLines(decoded.records, self._link)

    def _link(self, line: dict[str, Any]) -> Link:
        kind, own, parent = line.get("type"), line.get("id"), line.get("parentId")
        if kind == _START and not self.head:
            self.head = dict(line)
        message = line.get("message") if kind == "message" else None
        if type(message) is dict:
            self.result = None
            node = Node(-1, "reply" if message.get("role") == "assistant" else "input")
        else:
            node = Node(-1, "injected" if kind == "compaction_state" else "link")
        if kind == "agent_turn_outcome" and type(line.get("resultKind")) is str:
            self.result = line["resultKind"]
        return Link(
            node,
            own if type(own) is str else None,
            parent if type(parent) is str else None,
            "parentId" in line and parent is None,
            kind == _START,
        )

    def entry(self, record: Record) -> Entry:
        """What a line is. Lines of unknown types that hold no message are set aside under their own type."""
        line = mapping(record.value)
        kind = text(line["type"])
        if kind == "message":
            return _message(mapping(line["message"]), timestamp(line.get("timestamp")))
        if kind == "compaction_state":
            return self._compaction(line)
        if kind in _ASIDES:
            return _ASIDES[kind]
        if "message" in line:
            raise ValueError(f"lines of type {kind!r} with a message are not known")
        return Aside(kind, "a type of line that this version does not know")

    def _compaction(self, line: dict[str, Any]) -> Compacted:
        """The anchor is the last message that was removed, or the first that was kept: its index against the count."""
        summary = line.get("summaryText")
        made = (Text(summary),) if type(summary) is str else ()
        when, anchor, removed = timestamp(line.get("timestamp")), line.get("anchorMessage"), line.get("removedCount")
        if type(anchor) is dict and type(anchor.get("id")) is str and type(removed) is int:
            number, index = self.lines.number_of(anchor["id"]), anchor.get("index")
            if number is not None and type(index) is int and removed - index in (0, 1):
                return Compacted(
                    "from the message that the last compaction kept first", made, when, kept=number + removed - index
                )
        return Compacted("a compaction: which messages before it were kept is not told", made, when, known=False)


def _message(message: dict[str, Any], when: str | None) -> Entry:
    made = blocks(message["content"])
    role = text(message["role"])
    if role == "assistant":
        return Reply(made, model=text_or_none(message.get("model")), timestamp=when)
    if role == "user":
        return Input(made, timestamp=when)
    raise ValueError(f"role {role!r} is neither user nor assistant")


FORMAT = Format(
    NAME,
    "Factory Droid",
    takes=(JsonRecords,),
    detect=detect,
    read=read,
    signs=frozenset({"type"}),
    line_signs=frozenset({f"type={_START}", "type=tool_call", "type=completion", "type=message"}),
    ending="by `resultKind` of a turn that broke off, or a stream's `completion` or error; else by how the list stops",
    usage="none a reply: `tokenUsage` of the settings file and `usage` of a stream's `completion` are totals, stated",
    one_result_per_record=True,
    heads=heads,
)
