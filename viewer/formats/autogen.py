"""AutoGen from 0.4 on: [{"type": "ToolCallRequestEvent", "source", "content", "models_usage"}], or a task result."""

import re
from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import as_text, count, listing, mapping, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Entry, Input, Reply
from viewer.formats.shapes.any_part import tool_use
from viewer.formats.shapes.beside_messages import without
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.listed_records import ListedRecords, listed_records
from viewer.model.block import Block, Image, Text, Thinking, ToolResult
from viewer.model.position import json_path
from viewer.model.run import CutBy, Ending, Run
from viewer.model.source import RecordArray
from viewer.model.usage import Usage

NAME = "autogen"
_TYPES = frozenset({
    "TextMessage", "MultiModalMessage", "StructuredMessage", "ToolCallRequestEvent", "ToolCallExecutionEvent",
    "ToolCallSummaryMessage", "ThoughtEvent", "HandoffMessage", "StopMessage", "MemoryQueryEvent",
    "UserInputRequestedEvent", "ModelClientStreamingChunkEvent", "SelectSpeakerEvent", "CodeGenerationEvent",
    "CodeExecutionEvent",
})  # fmt: skip
_ASIDES = {
    "ToolCallSummaryMessage": "it repeats the results of the tools",
    "ModelClientStreamingChunkEvent": "a piece of a reply that a later message holds whole",
    "UserInputRequestedEvent": "a person was asked; the answer is a message of its own",
    "SelectSpeakerEvent": "it names the agent that speaks next",
    "StopMessage": "it asked the team to stop",
}
_CUTS: tuple[tuple[CutBy, str, re.Pattern[str]], ...] = (
    ("steps", "messages", re.compile(r"[Mm]ax\w* (?:number of )?(?:messages|turns)\D*(\d{1,7})?")),
    ("tokens", "tokens", re.compile(r"[Tt]oken usage limit\D*(\d{1,9})?")),
    ("time", "seconds", re.compile(r"[Tt]imeout\D*(\d{1,9})?")),
    ("abort", "", re.compile(r"[Ee]xternal termination()|[Cc]ancel()")),
)


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim messages and events with a source, whose types are AutoGen's."""
    values = list(decoded.values(20)) if isinstance(decoded, JsonRecords) else decoded.value
    if type(values) is dict:
        place = _thread(values)
        values = values["messages"] if place is None else values["agent_states"][place]["message_thread"]
    found = any(type(one) is dict and "source" in one and str(one.get("type")) in _TYPES for one in values[:20])
    return Match(3, "messages and events with `source` and a type of AutoGen's") if found else None


def _thread(state: dict[str, Any]) -> str | None:
    """Of a team's saved state the name of the manager, whose thread holds the messages of all agents."""
    agents = state.get("agent_states")
    for name, held in agents.items() if type(agents) is dict else ():
        if type(held) is dict and type(held.get("message_thread")) is list:
            return str(name)
    return None


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run: each message or event is a record."""
    listed, beside = _listed(decoded)
    builder = RunBuilder(one_result_per_record=True)
    events = _Events()
    builder.map(listed.records, events.entry)
    stopped = listed.head["stop_reason"] if type(listed.head.get("stop_reason")) is str else None
    yield builder.finish(
        run_id="",
        format=NAME,
        records=(listed.array,),
        attributes=beside | ({"agents": list(events.agents)} if events.agents else {}),
        exit_status=stopped,
        ending=_ending(stopped, builder),
    )


def _listed(decoded: JsonDocument | JsonRecords) -> tuple[ListedRecords, dict[str, Any]]:
    """The messages and events; of a saved state also what stands beside them, such as the agents' own lists."""
    value = decoded.value if isinstance(decoded, JsonDocument) else None
    manager = _thread(value) if type(value) is dict else None
    if manager is None or not isinstance(decoded, JsonDocument):
        return listed_records(decoded), {}
    path = ("agent_states", manager, "message_thread")
    records = list(decoded.records(*path))
    array = RecordArray(json_path(path), 1, len(records))
    return ListedRecords(records, {}, array), without(value, path)


def _ending(stopped: str | None, builder: RunBuilder) -> Ending:
    """By the team's stop reason where it is a limit, else by how the list stops."""
    for cut_by, unit, pattern in _CUTS:
        found = pattern.search(stopped or "")
        if found is not None:
            cap = float(found[1]) if found[1] else None
            return Ending("censored", "`stop_reason` names a limit", cut_by, cap, unit if cap is not None else None)
    return ending_by_messages(builder)


class _Events:
    """Maps the messages and events of one run in order."""

    def __init__(self) -> None:
        self.agents: dict[str, None] = {}
        self._thought: str | None = None
        """The agent whose thought came last: what it writes next is the same reply."""
        self._replies = 0

    def entry(self, record: Record) -> Entry:
        """What one message or event is."""
        event = mapping(record.value)
        kind, source = text(event["type"]), text(event["source"])
        if kind in _ASIDES:
            return Aside(kind, _ASIDES[kind])
        when = timestamp(event.get("created_at"))
        content = event["content"]
        if kind == "ToolCallExecutionEvent":
            return Input(tuple([_result(mapping(one)) for one in listing(content)]), timestamp=when)
        if kind in ("HandoffMessage", "MemoryQueryEvent", "CodeExecutionEvent"):
            self._thought = None
            return Input((Text(as_text(event.get("result", content))),), who="loop", timestamp=when)
        if kind == "ToolCallRequestEvent":
            return self._reply(event, source, tuple([tool_use(mapping(one)) for one in listing(content)]), when)
        if kind == "ThoughtEvent":
            reply = self._reply(event, source, (Thinking(text(content)),), when)
            self._thought = source
            return reply
        made = _blocks(content)
        # Models are told by their token counts; a person's proxy and the task itself have none.
        if event.get("models_usage") is None and (source == "user" or source not in self.agents):
            self._thought = None
            return Input(made, timestamp=when)
        return self._reply(event, source, made, when)

    def _reply(self, event: dict[str, Any], source: str, made: tuple[Block, ...], when: str | None) -> Reply:
        self.agents[source] = None
        if self._thought != source:
            self._replies += 1
        self._thought = None
        return Reply(made, f"reply {self._replies}", usage(event.get("models_usage")), timestamp=when)


def _blocks(content: Any) -> tuple[Block, ...]:
    """A text, or texts and pictures; an object of the application's own is kept as its JSON."""
    if type(content) is list:
        return tuple([Text(one) if type(one) is str else Image(None, one) for one in content])
    return (Text(as_text(content)),)


def _result(result: dict[str, Any]) -> ToolResult:
    flag = result.get("is_error")
    return ToolResult(
        text_or_none(result.get("call_id")),
        result["content"],
        flag if type(flag) is bool else None,
        text_or_none(result.get("name")),
    )


def usage(raw: Any) -> Usage | None:
    """Token counts, which know of no cache."""
    if raw is None:
        return None
    return Usage(count(mapping(raw).get("prompt_tokens")), None, None, count(raw.get("completion_tokens")))


FORMAT = Format(
    NAME,
    "AutoGen messages and events",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"source", "agent_states"}),
    ending="cut where `stop_reason` names a limit (messages, tokens, time) or an outside stop, else by how it stops",
    usage="`models_usage` as it is: no cache is told apart",
    one_result_per_record=True,
    cap_unit="run",
    from_documentation=True,
)
