"""GitHub Copilot CLI: `events.jsonl`, lines {"type": "user.message" | …, "data", "id", "timestamp", "parentId"}."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.copilot_events import Events
from viewer.formats.shapes.call_streams import AnyRecord, by_call, nested
from viewer.model.run import Run
from viewer.model.source import RecordArray

NAME = "copilot_cli"
_SIGNS = frozenset({
    "session.start", "session.resume", "session.shutdown", "user.message", "assistant.message", "assistant.turn_start",
    "tool.execution_start", "tool.execution_complete", "session.model_change",
})  # fmt: skip


def detect(decoded: JsonRecords) -> Match | None:
    """Claim lines by the types of their events."""
    for value in list(decoded.values(20)):
        if type(value) is dict and type(value.get("data")) is dict and "id" in value and "parentId" in value:
            kind = value.get("type")
            if type(kind) is str and kind in _SIGNS:
                return Match(3, f"an event {kind} with `data` and `parentId`")
    return None


def read(decoded: JsonRecords) -> Iterator[Run]:
    """One run a session, with the runs of the agents that its calls started inside."""
    array = RecordArray("", 1, len(decoded.records))
    calls = _calls_of_agents(decoded.records)
    streams = by_call(decoded.records, lambda record: _call(record, calls))
    events = {stream.call: Events(stream) for stream in streams}
    for stream in streams:
        stream.builder.map(stream.records, events[stream.call].entry)
        events[stream.call].break_off()
    yield nested(streams, lambda stream: events[stream.call].run(NAME, array))


def _data(record: AnyRecord) -> tuple[dict[str, Any], dict[str, Any]]:
    value = record.value if type(record) is Record else None
    if type(value) is not dict:
        return {}, {}
    data = value.get("data")
    return value, data if type(data) is dict else {}


def _calls_of_agents(records: list[AnyRecord]) -> dict[str, str]:
    """Id of a started agent -> the call that started it, as the event of its start tells."""
    found: dict[str, str] = {}
    for record in records:
        value, data = _data(record)
        if value.get("type") == "subagent.started" and type(data.get("toolCallId")) is str:
            agent = value.get("agentId", data.get("agentId"))
            if type(agent) is str:
                found[agent] = data["toolCallId"]
    return found


def _call(record: AnyRecord, calls: dict[str, str]) -> str | None:
    """The call that started the agent that an event belongs to: newer events name the agent, older ones the call."""
    value, data = _data(record)
    named = data.get("parentToolCallId")
    if type(named) is str and named:
        return named
    agent = value.get("agentId")
    if type(agent) is str and agent and not str(value.get("type")).startswith("subagent."):
        return calls.get(agent, agent)
    return None


FORMAT = Format(
    NAME,
    "GitHub Copilot CLI",
    takes=(JsonRecords,),
    detect=detect,
    read=read,
    signs=frozenset({"parentId"}),
    ending="by an abort, an error or an error shutdown after the last message; else by how the list stops",
    usage="`outputTokens` of a reply, or its `assistant.usage`: `inputTokens` less the cache; a shutdown states totals",
    one_result_per_record=True,
    from_documentation=True,
)
