"""Sorts the lines of a Claude Code transcript into threads: sessions and sub-agents, each with the paths it left."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.formats.claude_code_lines import is_reply
from viewer.formats.entries import Aside
from viewer.formats.shapes.transcript_tree import Node, paths

COPIED = "copied history"
AnyRecord = Record | BadRecord
Line = dict[str, Any]
Copied = dict[str, tuple[int, Line]]
"""By uuid: number and line of a record."""


@dataclass(eq=False)
class Left:
    """Lines on a path that was left."""

    after: int
    """Number of the record of the main path after which it leaves."""
    records: list[AnyRecord]


@dataclass(eq=False)
class Thread:
    """The lines of one run."""

    sessions: list[str] = field(default_factory=list)
    """Ids; a session that goes on with another's lines is the same run."""
    agent: str | None = None
    """Id of the sub-agent; None: the file gives none, or this is no sub-agent."""
    is_sidechain: bool = False
    started_by: int | None = None
    """Number of the record of another thread that its first line follows."""
    records: list[AnyRecord] = field(default_factory=list)
    """In the order of the file, without those on paths that were left."""
    left: list[Left] = field(default_factory=list)
    unlinked: list[Line] = field(default_factory=list)
    """Lines that name no parent and hold no message: titles, states, a harness's head."""
    repeats: dict[int, Aside] = field(default_factory=dict)
    """Records that say again what an earlier one says."""
    loose: list[int] = field(default_factory=list)
    """Records whose parent is not in the file before them."""
    nodes: list[Node] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    """The record of each node."""


def threads(records: Sequence[AnyRecord], copied: Copied) -> list[Thread]:
    """The threads of one file, in the order in which they begin.

    Args:
        records: all lines.
        copied: by uuid, the lines of the session's own file that a sub-agent's file may repeat.
    """
    return _Sorter(copied).sort(records)


def by_uuid(records: Sequence[AnyRecord]) -> Copied:
    """The lines that have an id, with their numbers."""
    found: Copied = {}
    for record in records:
        line = record.value if type(record) is Record else None
        if type(line) is dict and type(line.get("uuid")) is str:
            found.setdefault(line["uuid"], (record.number, line))
    return found


def _text(value: Any) -> str | None:
    return value if type(value) is str else None


@dataclass(frozen=True)
class _Seen:
    """Where a line with an id stands."""

    number: int
    line: Line
    thread: Thread
    node: int
    """Of the line, or (where it links nothing) of the one that it follows; -1: none."""


class _Sorter:
    """Takes the lines in order."""

    def __init__(self, copied: Copied) -> None:
        self._copied = copied
        self._threads: list[Thread] = []
        self._seen: dict[str, _Seen] = {}
        self._pieces: dict[str, list[_Seen]] = {}
        """By message id, the pieces of replies."""
        self._of_session: dict[str | None, Thread] = {}
        self._of_agent: dict[str, Thread] = {}
        self._current: Thread | None = None
        self._copies = Thread(is_sidechain=True)
        self._threads.append(self._copies)

    def sort(self, records: Sequence[AnyRecord]) -> list[Thread]:
        """The threads that hold messages; what belongs to none of them stands in the first."""
        for record in records:
            line = record.value if type(record) is Record else None
            if type(line) is dict and (type(line.get("uuid")) is str or line.get("type") in ("user", "assistant")):
                self._take(record, line)
            else:
                session = _text(line.get("sessionId")) if type(line) is dict else None
                thread = self._of_session.get(session) or self._current or self._copies
                thread.records.append(record)
                if type(line) is dict:
                    thread.unlinked.append(line)
        talking = [thread for thread in self._threads if any(node.kind != "link" for node in thread.nodes)]
        found = talking or [Thread()]
        first = found[0]
        for thread in self._threads:
            if thread not in talking:
                first.records.extend(thread.records)
                first.unlinked.extend(thread.unlinked)
                first.repeats.update(thread.repeats)
                first.sessions.extend(thread.sessions if not talking else ())
        first.records.sort(key=lambda record: record.number)
        for thread in found:
            _part(thread)
        return found

    def _take(self, record: AnyRecord, line: Line) -> None:
        uuid = _text(line.get("uuid"))
        again = self._again(uuid, line)
        if again is not None:
            thread, aside = again
            thread.records.append(record)
            thread.repeats[record.number] = aside
            return
        parent = _text(line.get("parentUuid")) or _text(line.get("logicalParentUuid"))
        before = None if parent is None else self._seen.get(parent)
        thread = self._side_thread(line, before) if line.get("isSidechain") is True else self._main_thread(line, before)
        thread.records.append(record)
        follows = before.node if before is not None and before.thread is thread else len(thread.nodes) - 1
        node = _node(line, follows)
        if node is not None:
            if parent is not None and before is None:
                thread.loose.append(record.number)
            follows = len(thread.nodes)
            thread.nodes.append(node)
            thread.numbers.append(record.number)
        seen = _Seen(record.number, line, thread, follows)
        if uuid is not None:
            self._seen[uuid] = seen
        if node is not None and node.reply is not None:
            self._pieces.setdefault(node.reply, []).append(seen)

    def _again(self, uuid: str | None, line: Line) -> tuple[Thread, Aside] | None:
        """Whether the line repeats one: a resumed session copies lines with their ids, or with the reply's alone."""
        seen = None if uuid is None else self._seen.get(uuid)
        if seen is not None and _same(seen.line, line):
            return seen.thread, Aside("repeated", f"repeats record {seen.number}")
        if uuid is not None and uuid in self._copied and _same(self._copied[uuid][1], line):
            self._seen[uuid] = _Seen(0, line, self._copies, -1)
            number = self._copied[uuid][0]
            return self._copies, Aside(COPIED, f"repeats record {number} of the session's own file")
        message = line.get("message")
        if line.get("type") == "assistant" and type(message) is dict and type(message.get("id")) is str:
            for piece in self._pieces.get(message["id"], ()):
                if piece.line["message"] == message:
                    if uuid is not None:
                        self._seen[uuid] = piece
                    return piece.thread, Aside("repeated", f"repeats record {piece.number}")
        return None

    def _main_thread(self, line: Line, before: _Seen | None) -> Thread:
        """By its session; one that begins with a parent goes on with an earlier session and is the same run."""
        session = _text(line.get("sessionId"))
        thread = self._of_session.get(session)
        if thread is None and session is None:
            thread = self._current
        if thread is None and before is not None and not before.thread.is_sidechain:
            thread = before.thread
        if thread is None and before is None and line.get("parentUuid") is not None:
            thread = self._current
        if thread is None:
            thread = Thread()
            self._threads.append(thread)
        if session is not None and session not in thread.sessions[-1:]:
            thread.sessions.append(session)
        self._of_session[session] = self._current = thread
        return thread

    def _side_thread(self, line: Line, before: _Seen | None) -> Thread:
        """By its agent's id; without one, by the line that it follows."""
        agent = _text(line.get("agentId"))
        thread = None if agent is None else self._of_agent.get(agent)
        if (
            thread is None
            and before is not None
            and before.thread.is_sidechain
            and agent in (None, before.thread.agent)
        ):
            thread = before.thread
        if thread is None:
            started_by = before.number if before is not None and not before.thread.is_sidechain else None
            session = _text(line.get("sessionId"))
            thread = Thread([] if session is None else [session], agent, True, started_by)
            self._threads.append(thread)
        if agent is not None:
            self._of_agent[agent] = thread
        return thread


def _same(one: Line, other: Line) -> bool:
    return one.get("type") == other.get("type") and one.get("message") == other.get("message")


def _node(line: Line, parent: int) -> Node | None:
    """Only these three types are what later lines follow; hooks and attachments hang beside."""
    kind = line.get("type")
    if kind == "system":
        return Node(parent, "link")
    if kind != "user" and kind != "assistant":
        return None
    message = line.get("message")
    if type(message) is not dict or (kind == "assistant" and not is_reply(line)):
        return Node(parent, "link")
    content = message.get("content")
    parts = [part for part in content if type(part) is dict] if type(content) is list else []
    if kind == "assistant":
        calls = tuple(_text(part.get("id")) for part in parts if part.get("type") == "tool_use")
        return Node(parent, "reply", _text(message.get("id")), calls)
    answers = tuple(_text(part.get("tool_use_id")) for part in parts if part.get("type") == "tool_result")
    return Node(parent, "injected" if line.get("isMeta") is True and not answers else "input", None, (), answers)


def _part(thread: Thread) -> None:
    """Take the paths that were left out of the thread's records."""
    found = paths(thread.nodes)
    if len(found) < 2:
        return
    of_number: dict[int, Left] = {}
    for path in found[1:]:
        after = thread.numbers[path.leaves]
        # One that leaves a path which was left itself shares with the main path what that one shares.
        left = Left(of_number[after].after if after in of_number else after, [])
        thread.left.append(left)
        of_number.update((thread.numbers[node], left) for node in path.nodes)
    kept: list[AnyRecord] = []
    for record in thread.records:
        lost = of_number.get(record.number)
        (kept if lost is None else lost.records).append(record)
    thread.records = kept
