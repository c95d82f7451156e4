"""Google ADK sessions: {"id", "appName", "userId", "events": [{"author", "content": {"role", "parts"}}]}, or events."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import mapping, number_or_none, text_or_none, timestamp
from viewer.formats.entries import Aside, Compacted, Entry, Input, Reply
from viewer.formats.google_adk_evals import (
    is_eval_set,
    is_old_case,
    is_old_turn,
    run_of_old_turns,
    runs_of_eval_set,
)
from viewer.formats.shapes.gemini_parts import blocks, either, stop_of, usage
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.heads import Head, NoHead, heads, run_without_head
from viewer.model.block import ToolResult
from viewer.model.position import json_path
from viewer.model.request import Context
from viewer.model.run import Ending, Run
from viewer.model.source import RecordArray

NAME = "google_adk"
_COMPACTED = "the summary of events that stands in their place, and the events after those"
_PARALLEL = Context(
    (), "unknown", reason="agents ran side by side: the file does not tell which of their events each request held"
)
_CONTENT = frozenset({"events", "past_events", "event_logs", "pending_events"})


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim sessions whose events have an author and an invocation, and such events alone."""
    if isinstance(decoded, JsonRecords):
        values = list(decoded.values(5))
    else:
        values = decoded.value[:5] if isinstance(decoded.value, list) else [decoded.value]
    for value in values:
        if is_eval_set(value):
            return Match(3, "`eval_cases` of a set")
        if is_old_turn(value) or is_old_case(value):
            return Match(3, "turns with `query` and `expected_tool_use`")
        if _is_event(value):
            return Match(3, "events with `author` and an invocation id")
        events = value.get("events") if type(value) is dict else None
        if type(events) is not list:
            continue
        if any(map(_is_event, events[:20])):
            return Match(3, "a session's `events` with `author` and an invocation id")
        if not events and either(value, "appName", "app_name") and either(value, "userId", "user_id"):
            return Match(3, "a session of an app and a user, without events")
    return None


def _is_event(value: Any) -> bool:
    return type(value) is dict and "author" in value and ("invocationId" in value or "invocation_id" in value)


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run a session, with all agents that took part in it; each event is a record."""
    if isinstance(decoded, JsonRecords) and any(map(_is_event, decoded.values(5))):
        events = _Events()
        events.builder.map(decoded.records, events.entry)
        yield events.run({}, RecordArray("", 1, len(decoded.records)))
    elif isinstance(decoded, JsonDocument) and type(decoded.value) is list and any(map(_is_event, decoded.value[:5])):
        records = list(decoded.records())
        events = _Events()
        events.builder.map(records, events.entry)
        yield events.run({}, RecordArray("", 1, len(records)))
    elif isinstance(decoded, JsonDocument) and type(decoded.value) is list and any(map(is_old_turn, decoded.value[:5])):
        records = list(decoded.records())
        yield run_of_old_turns(records, RecordArray("", 1, len(records)), {}, NAME)
    else:
        for head in heads(decoded):
            if not isinstance(head, NoHead) and is_eval_set(head.value):
                yield from runs_of_eval_set(head, NAME)
            elif not isinstance(head, NoHead) and is_old_case(head.value):
                path = (*head.path, "data")
                records = list(head.document.records(*path))
                yield run_of_old_turns(records, RecordArray(json_path(path), 1, len(records)), head.value, NAME)
            else:
                yield run_without_head(head, NAME) if isinstance(head, NoHead) else _session(head)


def _session(head: Head) -> Run:
    if type(head.value.get("events")) is not list:
        return run_without_head(head.lacking("it holds no list of events"), NAME)
    records = list(head.document.records(*head.path, "events"))
    events = _Events()
    events.builder.map(records, events.entry)
    return events.run(head.value, RecordArray(json_path((*head.path, "events")), 1, len(records)))


class _Events:
    """Maps the events of one session in order."""

    def __init__(self) -> None:
        self.builder = RunBuilder(one_result_per_record=True)
        self._failed: str | None = None
        self._agents: dict[str, None] = {}
        self._branches: set[str] = set()
        self._times: list[tuple[float, int]] = []
        """When the events so far stood, and their records."""

    def run(self, session: dict[str, Any], array: RecordArray) -> Run:
        """The run of all events."""
        run_id = session.get("id")
        attributes = {key: one for key, one in session.items() if key not in _CONTENT and one not in (None, {}, [])}
        attributes.pop("id", None)
        if self._agents:
            attributes["agents"] = list(self._agents)
        return self.builder.finish(
            run_id=run_id if type(run_id) is str else "",
            format=NAME,
            records=(array,),
            label=text if type(text := either(session, "appName", "app_name")) is str else None,
            attributes=attributes,
            exit_status=self._failed,
            ending=self._ending(),
        )

    def _ending(self) -> Ending:
        """By the error of the last event, else by how the list stops."""
        if self._failed is not None:
            return Ending("censored", "the last event has an error code", "crash")
        return ending_by_messages(self.builder)

    def entry(self, record: Record) -> Entry:
        """What one event is: told by its parts, since results have the role user and an agent's name."""
        event = mapping(record.value)
        author = event.get("author")
        when, stamp = number_or_none(event.get("timestamp")), timestamp(event.get("timestamp"))
        self._failed = text_or_none(either(event, "errorCode", "error_code"))
        if event.get("partial") is True:
            return Aside("partial event", "a piece of a streamed reply, which a later event holds whole")
        actions = event.get("actions")
        compaction = actions.get("compaction") if type(actions) is dict else None
        if type(compaction) is dict:
            return self._compacted(compaction, stamp)
        if when is not None:
            self._times.append((when, record.number))
        content = event.get("content")
        parts = content.get("parts") if type(content) is dict else None
        if not parts:
            said = text_or_none(either(event, "errorMessage", "error_message"))
            if self._failed is not None:
                return Aside("error of a model", f"{self._failed}: {said}" if said else self._failed)
            return Aside("event without content", "it changes the session's state or marks an agent's step")
        made = blocks(parts)
        if any(type(block) is ToolResult and block.executed_by == "client" for block in made):
            return Input(made, timestamp=stamp)
        role = mapping(content).get("role")
        if role != "model" and (author == "user" or role is not None):
            return Input(made, who="caller" if author == "user" else "loop", timestamp=stamp)
        if type(author) is str:
            self._agents[author] = None
        reason, word = stop_of(either(event, "finishReason", "finish_reason"), made)
        return Reply(
            made,
            None,
            usage(either(event, "usageMetadata", "usage_metadata")),
            reason,
            word,
            text_or_none(either(event, "modelVersion", "model_version")),
            stamp,
            context=self._context(text_or_none(event.get("branch"))),
        )

    def _context(self, branch: str | None) -> Context | None:
        """Unknown once another branch than those above this one has spoken: parallel agents do not see each other."""
        if branch is None:
            return None
        apart = any(not f"{branch}.".startswith(f"{other}.") for other in self._branches)
        self._branches.add(branch)
        return _PARALLEL if apart else None

    def _compacted(self, compaction: dict[str, Any], stamp: str | None) -> Entry:
        """A summary stands in the place of the events up to a moment; later ones stay visible."""
        content = either(compaction, "compactedContent", "compacted_content")
        end = number_or_none(either(compaction, "endTimestamp", "end_timestamp"))
        kept = None
        if end is not None:
            for when, number in reversed(self._times):
                if when <= end:
                    break
                kept = number
        return Compacted(_COMPACTED, blocks(mapping(content).get("parts")), stamp, kept=kept)


FORMAT = Format(
    NAME,
    "Google ADK sessions",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"author", "events", "eval_cases", "evalCases", "query", "data"}),
    ending="cut where the last event has an error code, else by how the list stops: no verdict is stored",
    usage="`promptTokenCount` less `cachedContentTokenCount`; output is candidates and thoughts together",
    one_result_per_record=True,
    cap_unit="turn",
)
