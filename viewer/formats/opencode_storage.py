"""Files of OpenCode's storage sorted into sessions: each file is a record, numbered message by message."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from viewer.decode.document import Decoded, JsonDocument, Record
from viewer.formats.build import RunBuilder
from viewer.formats.convert import number_or_none
from viewer.formats.entries import Aside, Entry, Trouble
from viewer.formats.opencode_parts import STRUCTURE, Made, ReadPart, made_of, read_part
from viewer.model.source import RecordArray

_SESSION = Aside("session", "what the session is, not a message")
_STRUCTURE = "marks a step, a change of files or a compaction; nothing was said, called or returned"


@dataclass(eq=False)
class _File:
    """A file of the storage."""

    part: int
    """Its index among the source's parts."""
    value: Any
    record: int = 0


@dataclass(eq=False)
class _Message:
    """A message file and the files of its parts."""

    file: _File
    parts: list[_File] = field(default_factory=list)


@dataclass(eq=False)
class Session:
    """The files of one session."""

    id: str
    head: dict[str, Any] = field(default_factory=dict)
    messages: list[_Message] = field(default_factory=list)
    beside: list[tuple[_File, Aside | Trouble]] = field(default_factory=list)
    """Files that hold no message and no part of one."""
    one_part: bool = False
    """True: the files are rows of one store."""

    def parts(self) -> list[dict[str, Any]]:
        """The parts of all messages."""
        return [part.value for message in self.messages for part in message.parts]

    def number(self, numbers: "count[int]") -> None:
        """Number the files: each message, its content, then what only marks its steps."""
        for file, _ in self.beside:
            file.record = next(numbers)
        self.messages.sort(key=_created)
        for message in self.messages:
            message.file.record = next(numbers)
            for part in sorted(message.parts, key=_is_structure):
                part.record = next(numbers)

    def arrays(self) -> tuple[RecordArray, ...]:
        """Where the files of this session stand."""
        files = [file for file, _ in self.beside]
        for message in self.messages:
            files.extend((message.file, *message.parts))
        files.sort(key=lambda file: file.record)
        if self.one_part:
            return (RecordArray("", files[0].record if files else 1, len(files)),)
        return tuple([RecordArray("", file.record, 1, file.part) for file in files])

    def read(self, builder: RunBuilder) -> None:
        """Give the builder the messages in the order in which they were created."""
        for file, entry in self.beside:
            builder.add(entry, file.record)
        for message in self.messages:
            _read_message(builder, message)


def _read_message(builder: RunBuilder, message: _Message) -> None:
    parts: list[ReadPart] = []
    trial = RunBuilder()
    trial.map([Record(part.record, part.value) for part in message.parts], lambda record: _check(record, parts))
    for problem in trial.problems:
        builder.add(Trouble(problem.reason, problem.raw), problem.record)
    for part in parts:
        if part.block is None:
            builder.add(Aside(str(part.raw.get("type")), _STRUCTURE), part.number)
    first = len(builder.messages)
    made: list[Made] = []
    builder.map([Record(message.file.record, message.file.value)], lambda record: _entries(record, parts, made))
    if len(builder.messages) == first:
        why = f"a part of the message in record {message.file.record}, which cannot be read"
        for part in parts:
            if part.block is not None:
                builder.add(Trouble(why), part.number)
    for index, one in enumerate(made, first):
        # A message file stands for its reply; what came back stands in the parts that hold the calls.
        own = (message.file.record,) if index == first or not one.records else ()
        builder.join(index, (*own, *one.records))


def _check(record: Record, parts: list[ReadPart]) -> tuple[()]:
    parts.append(read_part(record.value, record.number))
    return ()


def _entries(record: Record, parts: list[ReadPart], made: list[Made]) -> tuple[Entry, ...]:
    made.extend(made_of(record.value, parts))
    return tuple([one.entry for one in made])


def _created(message: _Message) -> tuple[float, int]:
    when = message.file.value.get("time")
    created = number_or_none(when.get("created")) if type(when) is dict else None
    return (created or 0.0, message.file.part)


def _is_structure(file: _File) -> bool:
    kind = file.value.get("type")
    return type(kind) is str and kind in STRUCTURE


def sessions(decoded: JsonDocument, one_part: bool = False) -> list[Session]:
    """The sessions of a storage, those with a session file first; `one_part` where its files are rows of a store."""
    found: dict[str, Session] = {}
    messages: dict[str, _Message] = {}
    waiting: list[_File] = []
    unread: list[tuple[_File, Aside | Trouble]] = []
    for number, part in enumerate((decoded, *decoded.companions)):
        value = part.value if type(part) is JsonDocument else None
        file = _File(number, value)
        if type(value) is not dict or type(value.get("id")) is not str:
            unread.append((file, _trouble(part)))
        elif type(part) is JsonDocument and part.cut is not None:
            unread.append((file, Trouble(part.cut.reason, value)))
        elif type(value.get("messageID")) is str:
            waiting.append(file)
        elif type(value.get("sessionID")) is str:
            messages[value["id"]] = _Message(file)
            _session(found, value["sessionID"]).messages.append(messages[value["id"]])
        else:
            session = _session(found, value["id"])
            session.head = session.head or value
            session.beside.append((file, _SESSION))
    for file in waiting:
        owner = messages.get(file.value["messageID"])
        if owner is not None:
            owner.parts.append(file)
        else:
            name = file.value.get("sessionID")
            why = Trouble("a part of a message that no file holds", file.value)
            _session(found, name if type(name) is str else "").beside.append((file, why))
    ordered = sorted(found.values(), key=lambda session: not session.head) or [Session("")]
    ordered[0].beside.extend(unread)
    numbers = count(1)
    for session in ordered:
        session.one_part = one_part
        session.number(numbers)
    return ordered


def _session(found: dict[str, Session], name: str) -> Session:
    return found.setdefault(name, Session(name))


def _trouble(part: Decoded) -> Trouble:
    notes = "; ".join(part.notes)
    return Trouble(f"no session, message or part{': ' if notes else ''}{notes}", getattr(part, "value", None))
