"""Records of Kimi Code's wire file: messages appended, and the events of each step of the loop."""

from functools import cached_property
from typing import Any

from viewer.decode.document import Record
from viewer.formats.build import RunBuilder
from viewer.formats.convert import count, listing, mapping, stop_reason, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Compacted, Entry, Fields, Input, Measured, Reply
from viewer.formats.shapes.kimi_parts import blocks, part_block
from viewer.formats.shapes.openai_messages import tool_use
from viewer.model.block import Text, ToolResult, ToolUse
from viewer.model.request import recorded
from viewer.model.run import ParentLink
from viewer.model.usage import Usage

_SINCE = "from the last compaction on"
_STATE = "the client's own state, no part of the conversation"
_ASIDES = {
    "turn.prompt": "what the caller typed; the message that was appended follows",
    "turn.steer": "what the caller typed while the agent worked; it is appended later",
    "turn.ended": "the end of a turn",
    "llm.request": "what was sent, by counts and hashes",
    "usage.record": "repeats the usage of a step, or is that of a request of the client's own",
    "forked": "the session goes on from another",
}
_CALLERS = (None, "user", "system_trigger")
"""Kinds of origin of words from outside; all other are the client's own."""


class Wire:
    """Maps the records of one agent in order."""

    def __init__(self, builder: RunBuilder) -> None:
        self.attributes: dict[str, Any] = {}
        self.cancelled = 0
        """The last record that breaks a turn off."""
        self.compacted = 0
        """The last record that holds the summary of a compaction."""
        self._builder = builder
        self._steps: set[str] = set()
        """Steps whose reply has begun."""
        self._model: str | None = None
        self._attempts: int | None = None
        self._system: str | None = None
        self._started: dict[str, str | None] = {}
        """Other agents, by the results that name them -> id of the call."""

    def entry(self, record: Record) -> Entry:
        """What a record is. Records of unknown types that hold no message are set aside under their own type."""
        value = mapping(record.value)
        kind = text(value["type"])
        when = timestamp(value.get("time"))
        match kind:
            case "context.append_message":
                return self._message(mapping(value["message"]), when)
            case "context.append_loop_event":
                return self._event(mapping(value["event"]), when)
            case "config.update" | "profile.bind":
                return self._config(kind, value)
            case "llm.tools_snapshot":
                if type(value.get("tools")) is list:
                    return Fields(tools=recorded(value["tools"]))
                return Aside(kind, "tool schemas, cut short in this file")
            case "context.apply_compaction":
                self.compacted = record.number
                return _compaction(value, when)
            case "context.clear":
                return Compacted("from the last clear on")
            case "micro_compaction.apply":
                return Compacted("the client cleared old tool results from the requests that follow", known=False)
            case "context.undo":
                return Compacted("the caller took messages back; which, is not told here", known=False)
            case "llm.request":
                self._request(value)
            case "turn.cancel":
                self.cancelled = record.number
                self._builder.end_turn()
            case "metadata":
                self.attributes.update({key: one for key, one in value.items() if key != "type"})
            case _:
                pass
        if "message" in value or "event" in value:
            raise ValueError(f"records of type {kind!r} with a message are not known")
        return Aside(kind, _ASIDES.get(kind, _STATE))

    def link(self, agent: str, parent: str) -> ParentLink:
        """What started another agent: the call whose result names it."""
        if agent not in self._started:
            return ParentLink(parent, rule="not linked: no result names the agent")
        call = self._started[agent]
        return ParentLink(parent, self._calls.get(call), call, "the result of the call names the agent")

    @cached_property
    def _calls(self) -> dict[str | None, int]:
        """Id of each call -> the message that holds it."""
        return {
            block.id: message.index
            for message in self._builder.messages
            for block in message.blocks
            if type(block) is ToolUse
        }

    def _request(self, value: dict[str, Any]) -> None:
        """Its model and its attempt are those of the reply that follows."""
        if value.get("kind") != "loop":
            return
        model, attempt = value.get("model"), value.get("attempt")
        self._model = model if type(model) is str else None
        tried = attempt.partition("/")[0] if type(attempt) is str else ""
        self._attempts = int(tried) if tried.isascii() and tried.isdigit() and len(tried) < 6 else None

    def _config(self, kind: str, value: dict[str, Any]) -> Entry:
        """A system prompt that is the same again opens no new request fields."""
        system = text_or_none(value.get("systemPrompt"))
        if system is None or system == self._system:
            return Aside(kind, "settings of the client: model, profile, effort")
        self._system = system
        self._builder.fields(system=recorded(system))
        return Fields()

    def _message(self, message: dict[str, Any], when: str | None) -> Entry:
        role = text(message["role"])
        made = blocks(message["content"])
        if role == "assistant":
            calls = tuple(tool_use(mapping(call)) for call in listing(message.get("toolCalls") or []))
            return Reply((*made, *calls), timestamp=when)
        if role == "tool":
            return Input((ToolResult(text_or_none(message.get("toolCallId")), message["content"]),), timestamp=when)
        if role == "user":
            origin = message.get("origin")
            kind = origin.get("kind") if type(origin) is dict else None
            return Input(made, who="caller" if kind in _CALLERS else "loop", timestamp=when)
        raise ValueError(f"role {role!r} is none of user, assistant, tool")

    def _event(self, event: dict[str, Any], when: str | None) -> Entry:
        kind = text(event["type"])
        match kind:
            case "content.part":
                return self._piece(event, part_block(event["part"]), when)
            case "tool.call":
                call = ToolUse(text_or_none(event.get("toolCallId")), text(event["name"]), event.get("args"))
                return self._piece(event, call, when)
            case "tool.result":
                return self._result(event, when)
            case "step.end":
                return self._end(event, when)
            case "step.begin":
                return Aside(kind, "a step of the loop begins")
            case _:
                return Aside(kind, "an event of the loop that this version does not know")

    def _piece(self, event: dict[str, Any], block: Any, when: str | None) -> Reply:
        step = text_or_none(event.get("stepUuid"))
        if step is not None:
            self._steps.add(step)
        return Reply((block,), step, model=self._model, timestamp=when, attempts=self._attempts)

    def _end(self, event: dict[str, Any], when: str | None) -> Entry:
        """The figures of a step's reply; a step without any content still is a reply."""
        seconds = _seconds(event)
        word, usage, step = text_or_none(event.get("finishReason")), usage_of(event.get("usage")), event.get("uuid")
        if type(step) is str and step in self._steps:
            return Measured("step end", "the figures of the reply", usage, seconds, stop_reason(word), word)
        return Reply((), text_or_none(step), usage, stop_reason(word), word, self._model, when, seconds, self._attempts)

    def _result(self, event: dict[str, Any], when: str | None) -> Input:
        result, call = event.get("result"), text_or_none(event.get("toolCallId"))
        flag = result.get("isError") if type(result) is dict else None
        content = result
        if type(result) is dict:
            rest = {key: one for key, one in result.items() if key != "isError"}
            content = rest["output"] if list(rest) == ["output"] else rest
        if type(content) is str and content.startswith("agent_id: "):
            self._started.setdefault(content[len("agent_id: ") :].partition("\n")[0].strip(), call)
        return Input((ToolResult(call, content, flag if type(flag) is bool else None),), timestamp=when)


def _compaction(value: dict[str, Any], when: str | None) -> Compacted:
    """The summary takes the place of the list; words of the user may be kept beside it."""
    summary = value.get("contextSummary", value.get("summary"))
    made = (Text(text(summary)),) if summary is not None else ()
    if value.get("keptUserMessageCount"):
        why = "a compaction kept some of the caller's messages beside its summary; which, is not told"
        return Compacted(why, made, when, known=False)
    return Compacted(_SINCE, made, when)


def _seconds(event: dict[str, Any]) -> float | None:
    first, rest = event.get("llmFirstTokenLatencyMs"), event.get("llmStreamDurationMs")
    return (first + rest) / 1000 if type(first) is int and type(rest) is int else None


def usage_of(raw: Any) -> Usage | None:
    """Token counts: `inputOther` excludes cache reads and writes."""
    if raw is None:
        return None
    field = mapping(raw).get
    names = ("inputOther", "inputCacheRead", "inputCacheCreation", "output")
    return Usage(*(count(field(name)) for name in names))
