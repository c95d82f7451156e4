"""Events of `codex exec --json`: {"type": "item.completed", "item": {"id", "type"}} between the events of turns."""

from typing import Any

from viewer.decode.document import Record
from viewer.formats.build import RunBuilder
from viewer.formats.convert import count, filled_or_none, mapping, text, whole_or_none
from viewer.formats.entries import Aside, Entry, Input, Reply
from viewer.model.block import Block, Text, Thinking, ToolResult, ToolUse
from viewer.model.run import Ending, Run, Stated
from viewer.model.source import RecordArray
from viewer.model.usage import Usage, total

_ITEM_EVENTS = ("item.started", "item.updated", "item.completed")
_PROMPT = "0..n-1, behind the prompt, which these events do not hold"
_NOT_PART = ("id", "type", "status")
_OUTCOMES = ("aggregated_output", "exit_code", "result", "error", "agents_states", "receiver_thread_ids")
"""Of a tool's item, what came of the call; all else the call asked for."""
_NAMES = {"command_execution": "shell", "file_change": "apply_patch"}
_ENDS = ("turn.completed", "turn.failed")


def is_event(value: Any) -> bool:
    """Whether a line holds what only these events do."""
    if type(value) is not dict:
        return False
    if value.get("type") in _ITEM_EVENTS:
        return type(value.get("item")) is dict and "type" in value["item"]
    return value.get("type") == "thread.started" and "thread_id" in value


class Events:
    """Maps the events in order: what the model wrote until a tool's result came is one reply."""

    def __init__(self, builder: RunBuilder) -> None:
        self._builder = builder
        builder.begin_after(_PROMPT)
        self._thread = ""
        self._replies = 1
        self._began: set[str] = set()
        self._usages: list[Usage] = []
        self._last: dict[str, Any] = {}
        """Of the events that begin or end a turn, and of errors, the last."""

    def entry(self, record: Record) -> Entry | tuple[Entry, ...]:
        """What an event is."""
        event = mapping(record.value)
        kind = text(event["type"])
        if kind in _ITEM_EVENTS:
            return self._item(kind, mapping(event["item"]))
        if kind == "thread.started" and not self._thread:
            self._thread = text(event["thread_id"])
        if kind in _ENDS or kind in ("turn.started", "error"):
            self._last = event
        if kind in _ENDS:
            self._next_reply()
            self._builder.end_turn()
        if kind == "turn.completed" and event.get("usage") is not None:
            self._usages.append(_usage(mapping(event["usage"])))
        return Aside(kind, "an event of the client, no part of the conversation")

    def _item(self, event: str, item: dict[str, Any]) -> Entry | tuple[Entry, ...]:
        kind = text(item["type"])
        if kind in ("todo_list", "error"):
            return Aside(kind, "what the client shows: the agent's list of tasks, or a warning")
        began = event == "item.started"
        if kind in ("agent_message", "reasoning", "plan"):
            if event != "item.completed":
                return Aside(event, "a piece of an item that is whole in a later event")
            words = text(item["text"])
            return self._reply(Thinking(words) if kind == "reasoning" else Text(words))
        if event == "item.updated":
            return Aside(event, "that a tool still runs")
        call = _call(kind, item)
        if began:
            self._began.add(str(call.id))
            return self._reply(call)
        result = _result(call, item)
        if call.executed_by == "provider":
            known = str(call.id) in self._began
            return self._reply(*(() if known else (call,)), *(() if result is None else (result,)))
        made = () if str(call.id) in self._began else (self._reply(call),)
        self._began.discard(str(call.id))
        self._next_reply()
        if result is None:
            return made or Aside(event, "that a tool ended, not how")
        return (*made, Input((result,)))

    def _reply(self, *blocks: Block) -> Reply:
        return Reply(blocks, f"reply {self._replies}")

    def _next_reply(self) -> None:
        """Results are what the next request brings: what the model writes then is another reply."""
        self._replies += 1

    def run(self, name: str, lines: int) -> Run:
        """The run of all events."""
        return self._builder.finish(
            run_id=self._thread,
            format=name,
            records=(RecordArray("", 1, lines),),
            ending=self._ending(),
            exit_status=filled_or_none(self._last.get("type")) if self._last.get("type") != "turn.started" else None,
            stated=self._stated(),
        )

    def _stated(self) -> tuple[Stated, ...]:
        """Each turn tells the thread's tokens so far, unless a later turn tells fewer: then each tells its own."""
        if not self._usages:
            return ()
        pairs = zip(self._usages, self._usages[1:], strict=False)
        grows = all((after.output_tokens or 0) >= (before.output_tokens or 0) for before, after in pairs)
        counted = self._usages[-1] if grows else total(self._usages)
        return (Stated("run", f"`usage` of {'the last' if grows else 'all'} turn.completed", counted),)

    def _ending(self) -> Ending:
        match self._last.get("type"):
            case "turn.failed" | "error":
                return Ending("censored", f"the last event of a turn is {self._last['type']}", "crash")
            case "turn.completed":
                return Ending("unknown", "the last turn ended in turn.completed; the file holds no verdict")
            case _:
                return Ending("open", "no event tells that the last turn ended")


def _call(kind: str, item: dict[str, Any]) -> ToolUse:
    """The call that a tool's item tells of. A web search runs at the provider."""
    name = _NAMES.get(kind) or filled_or_none(item.get("tool")) or kind
    if kind == "mcp_tool_call":
        return ToolUse(filled_or_none(item.get("id")), name, item.get("arguments"))
    asked = {key: value for key, value in item.items() if key not in _NOT_PART and key not in _OUTCOMES}
    return ToolUse(filled_or_none(item.get("id")), name, asked, "provider" if kind == "web_search" else "client")


def _result(call: ToolUse, item: dict[str, Any]) -> ToolResult | None:
    """What the item tells of the outcome, an output or a result bare where nothing else is told; None: nothing."""
    found = {key: item[key] for key in _OUTCOMES if item.get(key) is not None}
    status = item.get("status")
    is_error = {"completed": False, "failed": True, "declined": True}.get(str(status))
    if not found:
        return None if call.executed_by == "provider" else ToolResult(call.id, status, is_error, call.name)
    content: Any = found
    if "aggregated_output" in found and whole_or_none(found.get("exit_code")) in (0, None):
        content = found["aggregated_output"]
    elif found.keys() == {"result"}:
        content = found["result"]
    return ToolResult(call.id, content, is_error, call.name, call.executed_by)


def _usage(raw: dict[str, Any]) -> Usage:
    """`input_tokens` includes the cache, which is taken out."""
    whole, read = count(raw.get("input_tokens")), count(raw.get("cached_input_tokens"))
    return Usage(None if whole is None else whole - (read or 0), read, None, count(raw.get("output_tokens")))
