"""OpenCode: an export {"info", "messages": [{"info", "parts"}]}, or its storage: a file or row a message and part."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from viewer.decode.document import JsonDocument, Record
from viewer.decode.store import Store
from viewer.formats.base import Format, Joins, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import listing, mapping, number_or_none, whole_or_none
from viewer.formats.entries import Entry
from viewer.formats.opencode_parts import made_of, read_part, usage
from viewer.formats.opencode_storage import Session, sessions
from viewer.formats.opencode_store import as_storage, is_opencode_store
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.block import ToolUse, Unknown
from viewer.model.run import CutBy, Ending, ParentLink, Run, Stated
from viewer.model.source import RecordArray

NAME = "opencode"
_CUTS: dict[str, CutBy] = {
    "MessageAbortedError": "abort",
    "MessageOutputLengthError": "tokens",
    "ContextOverflowError": "tokens",
}
_JOINS = Joins(
    sign=re.compile(rb'\A\s*\{\s*"id"\s*:\s*"[^"]*"[^{\[]{0,400}"(?:sessionID|projectID)"\s*:'),
    key=re.compile(rb'(?:\A\s*\{\s*"id"|"sessionID"|"parentID")\s*:\s*"([^"]+)"'),
    main=re.compile(rb'"projectID"\s*:'),
)
"""Each file of the storage names its session; a session names the one that started it."""


def detect(decoded: JsonDocument | Store) -> Match | None:
    """Claim exports, single files of the storage, and stores by their tables."""
    if isinstance(decoded, Store):
        return Match(3, "tables `message` and `part` with `data`") if is_opencode_store(decoded) else None
    value = decoded.value
    messages = value.get("messages")
    if type(value.get("info")) is dict and type(messages) is list:
        first = messages[0] if messages else {"info": {}, "parts": []}
        return Match(3, "`info` beside messages of `info` and `parts`") if {"info", "parts"} <= first.keys() else None
    if "sessionID" in value and ("messageID" in value or value.get("role") in ("user", "assistant")):
        return Match(3, "`sessionID` of a message or part file")
    if "projectID" in value and "directory" in value and "id" in value:
        return Match(3, "`projectID` and `directory` of a session file")
    return None


def read(decoded: JsonDocument | Store) -> Iterator[Run]:
    """One run of an export; of the storage one a session, with those that it started inside."""
    if isinstance(decoded, Store):
        yield from _read_storage(as_storage(decoded), one_part=True)
        return
    if "info" in decoded.value and "messages" in decoded.value:
        yield _read_export(decoded)
        return
    yield from _read_storage(decoded)


def _read_storage(decoded: JsonDocument, one_part: bool = False) -> Iterator[Run]:
    found = {session.id: session for session in sessions(decoded, one_part)}
    started: dict[str, list[Session]] = {}
    for session in found.values():
        started.setdefault(_parent(session, found), []).append(session)
    for session in started.get("", list(found.values())[:1]):
        yield _nested(session, started, None)


def _parent(session: Session, found: dict[str, Session]) -> str:
    """Id of the session in this source that started it, "" where there is none."""
    above, seen = session.head.get("parentID"), {session.id}
    if type(above) is not str or above not in found:
        return ""
    parent = above
    while type(above) is str and above in found:
        if above in seen:
            return ""  # they name one another: none of them is the first
        seen.add(above)
        above = found[above].head.get("parentID")
    return parent


def _nested(session: Session, started: dict[str, list[Session]], link: ParentLink | None) -> Run:
    builder = RunBuilder()
    session.read(builder)
    notes = () if session.messages else ("no message file of this session is in the source",)
    run = builder.finish(
        run_id=session.id,
        format=NAME,
        records=session.arrays(),
        parent=link,
        notes=notes,
        **_facts(builder, session.head),
    )
    below = [_nested(sub, started, _link(run, session, sub)) for sub in started.get(session.id, ()) if session.id]
    return msgspec.structs.replace(run, sub_runs=tuple(below)) if below else run


def _link(run: Run, session: Session, sub: Session) -> ParentLink:
    """By the call whose state names the other session."""
    calls = {block.id: message.index for message in run.messages for block in message.blocks if type(block) is ToolUse}
    for part in session.parts():
        state = part.get("state")
        about = state.get("metadata") if type(state) is dict else None
        if type(about) is dict and about.get("sessionId") == sub.id and type(part.get("callID")) is str:
            call = part["callID"]
            return ParentLink(run.run_id, calls.get(call), call, "the call's state names the session")
    return ParentLink(run.run_id, rule="`parentID` of the session; no call names it")


def _read_export(decoded: JsonDocument) -> Run:
    builder = RunBuilder()
    builder.map(decoded.records("messages"), _exported)
    array = RecordArray("messages", 1, len(decoded.value["messages"]))
    head = mapping(decoded.value["info"])
    return builder.finish(run_id=str(head.get("id") or ""), format=NAME, records=(array,), **_facts(builder, head))


def _exported(record: Record) -> tuple[Entry, ...]:
    message = mapping(record.value)
    parts = [read_part(part, record.number) for part in listing(message["parts"])]
    return tuple([one.entry for one in made_of(mapping(message["info"]), parts)])


def _facts(builder: RunBuilder, head: dict[str, Any]) -> dict[str, Any]:
    facts: dict[str, Any] = {"attributes": head, "ending": _ending(builder)}
    counted, cost = head.get("tokens"), number_or_none(head.get("cost"))
    if type(counted) is dict or cost is not None:
        total = usage(counted, whole_or_none) if type(counted) is dict else None
        facts["stated"] = (Stated("run", "`tokens` and `cost` of the session", total, cost),)
    return facts


def _ending(builder: RunBuilder) -> Ending:
    """By the error of a reply that is the last message, else by how the list stops."""
    last = builder.messages[-1].blocks[-1:] if builder.messages else ()
    for block in last:
        if type(block) is Unknown and block.kind == "error" and type(block.raw) is dict:
            name = str(block.raw.get("name"))
            return Ending("censored", f"the last reply has the error {name}", _CUTS.get(name, "crash"))
    return ending_by_messages(builder)


FORMAT = Format(
    NAME,
    "OpenCode",
    takes=(JsonDocument, Store),
    detect=detect,
    read=read,
    signs=frozenset({"info", "sessionID", "projectID"}),
    ending="by `error` of a reply that is the last message, else by how the list stops",
    usage="`tokens` of each reply, not again of its step: input excludes cache; reasoning counts if beside it",
    joins=_JOINS,
)
