"""Strands' session folders: `agents/agent_ID/agent.json`, and beside it a file a message, `messages/message_N.json`."""

import re
from pathlib import PurePath
from typing import Any

import msgspec

from viewer.decode.document import Decoded, JsonDocument, Record
from viewer.formats.build import RunBuilder
from viewer.formats.convert import mapping, whole_or_none
from viewer.formats.entries import Aside, Entry, Reply, Trouble
from viewer.formats.shapes.bedrock_messages import entry_of_message
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.request import Context
from viewer.model.run import Run
from viewer.model.source import RecordArray

_MESSAGE = re.compile(r"message_(\d+)\.json")
_AGENT = Aside("agent", "what is kept of the agent beside its messages")
_SESSION = Aside("session", "what the session is, not a message")
_TAKEN_OFF = Context((), "unknown", reason="messages were taken off the list; when each of them was is not stored")


def companions(path: PurePath, below: tuple[PurePath, ...]) -> tuple[PurePath, ...]:
    """Of an agent's folder the files of its messages, in the order of their numbers."""
    if path.name != "agent.json":
        return ()
    folder = path.parent / "messages"
    found = [
        (int(match[1]), file) for file in below if file.parent == folder and (match := _MESSAGE.fullmatch(file.name))
    ]
    return tuple(file for _, file in sorted(found))


def heads(path: PurePath) -> tuple[PurePath, ...]:
    """The file of the session, above the folder of its agents."""
    return (path.parent.parent.parent / "session.json",) if path.name == "agent.json" else ()


def is_agent(value: Any) -> bool:
    """Whether an object is what such a folder keeps of its agent."""
    return type(value) is dict and "agent_id" in value and "conversation_manager_state" in value


def run_of_session(decoded: JsonDocument, name: str) -> Run:
    """The run of one agent: each file is a record."""
    head = mapping(decoded.value)
    kept = head["conversation_manager_state"]
    removed = whole_or_none(kept.get("removed_message_count")) if type(kept) is dict else None
    builder = RunBuilder()
    builder.add(_AGENT, 1)
    session: dict[str, Any] = {}
    for number, part in enumerate(decoded.companions, 2):
        value = part.value if isinstance(part, JsonDocument) else None
        if type(value) is dict and "session_id" in value and "message" not in value:
            session = value
            builder.add(_SESSION, number)
        elif value is None or (isinstance(part, JsonDocument) and part.cut is not None):
            builder.add(Trouble(_why(part), value), number)
        else:
            builder.map([Record(number, value)], lambda record: _entry(record, bool(removed)))
    session_id, agent_id = session.get("session_id"), head["agent_id"]
    return builder.finish(
        run_id="/".join(one for one in (session_id, agent_id) if type(one) is str),
        format=name,
        records=tuple(RecordArray("", part + 1, 1, part) for part in range(len(decoded.companions) + 1)),
        attributes={**session, **{key: value for key, value in head.items() if value not in (None, {}, [])}},
        ending=ending_by_messages(builder),
    )


def _entry(record: Record, taken_off: bool) -> Entry:
    value = mapping(record.value)
    entry = entry_of_message({**mapping(value["message"]), "created_at": value.get("created_at")})
    if taken_off and type(entry) is Reply:
        return msgspec.structs.replace(entry, context=_TAKEN_OFF)
    return entry


def _why(part: Decoded) -> str:
    if isinstance(part, JsonDocument) and part.cut is not None:
        return part.cut.reason
    return "; ".join(part.notes) or "no message: the file cannot be read as one"
