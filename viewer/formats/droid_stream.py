"""Events of `droid exec --output-format stream-json`: init, message, tool_call, tool_result, completion."""

from typing import Any

from viewer.decode.document import Record
from viewer.formats.build import RunBuilder
from viewer.formats.convert import mapping, text, text_or_none, timestamp, usage_under_our_names, whole_or_none
from viewer.formats.entries import Aside, Entry, Input, Reply
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.block import Text, ToolResult, ToolUse
from viewer.model.run import Ending, Stated

_SESSION = ("sessionId", "session_id")


def is_event(value: dict[str, Any]) -> bool:
    """Whether a line holds what only these events do."""
    kind = value.get("type")
    if kind == "tool_call":
        return "parameters" in value and ("toolId" in value or "toolName" in value)
    if kind == "completion":
        return "finalText" in value
    return kind == "message" and "role" in value and type(value.get("text")) is str and _session(value) is not None


def _session(value: dict[str, Any]) -> Any:
    return next((value[key] for key in _SESSION if key in value), None)


class Stream:
    """Maps the events in order: words and calls of one message id make one reply."""

    def __init__(self, builder: RunBuilder) -> None:
        self.session = ""
        self._builder = builder
        self._init: dict[str, Any] = {}
        self._end: dict[str, Any] = {}
        self._stated: tuple[Stated, ...] = ()

    def entry(self, record: Record) -> Entry:
        """What an event is."""
        event = mapping(record.value)
        kind = text(event["type"])
        session = _session(event)
        if not self.session and type(session) is str:
            self.session = session
        when = timestamp(event.get("timestamp"))
        match kind:
            case "message":
                return self._message(event, when)
            case "tool_call":
                name = text(event.get("toolName", event.get("toolId")))
                call = ToolUse(text_or_none(event.get("id")), name, event.get("parameters"))
                return self._reply(call, text_or_none(event.get("messageId")), when)
            case "tool_result":
                flag = event.get("isError")
                result = ToolResult(
                    text_or_none(event.get("id")),
                    event.get("value", event.get("error")),
                    flag if type(flag) is bool else None,
                    text_or_none(event.get("toolName", event.get("toolId"))),
                )
                return Input((result,), timestamp=when)
            case "system":
                if event.get("subtype") == "init" and not self._init:
                    self._init = event
                return Aside(f"system: {event.get('subtype')}", "what the session is, not a message")
            case "completion":
                return self._completion(event, when)
            case "error":
                self._end = event
                return Aside("error", "the client's words: the run broke off here")
            case _:
                return Aside(kind, "a type of event that this version does not know")

    def _message(self, event: dict[str, Any], when: str | None) -> Entry:
        words, role = Text(text(event["text"])), text(event["role"])
        if role == "assistant":
            return self._reply(words, text_or_none(event.get("id")), when)
        if role == "user":
            return Input((words,), timestamp=when)
        raise ValueError(f"role {role!r} is neither user nor assistant")

    def _reply(self, block: Text | ToolUse, key: str | None, when: str | None) -> Reply:
        return Reply((block,), key, model=text_or_none(self._init.get("model")), timestamp=when)

    def _completion(self, event: dict[str, Any], when: str | None) -> Entry:
        """The final text mostly repeats the last reply; where none stands there, it is the reply."""
        self._end = event
        counted = event.get("usage")
        if type(counted) is dict:
            usage = usage_under_our_names(counted)
            steps = whole_or_none(event.get("numTurns"))
            self._stated = (Stated("run", "`usage` of the completion", usage, steps=steps, metrics=counted),)
        final = event.get("finalText")
        last = self._builder.messages[-1] if self._builder.messages else None
        if type(final) is not str or not final or (last is not None and last.role == "assistant"):
            return Aside("completion", "the end of the run, with its last words again")
        return self._reply(Text(final), None, when)

    def facts(self) -> dict[str, Any]:
        """Fields of the run that the events tell."""
        return {
            "attributes": {key: value for key, value in self._init.items() if key not in ("type", "subtype")},
            "stated": self._stated,
            "ending": self._ending(),
            "exit_status": text_or_none(self._end.get("type")) if self._end else None,
        }

    def _ending(self) -> Ending:
        if not self._end:
            return Ending("open", "no `completion` ends the stream")
        if self._end.get("type") == "error":
            return Ending("censored", "an `error` event stands in the place of a completion", "crash")
        return ending_by_messages(self._builder)
