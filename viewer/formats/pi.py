"""pi and its forks (OpenClaw): lines {"type": "message", "message": {"role", …}}, a list (v1) or a tree (later)."""

from collections.abc import Iterator
from typing import Any, Literal

from viewer.decode.document import BadRecord, JsonDocument, JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.pi_entries import ASIDES, entry, is_echo
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.linked_lines import Link, LinkedLines
from viewer.formats.shapes.transcript_tree import Node
from viewer.model.run import Ending, Run
from viewer.model.source import RecordArray

NAME = "pi"
AnyRecord = Record | BadRecord
_ENDINGS = {
    "aborted": Ending("censored", "the last reply has `stopReason` aborted", "abort"),
    "error": Ending("censored", "the last reply has `stopReason` error", "crash"),
}


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim session lines, and single messages, by what only this family writes."""
    if isinstance(decoded, JsonDocument):
        messages = decoded.value["messages"] if isinstance(decoded.value, dict) else decoded.value
        return next((match for one in messages[:20] if (match := _detect_message(one)) is not None), None)
    for value in list(decoded.values(20)):
        if type(value) is not dict:
            continue
        kind = value.get("type")
        if kind == "session" and "cwd" in value and "id" in value:
            return Match(3, "a `session` line with `cwd`")
        if (kind == "thinking_level_change" and "thinkingLevel" in value) or (
            kind == "model_change" and "modelId" in value
        ):
            return Match(3, f"a `{kind}` line")
        match = _detect_message(value.get("message") if kind == "message" else value)
        if match is not None:
            return match
    return None


def _detect_message(message: Any) -> Match | None:
    if type(message) is not dict:
        return None
    role, usage = message.get("role"), message.get("usage")
    if (role == "toolResult" and "toolCallId" in message) or (role == "bashExecution" and "command" in message):
        return Match(3, f"a message of role {role}")
    if role == "assistant" and "stopReason" in message and type(usage) is dict and "cacheRead" in usage:
        return Match(3, "`stopReason` beside a `usage` with `cacheRead`")
    return None


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run: the path to the newest message; paths that were left are branches."""
    if isinstance(decoded, JsonDocument):
        path = ("messages",) if isinstance(decoded.value, dict) else ()
        records: list[AnyRecord] = list(decoded.records(*path))
    else:
        path, records = (), decoded.records
    session = _Session(records)
    builder = RunBuilder(one_result_per_record=True)
    branches = session.lines.read(builder, session.entry)
    head = session.head
    yield builder.finish(
        run_id=str(head.get("id") or ""),
        format=NAME,
        records=(RecordArray(".".join(path), 1, len(records)),),
        attributes={key: value for key, value in head.items() if key != "type"},
        ending=_ending(builder),
        branches=branches,
        notes=session.lines.notes(),
    )


def _ending(builder: RunBuilder) -> Ending:
    """By the last reply's stop reason, where it is the last message."""
    if builder.requests and builder.requests[-1].message_index == len(builder.messages) - 1:
        found = _ENDINGS.get(builder.requests[-1].stop_reason_recorded or "")
        if found is not None:
            return found
    return ending_by_messages(builder)


class _Session:
    """The lines of a session, and what it says of itself."""

    def __init__(self, records: list[AnyRecord]) -> None:
        self.head: dict[str, Any] = {}
        self.count = len(records)
        self.lines = LinkedLines(records, self._link)

    def _link(self, value: dict[str, Any]) -> Link:
        kind, own = value.get("type"), value.get("id")
        if kind == "session" and not self.head:
            self.head = dict(value)
        elif kind == "session_info" and type(value.get("name")) is str:
            self.head["name"] = value["name"]
        parent = value.get("parentId")
        message = value.get("message") if kind == "message" else value
        if type(message) is not dict:
            message = {}
        if kind == "leaf" and type(value.get("targetId")) is str:
            parent = value["targetId"]  # what follows goes on from there
        elif parent is not None and parent == message.get("toolCallId"):
            parent = None  # OpenClaw may name the call, which stands in the reply before
        return Link(
            Node(-1, _kind(kind, message)),
            own if type(own) is str else None,
            parent if type(parent) is str else None,
            "parentId" in value and value["parentId"] is None,
            kind == "session",
        )

    def entry(self, record: Record) -> Any:
        """What a record is."""
        return entry(record.value, self._kept)

    def _kept(self, compaction: dict[str, Any]) -> int | None:
        """By id; in the first version by place among all lines, whether or not they can be read by now."""
        kept_id, index = compaction.get("firstKeptEntryId"), compaction.get("firstKeptEntryIndex")
        if type(kept_id) is str:
            return self.lines.number_of(kept_id)
        return index + 1 if type(index) is int and 0 <= index < self.count else None


def _kind(kind: Any, message: dict[str, Any]) -> Literal["reply", "input", "injected", "link"]:
    if (type(kind) is str and kind in ASIDES) or is_echo(message):
        return "link"
    if kind == "custom_message":
        return "injected"
    return "reply" if message.get("role") == "assistant" else "input"


FORMAT = Format(
    NAME,
    "pi and OpenClaw",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"stopReason", "toolCallId", "command", "type"}),
    line_signs=frozenset({"role", "type=session", "type=thinking_level_change", "type=model_change", "type=message"}),
    ending="by `stopReason` aborted or error of a reply that is the last message, else by how the list stops",
    usage="as it is: `input` excludes `cacheRead` and `cacheWrite`",
    one_result_per_record=True,
    cap_unit="none",
)
