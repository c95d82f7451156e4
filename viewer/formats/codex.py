"""Codex CLI: rollouts, whose lines of type response_item are the conversation, and events of `codex exec --json`."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonRecords
from viewer.formats.base import Format, Growing, Match
from viewer.formats.build import RunBuilder
from viewer.formats.codex_exec import Events, is_event
from viewer.formats.codex_forks import begins_with_pause, copied_until
from viewer.formats.codex_lines import ENDS, Lines
from viewer.formats.codex_messages import MessageEvents, is_message_event
from viewer.formats.shapes.growing import GrowingRun, grown
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.response_blocks import SIGNS
from viewer.model.run import CutBy, Ending, ParentLink, Run, Stated
from viewer.model.source import RecordArray

NAME = "codex"
_TYPES = frozenset({"session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state"})
_BARE_HEADER = frozenset({"id", "timestamp", "git"})
_NOT_ATTRIBUTES = frozenset({"base_instructions", "instructions", "dynamic_tools", "timestamp", "type"})
_CUT_BY: dict[str, CutBy] = {"budget_limited": "tokens"}
"""By the reason of an aborted turn; all others are aborts."""


def detect(decoded: JsonRecords) -> Match | None:
    """Claim lines in this envelope, and the bare items of old rollouts behind their header."""
    values = list(decoded.values(50))
    for value in values:
        if isinstance(value, dict) and value.get("type") in _TYPES and isinstance(value.get("payload"), dict):
            return Match(3, f"lines with `timestamp`, `type` ({value['type']}) and `payload`")
        if is_event(value):
            return Match(3, f"an event {value['type']} of `codex exec`")
        if is_message_event(value):
            return Match(3, f"an event {value['msg']['type']} under `msg`")
    first = values[0]
    is_header = isinstance(first, dict) and {"id", "timestamp"} <= first.keys() and "type" not in first
    if is_header and ("instructions" in first or "cli_version" in first or first.keys() <= _BARE_HEADER):
        rest = [value for value in values[1:] if isinstance(value, dict)]
        if any("record_type" in value or value.get("type") in SIGNS or "role" in value for value in rest):
            return Match(2, "a session header, and response items behind it")
    return None


def read(decoded: JsonRecords) -> Iterator[Run]:
    """One run a rollout; of events, one run."""
    printed = _events(decoded, RunBuilder(one_result_per_record=True))
    if printed is not None:
        yield printed
        return
    yield grown(_rollout(copied_until(decoded.records)), decoded.records)


def _events(decoded: JsonRecords, builder: RunBuilder) -> Run | None:
    """The run that `codex exec` printed; None: these are the lines of a rollout."""
    first = list(decoded.values(50))
    events: Events | MessageEvents
    if any(map(is_event, first)):
        events = Events(builder)
    elif any(map(is_message_event, first)):
        events = MessageEvents(builder)
    else:
        return None
    builder.map(decoded.records, events.entry)
    return events.run(NAME, len(decoded.records))


def follow(decoded: JsonRecords) -> Growing | None:
    """Map lines as they come; a fork, which begins with a copy whose end only more lines tell, is read whole."""
    if any(is_event(value) or is_message_event(value) for value in decoded.values(50)):
        return None
    if copied_until(decoded.records) or not begins_with_pause(decoded.records):
        return None
    return _rollout(0)


def _rollout(copied: int) -> GrowingRun:
    builder = RunBuilder(one_result_per_record=True)
    if copied:
        builder.begin_after(
            f"0..n-1, behind the copy of the parent's history (records 2 to {copied}), which is set aside"
        )
    lines = Lines(builder, copied)
    return GrowingRun(builder, lines.entry, lambda count: _run(builder, lines, copied, count))


def _run(builder: RunBuilder, lines: Lines, copied: int, count: int) -> Run:
    header = lines.header
    last = lines.last_event
    return builder.finish(
        run_id=str(header.get("id") or header.get("session_id") or ""),
        format=NAME,
        records=(RecordArray("", 1, count),),
        attributes={key: value for key, value in header.items() if key not in _NOT_ATTRIBUTES},
        ending=_ending(last, builder),
        exit_status=_exit_status(last),
        models=builder.models() or lines.models,
        parent=_parent(header),
        stated=(*_total(lines, copied), *lines.stated),
        notes=(f"records 2 to {copied} are a copy of the parent's history, set aside",) if copied else (),
    )


def _total(lines: Lines, copied: int) -> tuple[Stated, ...]:
    """The thread's own total; in a fork it holds the parent's tokens, so it is not this run's."""
    if lines.counts.total is None:
        return ()
    where = "the last token_count event, `total_token_usage`"
    if copied:
        return (Stated("sub-tree", f"{where}: with the tokens of what was copied", lines.counts.total),)
    return (Stated("run", where, lines.counts.total),)


def _ending(last: dict[str, Any], builder: RunBuilder) -> Ending:
    """By the last event that begins or ends a turn, or tells of an error."""
    match last.get("type"):
        case "turn_aborted":
            reason = last.get("reason")
            return Ending("censored", f"the last turn was aborted: {reason}", _CUT_BY.get(str(reason), "abort"))
        case "error":
            return Ending("censored", "an error event stands last", "crash")
        case kind if kind in ENDS and last.get("error") is not None:
            return Ending("censored", f"{kind} of the last turn holds an error", "crash")
        case kind if kind in ENDS:
            return Ending("unknown", f"the last turn ended in {kind}; the file holds no verdict")
        case None:
            return ending_by_messages(builder)
        case _:
            return Ending("open", "a turn began and its end is not stored")


def _exit_status(last: dict[str, Any]) -> str | None:
    kind = last.get("type")
    if kind == "turn_aborted":
        return str(last.get("reason") or kind)
    return str(kind) if kind in ENDS or kind == "error" else None


def _parent(header: dict[str, Any]) -> ParentLink | None:
    """The thread that spawned this one; its rollout is a file of its own."""
    source = header.get("source")
    spawned = source.get("subagent") if type(source) is dict else None
    spawned = spawned.get("thread_spawn") if type(spawned) is dict else None
    thread = spawned.get("parent_thread_id") if type(spawned) is dict else header.get("parent_thread_id")
    if type(thread) is not str:
        return None
    rule = "the session header names the parent thread, whose rollout is a file of its own"
    return ParentLink(thread, rule=rule, in_source=False)


FORMAT = Format(
    NAME,
    "Codex rollout",
    takes=(JsonRecords,),
    detect=detect,
    read=read,
    signs=frozenset({"payload", "instructions", "cli_version", "timestamp", "thread_id", "item", "msg"}),
    ending="by the last event: turn_aborted and errors cut the run, task_complete is no verdict, a begun turn is open",
    usage="`last_token_usage` of each token_count event whose total changed, on the reply before it; "
    "input includes the cache, which is taken out",
    one_result_per_record=True,
    follow=follow,
)
