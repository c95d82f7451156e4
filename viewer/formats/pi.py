"""pi and its forks: session lines {"type": "message", "message": {"role", …}}, as a list (v1) or a tree (v2, v3)."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from viewer.decode.document import BadRecord, JsonDocument, JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.branches import branch
from viewer.formats.build import EntryOf, RunBuilder
from viewer.formats.pi_entries import entry
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.transcript_tree import Node, Path, paths
from viewer.model.run import Branch, Ending, Run
from viewer.model.source import RecordArray

NAME = "pi"
AnyRecord = Record | BadRecord
_LINKS = frozenset({
    "session", "model_change", "thinking_level_change", "custom", "label", "session_info", "context_transform",
    "ephemeral",
})  # fmt: skip
"""Types of lines that hold no message."""
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
    found = paths(session.nodes)
    builder.map(session.of(found[0]), session.entry)
    branches = [session.branch(builder, left) for left in found[1:]]
    head = session.head
    yield builder.finish(
        run_id=str(head.get("id") or ""),
        format=NAME,
        records=(RecordArray(".".join(path), 1, len(records)),),
        attributes={key: value for key, value in head.items() if key != "type"},
        ending=_ending(builder),
        branches=tuple(one for one in branches if one is not None),
        notes=session.notes(),
    )


def _ending(builder: RunBuilder) -> Ending:
    """By the last reply's stop reason, where it is the last message."""
    if builder.requests and builder.requests[-1].message_index == len(builder.messages) - 1:
        found = _ENDINGS.get(builder.requests[-1].stop_reason_recorded or "")
        if found is not None:
            return found
    return ending_by_messages(builder)


class _Session:
    """The lines of a session, and which each follows."""

    def __init__(self, records: list[AnyRecord]) -> None:
        self.head: dict[str, Any] = {}
        self.nodes = [Node(-1, "link")]
        """A start that no line stands for, then one for each line."""
        self._records = records
        self._at: dict[str, int] = {}
        self._loose: list[int] = []
        for record in records:
            self._add(record)

    def _add(self, record: AnyRecord) -> None:
        before = len(self.nodes) - 1
        value = record.value if type(record) is Record else None
        if type(value) is not dict:
            self.nodes.append(Node(before, "link"))
            return
        kind = value.get("type")
        if kind == "session" and not self.head:
            self.head = dict(value)
        elif kind == "session_info" and type(value.get("name")) is str:
            self.head["name"] = value["name"]
        self.nodes.append(_node(value, kind, self._parent(value, record.number, before)))
        if type(value.get("id")) is str and kind != "session":
            self._at[value["id"]] = record.number

    def _parent(self, value: dict[str, Any], number: int, before: int) -> int:
        """The line's parent; a line without one, or whose parent is not in the file, follows the line before."""
        parent = value.get("parentId")
        if type(parent) is str:
            found = self._at.get(parent)
            if found is not None:
                return found
            self._loose.append(number)
        elif "parentId" in value and self._at:
            return 0
        return before

    def of(self, path: Path) -> list[AnyRecord]:
        """The records of a path."""
        return [self._records[node - 1] for node in path.nodes if node]

    def entry(self, record: Record) -> Any:
        """What a record is."""
        return entry(record.value, self._kept)

    def _kept(self, compaction: dict[str, Any]) -> int | None:
        """By id; in the first version by place among all lines, whether or not they can be read by now."""
        kept_id, index = compaction.get("firstKeptEntryId"), compaction.get("firstKeptEntryIndex")
        if type(kept_id) is str:
            return self._at.get(kept_id)
        return index + 1 if type(index) is int and 0 <= index < len(self._records) else None

    def branch(self, builder: RunBuilder, left: Path) -> Branch | None:
        """A path that was left, after the last message of the main list that stands before it in the file."""
        places = sorted((number, message.index) for message in builder.messages for number in message.records)
        place = bisect_right(places, (left.leaves, len(builder.messages)))
        at = places[place - 1][1] if place else -1
        entry_of: EntryOf = self.entry
        why = f"record {left.nodes[0]} follows record {left.leaves}, as a newer entry does: this path was left"
        return branch(builder, at, self.of(left), entry_of, why)

    def notes(self) -> tuple[str, ...]:
        """What was met on reading."""
        if not self._loose:
            return ()
        numbers = ", ".join(map(str, self._loose[:20])) + (", …" if len(self._loose) > 20 else "")
        return (f"records {numbers} name a parent that no readable line has; read as following in file order",)


def _node(value: dict[str, Any], kind: Any, parent: int) -> Node:
    if type(kind) is str and kind in _LINKS:
        return Node(parent, "link")
    message = value.get("message") if kind == "message" else value
    return Node(parent, "reply" if type(message) is dict and message.get("role") == "assistant" else "input")


FORMAT = Format(
    NAME,
    "pi",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    ending="by `stopReason` aborted or error of a reply that is the last message, else by how the list stops",
    usage="as it is: `input` excludes `cacheRead` and `cacheWrite`",
    one_result_per_record=True,
    cap_unit="none",
)
