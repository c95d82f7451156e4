"""Events of OpenHands V1 as entries: `kind` names what each is, `llm_response_id` the reply that it is a part of."""

from collections.abc import Iterable
from typing import Any

from viewer.decode.document import Record
from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments, filled_or_none, listing, mapping, number_or_none, text, text_or_none
from viewer.formats.convert import timestamp as moment
from viewer.formats.entries import Aside, Compacted, Entry, Fields, Input, Reply
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.openhands_told import ToldEvents
from viewer.formats.shapes.openhands_totals import as_usage, cut
from viewer.model.block import Block, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.request import recorded
from viewer.model.run import Ending
from viewer.model.usage import Usage

_ASIDES = {
    "CondensationRequest": "asks the harness for a condensation",
    "HookExecutionEvent": "a hook of the harness ran",
    "LLMCompletionLogEvent": "names the file of a whole request and its response",
    "StreamingDeltaEvent": "a piece of a reply as it streamed; the reply stands whole in a later event",
    "TokenEvent": "token numbers of a reply",
}
_STATES = ("execution_status", "agent_status")
_OF_AGENT = ("agent", "default")
_ENDED = ("completed", "failed")
_OTHER = "a kind of event that this version does not know"


class KindEvents(ToldEvents):
    """Events that name their kind."""

    totals = "the conversation's state"

    def __init__(self, builder: RunBuilder) -> None:
        super().__init__(builder)
        self._usages: dict[str, Usage] = {}
        """By the response's id, as the conversation's state lists them."""
        self._model: str | None = None
        self._keys: dict[str, int] = {}
        """A reply's response id -> its position in the builder's requests."""
        self._called: set[str] = set()

    def __call__(self, record: Record) -> Entry | tuple[Entry, ...]:
        event = mapping(record.value)
        kind, when = text(event["kind"]), moment(event.get("timestamp"))
        match kind:
            case "MessageEvent":
                return self._message(event, when)
            case "ActionEvent":
                return self._action(event, when)
            case "ObservationEvent":
                return _result(event, *_observed(mapping(event["observation"])), when)
            case "AgentErrorEvent":
                return _result(event, event["error"], True, when)
            case "UserRejectObservation":
                return _result(event, event.get("rejection_reason"), True, when)
            case "SystemPromptEvent":
                return _prompt(event)
            case "Condensation":
                return _condensed(event, when)
            case "CondensationSummaryEvent":
                return Input((Text(text(event["summary"])),), who="loop", timestamp=when)
            case "ACPToolCallEvent":
                return self._outside(event, when)
            case "ConversationStateUpdateEvent":
                self._learn_state({text(event["key"]): event.get("value")})
                return Aside(kind, f"the conversation's state: {event['key']}")
            case "ConversationErrorEvent":
                self.state = "error"
                self._error = " ".join(str(event[key]) for key in ("code", "detail") if event.get(key))
                return Aside(kind, f"the harness reports: {self._error}")
            case "PauseEvent" | "InterruptEvent":
                self.state = "paused"
                return Aside(kind, "a person stopped the agent here")
            case _:
                return Aside(kind, _ASIDES.get(kind, _OTHER))

    def learn(self, head: dict[str, Any], metrics: dict[str, Any]) -> None:
        """Take the conversation's own record, and put usages on the replies whose response they name."""
        self._learn_state(head)
        self._learn_usages(metrics.get("token_usages"))
        for key, position in self._keys.items():
            if key in self._usages and self._builder.requests[position].usage is None:
                seconds = self._builder.requests[position].seconds
                self._builder.measure(position, self._usages[key], seconds)

    def _learn_state(self, state: dict[str, Any]) -> None:
        """Take what a whole state or some fields of it tell: how the conversation stands, and what it cost so far."""
        if type(state.get("full_state")) is dict:
            state = state["full_state"]
        for key in _STATES:
            self.state = filled_or_none(state.get(key)) or self.state
        agent = state.get("agent")
        llm = agent.get("llm") if type(agent) is dict else None
        if type(llm) is dict:
            self._model = filled_or_none(llm.get("model")) or self._model
        stats = state.get("stats")
        groups = stats.get("usage_to_metrics", stats) if type(stats) is dict else None
        if type(groups) is dict:
            self._add_metrics(groups)

    def _add_metrics(self, groups: dict[str, Any]) -> None:
        """The agent's tokens are those of the group of its name; the condenser's and others' cost money too."""
        known = [one for one in groups.values() if type(one) is dict]
        costs = [cost for one in known if (cost := number_or_none(one.get("accumulated_cost"))) is not None]
        self.cost = sum(costs) if costs else self.cost
        agents = next((groups[name] for name in _OF_AGENT if name in groups), known[0] if len(known) == 1 else None)
        counted = agents.get("accumulated_token_usage") if type(agents) is dict else None
        self.total = as_usage(counted) if type(counted) is dict else self.total
        for one in known:
            self._learn_usages(one.get("token_usages"))

    def _learn_usages(self, listed: Any) -> None:
        for raw in listed if type(listed) is list else ():
            if type(raw) is dict and type(raw.get("response_id")) is str:
                self._usages[raw["response_id"]] = as_usage(raw)

    @property
    def models(self) -> tuple[str, ...]:
        """The model that the conversation's state names."""
        return () if self._model is None else (self._model,)

    def _message(self, event: dict[str, Any], when: str | None) -> Entry:
        said = mapping(event["llm_message"])
        made = (*_parts(said.get("content")), *_parts(event.get("extended_content")))
        if event.get("source") == "agent":
            calls = tuple(_tool_use(mapping(call), None) for call in listing(said.get("tool_calls") or []))
            self._finished = False
            return self._reply(event, (*_thinking(said), *made, *calls), when)
        return Input(made, who="caller" if event.get("source") == "user" else "loop", timestamp=when)

    def _action(self, event: dict[str, Any], when: str | None) -> Entry:
        call = event.get("tool_call")
        use = _tool_use(call if type(call) is dict else {}, event)
        self._finished = use.name == "finish"
        return self._reply(event, (*_thinking(event), *_parts(event.get("thought")), use), when)

    def _reply(self, event: dict[str, Any], made: tuple[Block, ...], when: str | None) -> Reply:
        key = filled_or_none(event.get("llm_response_id"))
        if key is not None:
            self._keys.setdefault(key, len(self._builder.requests))
        return Reply(made, key, timestamp=when)

    def _outside(self, event: dict[str, Any], when: str | None) -> Entry | tuple[Entry, ...]:
        """A call of an agent behind a protocol of its own: told when it begins, as it goes on, and when it ended."""
        call_id = text(event["tool_call_id"])
        made: list[Entry] = []
        if call_id not in self._called:
            self._called.add(call_id)
            name = filled_or_none(event.get("tool_kind")) or text(event["title"])
            made.append(Reply((ToolUse(call_id, name, event.get("raw_input")),), timestamp=when))
        if event.get("status") in _ENDED:
            self._called.discard(call_id)
            output = event.get("raw_output")
            content = event.get("content") if output is None else output
            made.append(Input((ToolResult(call_id, content, event.get("status") == "failed"),), timestamp=when))
        return tuple(made) or Aside("ACPToolCallEvent", "that a tool still runs")

    def ending(self) -> Ending:
        """By the last state of the conversation; a finish call is the agent's own word."""
        rule = f"the last state of the conversation is {self.state}"
        if self.state in ("error", "stuck"):
            return cut(rule, self._error or str(self.state))
        if self._finished or self.state == "finished":
            return Ending("unknown", "the agent says that it is done; no verdict is stored")
        if self.state in ("paused", "deleting"):
            return Ending("censored", rule, "abort")
        return ending_by_messages(self._builder)


def is_kind_event(value: Any) -> bool:
    """Whether an entry is an event that names its kind."""
    if type(value) is not dict or "source" not in value or type(value.get("kind")) is not str:
        return False
    kind = value["kind"]
    return kind in _ASIDES or kind.endswith("Event") or kind in ("Condensation", "UserRejectObservation")


def _tool_use(call: dict[str, Any], event: dict[str, Any] | None) -> ToolUse:
    """The call as the model wrote it; else the action that the harness made of it."""
    about = event or {}
    function = call.get("function")
    written = function if type(function) is dict else call
    name = written.get("name") or about.get("tool_name")
    asked: Any = written.get("arguments")
    if asked is None and type(about.get("action")) is dict:
        asked = {key: value for key, value in about["action"].items() if key != "kind"}
    return ToolUse(text_or_none(call.get("id") or about.get("tool_call_id")), text(name), arguments(asked))


def _result(event: dict[str, Any], content: Any, is_error: bool | None, when: str | None) -> Input:
    added = event.get("extended_content")
    if type(added) is list and added and type(content) is list:
        content = [*content, *added]
    call_id = text_or_none(event.get("tool_call_id"))
    return Input((ToolResult(call_id, content, is_error, text_or_none(event.get("tool_name"))),), timestamp=when)


def _observed(observation: dict[str, Any]) -> tuple[Any, bool | None]:
    """What a tool gave back, and whether it says that it failed; exit code -1 is a command that still runs."""
    content = observation.get("content", observation.get("output"))
    if content is None:
        content = {key: value for key, value in observation.items() if key not in ("kind", "is_error")}
    told = observation.get("is_error", observation.get("error") if type(observation.get("error")) is bool else None)
    if type(told) is bool:
        return content, told
    about = observation.get("metadata")
    code = observation.get("exit_code", about.get("exit_code") if type(about) is dict else None)
    return content, code != 0 if type(code) is int and code != -1 else None


def _prompt(event: dict[str, Any]) -> Fields:
    texts = [_plain(event[key]) for key in ("system_prompt", "dynamic_context") if event.get(key) is not None]
    tools = event.get("tools")
    return Fields(recorded(texts[0] if len(texts) == 1 else texts), None if tools is None else recorded(listing(tools)))


def _plain(part: Any) -> Any:
    return part["text"] if type(part) is dict and "text" in part else part


def _condensed(event: dict[str, Any], when: str | None) -> Compacted:
    forgotten, summary = event.get("forgotten_event_ids"), text_or_none(event.get("summary"))
    how_many = f"{len(forgotten)} events" if type(forgotten) is list else "events"
    rule = f"a condensation took {how_many} out of what later requests saw"
    return Compacted(rule, (Text(summary),) if summary else (), when, known=False)


def _thinking(said: dict[str, Any]) -> Iterable[Block]:
    """Reasoning beside the words; the same text under two names is shown once."""
    parts = said.get("thinking_blocks")
    if type(parts) is list and parts:
        for part in parts:
            words = text_or_none(part.get("thinking"))
            signature = text_or_none(part.get("signature", part.get("data")))
            yield Thinking(words, signature, redacted=part.get("type") == "redacted_thinking")
        return
    words = text_or_none(said.get("reasoning_content"))
    if words:
        yield Thinking(words)
        return
    reasoned = said.get("responses_reasoning_item")
    if type(reasoned) is dict:
        told = [text(_plain(part)) for part in listing(reasoned.get("summary") or reasoned.get("content") or [])]
        secret = text_or_none(reasoned.get("encrypted_content"))
        yield Thinking("\n".join(told) or None, secret, redacted=not told and secret is not None)


def _parts(content: Any) -> tuple[Block, ...]:
    if content is None or content == "":
        return ()
    return (Text(content),) if type(content) is str else tuple(_part(part) for part in listing(content))


def _part(part: Any) -> Block:
    if type(part) is str:
        return Text(part)
    match mapping(part).get("type"):
        case "text":
            return Text(text(part["text"]))
        case "image":
            return Image(None, part)
        case kind:
            return Unknown(str(kind), part)
