"""Antigravity: transcript lines {"step_index", "source", "type", "status", "content", "thinking", "tool_calls"}."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import listing, mapping, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Compacted, Entry, Input, Reply
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.block import Block, Text, Thinking, ToolResult, ToolUse
from viewer.model.run import CutBy, Ending, Run
from viewer.model.source import RecordArray

NAME = "antigravity"
_FLAGS = {"ERROR": True, "FAILED": True}
_CUTS: dict[str, CutBy] = {"ERROR": "crash", "FAILED": "crash", "CANCELED": "abort", "CANCELLED": "abort"}
_SINCE = "from the last checkpoint on"


def detect(decoded: JsonRecords) -> Match | None:
    """Claim lines of steps."""
    for value in list(decoded.values(20)):
        if type(value) is dict and "step_index" in value and "source" in value and "status" in value:
            return Match(3, "`step_index` beside `source` and `status`")
    return None


def read(decoded: JsonRecords) -> Iterator[Run]:
    """One run a file."""
    steps = _Steps()
    builder = RunBuilder(one_result_per_record=True)
    builder.map(decoded.records, steps.entry)
    yield builder.finish(
        run_id="",
        format=NAME,
        records=(RecordArray("", 1, len(decoded.records)),),
        ending=_ending(builder, steps.last_reply),
        notes=steps.notes(),
    )


def _ending(builder: RunBuilder, status: str) -> Ending:
    """By the status of a reply that is the last message, else by how the list stops."""
    if status in _CUTS and builder.messages and builder.messages[-1].role == "assistant":
        return Ending("censored", f"the last reply has the status {status}", _CUTS[status])
    return ending_by_messages(builder)


class _Steps:
    """Maps the steps in order."""

    def __init__(self) -> None:
        self.last_reply = ""
        """Its status."""
        self._cut: list[int] = []

    def entry(self, record: Record) -> Entry:
        """What a step is: its type tells, and of what a tool did also its source."""
        step = mapping(record.value)
        kind, source = text(step["type"]), text(step["source"])
        when, content = timestamp(step.get("created_at")), step.get("content")
        if step.get("truncated_fields"):
            self._cut.append(record.number)
        if kind == "PLANNER_RESPONSE":
            status = step.get("status")
            self.last_reply = status if type(status) is str else ""
            return Reply(_reply(step), timestamp=when)
        if kind == "USER_INPUT":
            return Input((Text(text(content)),), timestamp=when)
        if kind == "CHECKPOINT":
            return Compacted(_SINCE, (Text(content),) if type(content) is str and content else (), when)
        if source == "MODEL":
            status = step.get("status")
            flag = _FLAGS.get(status) if type(status) is str else None
            return Input((ToolResult(None, content, flag, kind.lower()),), timestamp=when)
        if type(content) is str and content:
            return Input((Text(content),), who="loop", timestamp=when)
        return Aside(kind, "a step of the client's own, without content")

    def notes(self) -> tuple[str, ...]:
        """What the writer left out."""
        if not self._cut:
            return ()
        numbers = ", ".join(map(str, self._cut[:20])) + (", …" if len(self._cut) > 20 else "")
        return (f"the program that wrote records {numbers} cut texts in them short (`truncated_fields`)",)


def _reply(step: dict[str, Any]) -> tuple[Block, ...]:
    """Thinking, words, calls. Calls have no ids: what each did follows in steps of its own, in the same order."""
    made: list[Block] = []
    if step.get("thinking"):
        made.append(Thinking(text_or_none(step["thinking"])))
    if step.get("content"):
        made.append(Text(text(step["content"])))
    for call in listing(step.get("tool_calls") or []):
        made.append(ToolUse(None, text(mapping(call)["name"]), call.get("args")))
    return tuple(made)


FORMAT = Format(
    NAME,
    "Antigravity",
    takes=(JsonRecords,),
    detect=detect,
    read=read,
    signs=frozenset({"step_index"}),
    ending="by `status` of a reply that is the last message, else by how the list stops",
    usage="none is recorded",
    one_result_per_record=True,
    cap_unit="none",
)
