"""Events of `codex exec --json` until late 2025: {"id", "msg": {"type"}}, behind a line of settings and the prompt."""

from typing import Any

from viewer.decode.document import Record
from viewer.formats.build import RunBuilder
from viewer.formats.codex_usage import TokenCounts
from viewer.formats.convert import filled_or_none, mapping, text, text_or_none
from viewer.formats.entries import Aside, Entry, Fields, Input, Reply
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.block import Block, Text, Thinking, ToolResult, ToolUse
from viewer.model.request import recorded
from viewer.model.run import Ending, Run, Stated
from viewer.model.source import RecordArray

_CALLS = {"exec_command_begin": "shell", "patch_apply_begin": "apply_patch", "mcp_tool_call_begin": "mcp"}
_RESULTS = ("exec_command_end", "patch_apply_end", "mcp_tool_call_end")
_NOT_PART = ("type", "call_id", "parsed_cmd", "turn_id", "invocation", "formatted_output")
_ENDS = ("task_complete", "turn_aborted", "error")
_ASIDE = "an event of the client, no part of the conversation"


def is_message_event(value: Any) -> bool:
    """Whether a line holds what only these events do."""
    message = value.get("msg") if type(value) is dict else None
    return type(message) is dict and type(message.get("type")) is str and "id" in value


class MessageEvents:
    """Maps the events in order: what the model wrote until a tool's result came is one reply."""

    def __init__(self, builder: RunBuilder) -> None:
        self._builder = builder
        self._settings: dict[str, Any] = {}
        self._session = ""
        self._replies = 1
        self._counts = TokenCounts()
        self._last: dict[str, Any] = {}
        """Of the events that begin or end a task, and of errors, the last."""

    def entry(self, record: Record) -> Entry:
        """What a line is."""
        line = mapping(record.value)
        if "msg" not in line:
            return self._head(line)
        event = mapping(line["msg"])
        kind = text(event["type"])
        if kind in _CALLS:
            return self._reply(_call(kind, event))
        if kind in _RESULTS:
            self._replies += 1
            return Input((_result(kind, event),))
        match kind:
            case "agent_message":
                return self._reply(Text(text(event.get("message", event.get("content")))))
            case "agent_reasoning":
                return self._reply(Thinking(text(event.get("text", event.get("content")))))
            case "user_message":
                return Input((Text(text(event["message"])),))
            case "token_count":
                return self._counted(event)
            case "session_configured":
                self._session = filled_or_none(event.get("session_id")) or self._session
                self._settings.setdefault("model", event.get("model"))
            case _:
                pass
        if kind in _ENDS or kind == "task_started":
            self._last = event
        return Aside(kind, _ASIDE)

    def _head(self, line: dict[str, Any]) -> Entry:
        """The first lines: settings, and the prompt."""
        if type(line.get("prompt")) is str:
            return Input((Text(line["prompt"]),))
        self._settings = {**self._settings, **line}
        return Fields(parameters=recorded(line))

    def _counted(self, event: dict[str, Any]) -> Entry:
        """Tokens so far; at first they stood in the event itself."""
        flat = "info" not in event and "input_tokens" in event
        self._replies += 1
        return self._counts.entry({"info": {"total_token_usage": event}} if flat else event)

    def _reply(self, block: Block) -> Reply:
        return Reply((block,), f"reply {self._replies}", model=filled_or_none(self._settings.get("model")))

    def run(self, name: str, lines: int) -> Run:
        """The run of all lines."""
        model = filled_or_none(self._settings.get("model"))
        total = self._counts.total
        return self._builder.finish(
            run_id=self._session,
            format=name,
            records=(RecordArray("", 1, lines),),
            models=self._builder.models() or (() if model is None else (model,)),
            ending=self._ending(),
            exit_status=filled_or_none(self._last.get("type")) if self._last.get("type") in _ENDS else None,
            stated=() if total is None else (Stated("run", "the last token_count event", total),),
        )

    def _ending(self) -> Ending:
        match self._last.get("type"):
            case "error":
                return Ending("censored", "an error event stands last", "crash")
            case "turn_aborted":
                return Ending("censored", f"the last turn was aborted: {self._last.get('reason')}", "abort")
            case "task_complete":
                return Ending("unknown", "the last task ended in task_complete; the file holds no verdict")
            case _:
                return ending_by_messages(self._builder)


def _call(kind: str, event: dict[str, Any]) -> ToolUse:
    asked = event.get("invocation")
    if type(asked) is dict:
        return ToolUse(text_or_none(event.get("call_id")), text(asked["tool"]), asked.get("arguments"))
    given = {key: value for key, value in event.items() if key not in _NOT_PART}
    return ToolUse(text_or_none(event.get("call_id")), _CALLS[kind], given)


def _result(kind: str, event: dict[str, Any]) -> ToolResult:
    """As stored. A command's exit code, a patch's `success` and an MCP server's `Err` tell of an error."""
    given: Any = {key: value for key, value in event.items() if key not in (*_NOT_PART, "duration")}
    flag: bool | None = None
    if kind == "mcp_tool_call_end":
        given = event.get("result")
        flag = "Err" in given if type(given) is dict else None
    elif type(event.get("success")) is bool:
        flag = not event["success"]
    elif type(event.get("exit_code")) is int:
        flag = event["exit_code"] != 0
    return ToolResult(text_or_none(event.get("call_id")), given, flag)
