"""Events of the Cursor CLI: system, user, assistant, tool_call (started, completed), result."""

from typing import Any

from viewer.decode.document import Record
from viewer.formats.build import RunBuilder
from viewer.formats.convert import mapping, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Entry, Input, Reply
from viewer.formats.shapes.anthropic_blocks import blocks
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.block import Block, Thinking, ToolResult, ToolUse
from viewer.model.run import Ending, Stated


def is_event(value: dict[str, Any]) -> bool:
    """Whether a line is one that only this stream holds."""
    return value.get("type") == "tool_call" and "call_id" in value and type(value.get("tool_call")) is dict


class Stream:
    """Maps the events in order: what the model writes between two inputs is one reply."""

    def __init__(self, builder: RunBuilder) -> None:
        self.session = ""
        self._builder = builder
        self._init: dict[str, Any] = {}
        self._result: dict[str, Any] = {}
        self._replies = 0
        self._in_reply = False

    def entry(self, record: Record) -> Entry:
        """What an event is."""
        event = mapping(record.value)
        kind, session = text(event["type"]), event.get("session_id")
        if not self.session and type(session) is str:
            self.session = session
        when = timestamp(event.get("timestamp_ms"))
        match kind:
            case "assistant":
                return self._piece(blocks(mapping(event["message"])["content"]), when)
            case "user":
                self._in_reply = False
                return Input(blocks(mapping(event["message"])["content"]), timestamp=when)
            case "thinking":
                words = event.get("text")
                if type(words) is not str or not words:
                    return Aside("thinking", "the end of the model's thinking, without its words")
                return self._piece((Thinking(words),), when)
            case "tool_call":
                return self._call(event, when)
            case "system":
                self._init = self._init or event
                return Aside("system", "what the session is, not a message")
            case "result":
                self._result = event
                return Aside("result", "how the run ended, with its last words again")
            case _:
                return Aside(kind, "a type of event that this version does not know")

    def _piece(self, made: tuple[Block, ...], when: str | None) -> Reply:
        if not self._in_reply:
            self._replies += 1
            self._in_reply = True
        return Reply(made, f"reply {self._replies}", model=text_or_none(self._init.get("model")), timestamp=when)

    def _call(self, event: dict[str, Any], when: str | None) -> Entry:
        """A call is told when it starts, and again with its result when it is done."""
        call_id, told = text_or_none(event.get("call_id")), mapping(event["tool_call"])
        name, about = next(((key, one) for key, one in told.items() if type(one) is dict), ("", {}))
        if event.get("subtype") == "started":
            given = about.get("args", about.get("arguments"))
            return self._piece((ToolUse(call_id, text(about.get("name") or name), given),), when)
        self._in_reply = False
        result = about.get("result")
        failed = type(result) is dict and ("error" in result or "rejected" in result)
        worked = type(result) is dict and "success" in result
        content = result[next(iter(result))] if type(result) is dict and len(result) == 1 else result
        return Input((ToolResult(call_id, content, failed if failed or worked else None),), timestamp=when)

    def facts(self) -> dict[str, Any]:
        """Fields of the run that the events tell."""
        word, counted = self._result.get("subtype"), self._result.get("usage")
        return {
            "attributes": {key: value for key, value in self._init.items() if key not in ("type", "subtype")},
            "ending": self._ending(),
            "exit_status": word if type(word) is str else None,
            "stated": (Stated("run", "`usage` of the result", metrics=counted),) if type(counted) is dict else (),
        }

    def _ending(self) -> Ending:
        if not self._result:
            return Ending("open", "no `result` event ends the stream")
        if self._result.get("is_error") is True:
            return Ending("censored", "`result` is an error", "crash")
        return ending_by_messages(self._builder)
