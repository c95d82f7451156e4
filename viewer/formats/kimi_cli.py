"""kimi-cli: lines of `context.jsonl` {"role", "content"}, and events of its wire {"timestamp", "message"}."""

from typing import Any

from viewer.decode.document import Record
from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments, count, listing, mapping, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Compacted, Entry, Fields, Input, Measured, Reply
from viewer.formats.shapes.kimi_parts import blocks, part_block
from viewer.formats.shapes.openai_messages import tool_use
from viewer.formats.shapes.system_records import system_entry
from viewer.model.block import ToolResult, ToolUse
from viewer.model.request import recorded
from viewer.model.usage import Usage

_ASIDES = {
    "TurnEnd": "the end of a turn",
    "StepBegin": "a step of the loop begins",
    "CompactionBegin": "a compaction begins",
    "ApprovalRequest": "asks the caller; no request to the model held it",
    "ApprovalResponse": "the caller's answer; no request to the model held it",
    "ToolCallPart": "a piece of a call's arguments as they streamed",
    "SubagentEvent": "an event of another agent that a call of this one started",
}
_OWN = "shown to the caller or the client's own state; no request held it"


def context_entry(record: Record, builder: RunBuilder) -> Entry:
    """What a line of `context.jsonl` is: a message as it is sent, or a mark of the client's."""
    line = mapping(record.value)
    role = text(line["role"])
    match role:
        case "_system_prompt":
            return Fields(system=recorded(line["content"]))
        case "_checkpoint" | "_usage":
            return Aside(role, "a mark of the client's, no message")
        case "assistant":
            calls = tuple(tool_use(mapping(call)) for call in listing(line.get("tool_calls") or []))
            return Reply((*blocks(line.get("content") or []), *calls))
        case "tool":
            return Input((ToolResult(text_or_none(line.get("tool_call_id")), line.get("content")),))
        case "user":
            return Input(blocks(line["content"]))
        case "system":
            return system_entry(builder, line["content"], blocks(line["content"]))
        case _:
            raise ValueError(f"role {role!r} is not known")


class Events:
    """Maps the events of a wire in order: a step's content and calls make one reply."""

    def __init__(self, builder: RunBuilder) -> None:
        self.interrupted = 0
        """The last record that breaks a step off."""
        self._builder = builder
        self._step = 0
        self._has_reply = False
        self._of_others = 0

    def entry(self, record: Record) -> Entry:
        """What an event is."""
        line = mapping(record.value)
        if line.get("type") == "metadata":
            return Aside("metadata", "the version of the file, not a message")
        message, when = mapping(line["message"]), timestamp(line.get("timestamp"))
        kind, payload = text(message["type"]), mapping(message.get("payload") or {})
        match kind:
            case "TurnBegin" | "SteerInput":
                self._next_step()
                return Input(blocks(payload["user_input"]), timestamp=when)
            case "ContentPart":
                return self._piece(part_block(payload), when)
            case "ToolCall":
                return self._piece(_call(payload), when)
            case "ToolResult":
                return _result(payload, when)
            case "StatusUpdate":
                return self._status(payload)
            case "CompactionEnd":
                self._next_step()
                return Compacted("the list was compacted; the summary is not in this file", known=False)
            case "SubagentEvent":
                self._of_others += 1
            case "StepBegin":
                self._next_step()
            case "StepInterrupted":
                self.interrupted = record.number
                self._builder.end_turn()
            case _:
                pass
        return Aside(kind, _ASIDES.get(kind, _OWN))

    def _next_step(self) -> None:
        self._step += 1
        self._has_reply = False

    def _piece(self, block: Any, when: str | None) -> Reply:
        self._has_reply = True
        return Reply((block,), f"step {self._step}", timestamp=when)

    def _status(self, payload: dict[str, Any]) -> Entry:
        usage = _usage(payload.get("token_usage"))
        if usage is None or not self._has_reply:
            return Aside("StatusUpdate", _OWN)
        return Measured("StatusUpdate", "the figures of the reply", usage)

    def notes(self) -> tuple[str, ...]:
        """What was met on reading."""
        if not self._of_others:
            return ()
        return (f"{self._of_others} events of other agents are set aside: their runs are in files of their own",)


def _call(payload: dict[str, Any]) -> ToolUse:
    function = mapping(payload["function"])
    return ToolUse(text_or_none(payload.get("id")), text(function["name"]), arguments(function.get("arguments")))


def _result(payload: dict[str, Any], when: str | None) -> Input:
    """What came back: the output alone where nothing stands beside it."""
    returned = payload.get("return_value", payload.get("result"))
    flag = returned.get("is_error") if type(returned) is dict else None
    content = returned
    if type(returned) is dict:
        rest = {
            key: one for key, one in returned.items() if key not in ("is_error", "display") and one not in (None, "")
        }
        content = rest.get("output") if set(rest) <= {"output"} else rest
    result = ToolResult(text_or_none(payload.get("tool_call_id")), content, flag if type(flag) is bool else None)
    return Input((result,), timestamp=when)


def _usage(raw: Any) -> Usage | None:
    """Token counts: `input_other` excludes cache reads and writes."""
    if raw is None:
        return None
    field = mapping(raw).get
    names = ("input_other", "input_cache_read", "input_cache_creation", "output")
    return Usage(*(count(field(name)) for name in names))
