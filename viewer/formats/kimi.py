"""Kimi: `wire.jsonl` of Kimi Code (flat records) and of kimi-cli (events), and kimi-cli's `context.jsonl`."""

from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import Any

from viewer.decode.document import Decoded, JsonDocument, JsonRecords
from viewer.formats.base import Format, Growing, Match
from viewer.formats.build import RunBuilder
from viewer.formats.kimi_cli import Events, context_entry
from viewer.formats.kimi_wire import Wire
from viewer.formats.shapes.growing import GrowingRun, grown
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.run import Ending, Run
from viewer.model.source import RecordArray

NAME = "kimi"
_CONTEXT_ROLES = ("_system_prompt", "_checkpoint", "_usage")


def detect(decoded: JsonRecords) -> Match | None:
    """Claim lines by the types of their records, events or roles."""
    for value in list(decoded.values(20)):
        if type(value) is not dict:
            continue
        kind = value.get("type")
        if kind in ("context.append_message", "context.append_loop_event", "turn.prompt", "llm.request"):
            return Match(3, f"a record of type {kind}")
        if _is_event(value) and type(value["message"].get("type")) is str:
            return Match(3, "an event with `timestamp` and `message.payload`")
        if value.get("role") in _CONTEXT_ROLES:
            return Match(3, f"a line of role {value['role']}")
        if kind == "metadata" and "protocol_version" in value:
            return Match(3, "`metadata` with `protocol_version`")
    return None


def companions(path: PurePath, below: tuple[PurePath, ...]) -> tuple[PurePath, ...]:
    """Of the folder of a session's agents, the wire files of those that the main one started."""
    if path.name != "wire.jsonl" or path.parent.name != "main":
        return ()
    agents = path.parent.parent
    return tuple(file for file in below if file.name == path.name and file != path and file.parent.parent == agents)


def heads(path: PurePath) -> tuple[PurePath, ...]:
    """The state of the session, beside the file or above the folder of its agents."""
    if path.name not in ("wire.jsonl", "context.jsonl"):
        return ()
    return (path.parent / "state.json", path.parent.parent.parent / "state.json")


def read(decoded: JsonRecords) -> Iterator[Run]:
    """One run a file; the runs of other agents of the session stand inside the main one."""
    found = (part.value for part in decoded.companions if isinstance(part, JsonDocument) and type(part.value) is dict)
    state: dict[str, Any] = next((value for value in found if "type" not in value), {})
    first = [value for value in list(decoded.values(20)) if type(value) is dict]
    growing = _lines(first, state)
    yield _read_wire(decoded, state) if growing is None else grown(growing, decoded.records)


def follow(decoded: JsonRecords) -> Growing | None:
    """Map the lines of kimi-cli as they come, those of Kimi Code where no other file belongs to them."""
    if decoded.companions:
        return None
    first = [value for value in list(decoded.values(20)) if type(value) is dict]
    return _lines(first, {}) or _wire({}, lambda wire: ())


def _lines(first: list[dict[str, Any]], state: dict[str, Any]) -> GrowingRun | None:
    """What maps the events or the context of kimi-cli; None: the lines are Kimi Code's."""
    if any(_is_event(value) for value in first):
        return _events(state)
    return _context(state) if any("role" in value for value in first) else None


def _is_event(value: dict[str, Any]) -> bool:
    message = value.get("message")
    return type(message) is dict and "payload" in message and "timestamp" in value


def _read_wire(decoded: JsonRecords, state: dict[str, Any]) -> Run:
    agents = [(number, part) for number, part in enumerate(decoded.companions, 1) if isinstance(part, JsonRecords)]
    run_id = str(state.get("id") or "")
    growing = _wire(state, lambda wire: tuple(_sub_run(part, number, wire, run_id) for number, part in agents))
    return grown(growing, decoded.records)


def _wire(state: dict[str, Any], sub_runs: Callable[[Wire], tuple[Run, ...]]) -> GrowingRun:
    builder = RunBuilder(one_result_per_record=True)
    wire = Wire(builder)

    def finish(count: int) -> Run:
        return builder.finish(
            run_id=str(state.get("id") or ""),
            format=NAME,
            records=(RecordArray("", 1, count),),
            attributes={**state, **wire.attributes},
            ending=_ending(builder, wire.cancelled, wire.compacted),
            sub_runs=sub_runs(wire),
        )

    return GrowingRun(builder, wire.entry, finish)


def _sub_run(part: JsonRecords, number: int, started_by: Wire, parent: str) -> Run:
    builder = RunBuilder(one_result_per_record=True)
    wire = Wire(builder)
    builder.map(part.records, wire.entry)
    agent = _agent(part)
    return builder.finish(
        run_id=agent,
        format=NAME,
        records=(RecordArray("", 1, len(part.records), number),),
        attributes=wire.attributes,
        ending=_ending(builder, wire.cancelled, wire.compacted),
        parent=started_by.link(agent, parent),
    )


def _agent(part: Decoded) -> str:
    """The agent's id is the name of its folder."""
    return PurePath(part.name).parent.name


def _events(state: dict[str, Any]) -> GrowingRun:
    builder = RunBuilder(one_result_per_record=True)
    events = Events(builder)

    def finish(count: int) -> Run:
        return builder.finish(
            run_id=str(state.get("id") or ""),
            format=NAME,
            records=(RecordArray("", 1, count),),
            attributes=state,
            ending=_ending(builder, events.interrupted),
            notes=events.notes(),
        )

    return GrowingRun(builder, events.entry, finish)


def _context(state: dict[str, Any]) -> GrowingRun:
    builder = RunBuilder(one_result_per_record=True)

    def finish(count: int) -> Run:
        return builder.finish(
            run_id=str(state.get("id") or ""),
            format=NAME,
            records=(RecordArray("", 1, count),),
            attributes=state,
            ending=ending_by_messages(builder),
        )

    return GrowingRun(builder, lambda record: context_entry(record, builder), finish)


def _ending(builder: RunBuilder, cancelled: int, compacted: int = 0) -> Ending:
    """By a cancel after the last message, else by how the list stops; a summary that stands last asks for no reply."""
    last = max((number for message in builder.messages[-1:] for number in message.records), default=0)
    if last and last == compacted and len(builder.messages) > 1 and builder.messages[-2].role == "assistant":
        return Ending("unknown", "the list was compacted after the last reply; the file holds no verdict")
    if cancelled > last:
        return Ending("censored", f"record {cancelled} breaks the last turn off", "abort")
    return ending_by_messages(builder)


FORMAT = Format(
    NAME,
    "Kimi Code and kimi-cli",
    takes=(JsonRecords,),
    detect=detect,
    read=read,
    ending="cut where a cancelled or interrupted turn stands last; else by how the list stops",
    usage="of each `step.end` or status: `inputOther` excludes cache reads and writes; `usage.record` repeats it",
    one_result_per_record=True,
    companions=companions,
    heads=heads,
    follow=follow,
)
