"""Qwen Code: chat records {"uuid", "parentUuid", "sessionId", "type", "message": {"role", "parts"}}."""

from collections.abc import Iterator
from typing import Any, Literal

from viewer.decode.document import JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import listing, mapping, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Compacted, Entry, Input, Reply
from viewer.formats.shapes.gemini_parts import blocks, usage
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.linked_lines import Link, LinkedLines
from viewer.formats.shapes.transcript_tree import Node
from viewer.model.block import Block, ToolResult
from viewer.model.run import Ending, Run
from viewer.model.source import RecordArray

NAME = "qwen_code"
_TYPES = ("user", "assistant", "tool_result", "system")
_ATTRIBUTES = ("sessionId", "cwd", "version", "gitBranch", "agentId", "agentName")
_BY_CLIENT = frozenset({"notification", "cron", "background_task_completed", "goal_runtime"})
"""Subtypes of user records that no person wrote."""
_SINCE = "from the last compression's summary on"


def detect(decoded: JsonRecords) -> Match | None:
    """Claim chained records whose message has parts, and system records with a payload."""
    for value in list(decoded.values(50)):
        if type(value) is not dict or "uuid" not in value or "sessionId" not in value:
            continue
        message, kind = value.get("message"), value.get("type")
        if kind in _TYPES and type(message) is dict and type(message.get("parts")) is list:
            # A reply's `usageMetadata` alone would be the Gemini API's, so that the whole chain has to outweigh it.
            return Match(4 if "parentUuid" in value else 3, "`parts` of a message beside `uuid` and `sessionId`")
        if kind == "system" and "systemPayload" in value:
            return Match(3, "`systemPayload` of a system record")
    return None


def read(decoded: JsonRecords) -> Iterator[Run]:
    """One run: the path to the newest message; paths that were left are branches."""
    chat = _Chat(decoded)
    builder = RunBuilder(one_result_per_record=True)
    branches = chat.lines.read(builder, chat.entry)
    yield builder.finish(
        run_id=str(chat.attributes.get("agentId") or chat.attributes.get("sessionId") or ""),
        format=NAME,
        records=(RecordArray("", 1, len(decoded.records)),),
        attributes=chat.attributes,
        ending=_ending(builder, chat.error),
        branches=branches,
        notes=chat.lines.notes(),
    )


def _ending(builder: RunBuilder, error: int) -> Ending:
    """By a failed request after the last message, else by how the list stops."""
    last = max((number for message in builder.messages[-1:] for number in message.records), default=0)
    if error > last:
        return Ending("censored", f"record {error} tells of a failed request after the last message", "crash")
    return ending_by_messages(builder)


class _Chat:
    """The records of a session, and what they say of it."""

    def __init__(self, decoded: JsonRecords) -> None:
        self.attributes: dict[str, Any] = {}
        self.error = 0
        """The last record of a request that failed."""
        self.lines = LinkedLines(decoded.records, self._link)

    def _link(self, value: dict[str, Any]) -> Link:
        if not self.attributes:
            self.attributes = {key: value[key] for key in _ATTRIBUTES if key in value}
        kind, payload = value.get("type"), value.get("systemPayload")
        if type(payload) is dict and type(payload.get("customTitle")) is str:
            self.attributes["title"] = payload["customTitle"]
        own, parent, message = value.get("uuid"), value.get("parentUuid"), value.get("message")
        parts = message.get("parts") if type(message) is dict else None
        node = Node(-1, _kind(kind, value.get("subtype"), parts))
        if node.kind == "reply":
            node.calls = tuple(_ids(parts, "functionCall"))
        elif node.kind == "input":
            node.answers = tuple(_ids(parts, "functionResponse"))
        return Link(
            node,
            own if type(own) is str else None,
            parent if type(parent) is str else None,
            "parentUuid" in value and parent is None,
        )

    def entry(self, record: Record) -> Entry:
        """What a record is."""
        value = mapping(record.value)
        kind, when = text(value["type"]), timestamp(value.get("timestamp"))
        if kind == "system":
            return self._system(value, record.number, when)
        message = mapping(value["message"])
        made = blocks(message["parts"])
        if kind == "assistant":
            return Reply(
                made,
                None,
                usage(value.get("usageMetadata") or None),
                model=text_or_none(value.get("model")),
                timestamp=when,
            )
        if kind == "tool_result":
            return Input(_flagged(made, value.get("toolCallResult")), timestamp=when)
        if kind == "user":
            injected = value.get("subtype") in _BY_CLIENT
            return Input(made, who="loop" if injected else None, timestamp=when)
        raise ValueError(f"records of type {kind!r} are not known")

    def _system(self, value: dict[str, Any], number: int, when: str | None) -> Entry:
        kind, payload = str(value.get("subtype")), value.get("systemPayload")
        payload = payload if type(payload) is dict else {}
        if kind == "chat_compression":
            return _compression(payload, when)
        event = payload.get("uiEvent")
        if type(event) is dict and event.get("event.name") == "qwen-code.api_error":
            self.error = number
        return Aside(f"system: {kind}", "the client's note on the run, not sent to the model")


def _kind(kind: Any, subtype: Any, parts: Any) -> Literal["reply", "input", "injected", "link"]:
    if kind == "assistant":
        return "reply"
    if kind == "system":
        return "injected" if subtype == "chat_compression" else "link"
    return "input" if parts is not None else "link"


def _ids(parts: Any, key: str) -> Iterator[str]:
    for part in parts if type(parts) is list else ():
        held = part.get(key) if type(part) is dict else None
        if type(held) is dict and type(held.get("id")) is str:
            yield held["id"]


def _flagged(made: tuple[Block, ...], told: Any) -> tuple[Block, ...]:
    """The client's record of how a call ended, on its result."""
    status = told.get("status") if type(told) is dict else None
    flag = {"success": False, "error": True}.get(status) if type(status) is str else None
    if flag is None or len(made) != 1 or type(made[0]) is not ToolResult:
        return made
    result = made[0]
    return (ToolResult(result.tool_use_id, result.content, flag, result.name),)


def _compression(payload: dict[str, Any], when: str | None) -> Compacted:
    """The record stores the list that replaces the one before: a summary, its acknowledgement, messages it kept."""
    stored = listing(payload.get("compressedHistory") or [])
    summary = blocks(mapping(stored[0]).get("parts")) if stored else ()
    if summary and len(stored) <= 2:
        return Compacted(_SINCE, summary, when)
    why = f"a compression stores a list of {len(stored)} messages: a summary and some that it kept; which, is not told"
    return Compacted(why, summary, when, known=False)


FORMAT = Format(
    NAME,
    "Qwen Code",
    takes=(JsonRecords,),
    detect=detect,
    read=read,
    signs=frozenset({"uuid"}),
    ending="by a failed request after the last message, else by how the list stops",
    usage="`usageMetadata` of each reply: the prompt includes what the cache held; thoughts count as output",
    one_result_per_record=True,
)
