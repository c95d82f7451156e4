"""Events of OpenHands V0 as entries: which are replies, which answer them, which are the harness's own."""

from typing import Any

from viewer.decode.document import Record
from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments, mapping, stop_reason, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Compacted, Entry, Fields, Input, Reply
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.litellm_usage import usage
from viewer.formats.shapes.openai_messages import blocks
from viewer.formats.shapes.openhands_told import ToldEvents
from viewer.formats.shapes.openhands_totals import as_usage, cut, growth
from viewer.model.block import Block, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.request import recorded
from viewer.model.run import Ending
from viewer.model.usage import Usage

_NOISE = {
    "null": "an empty event",
    "recall": "the harness looks for knowledge to add",
    "change_agent_state": "the state of the agent changes",
    "agent_state_changed": "the state of the agent changes",
    "recall_failure": "the harness found nothing to add",
}
_AGENT_WORDS = ("message", "finish", "reject", "think")


class Events(ToldEvents):
    """Events with an action or an observation."""

    totals = "the last `llm_metrics`"

    def __init__(self, builder: RunBuilder) -> None:
        super().__init__(builder)
        self._calls: dict[Any, str] = {}
        """Event id of an action -> id of the call it carries out."""
        self._replies: set[str] = set()
        self._recalled = 0

    def __call__(self, record: Record) -> Entry | tuple[Entry, ...]:
        event = mapping(record.value)
        when = timestamp(event.get("timestamp"))
        grown = self._measured(event.get("llm_metrics"))
        if "action" in event:
            return self._action(event, when, grown)
        return self._observation(event, when)

    def _measured(self, metrics: Any) -> Usage | None:
        """What the running total grew by."""
        if type(metrics) is not dict:
            return None
        cost, raw = metrics.get("accumulated_cost"), metrics.get("accumulated_token_usage")
        if isinstance(cost, int | float):
            self.cost = float(cost)
        if type(raw) is not dict:
            return None
        before, self.total = self.total, as_usage(raw)
        return growth(before, self.total)

    def _action(self, event: dict[str, Any], when: str | None, grown: Usage | None) -> Entry | tuple[Entry, ...]:
        kind, args = text(event["action"]), mapping(event["args"])
        if kind == "system":
            self.about = {key: args[key] for key in ("openhands_version", "agent_class") if args.get(key)}
            tools = args.get("tools")
            return Fields(recorded(args["content"]), None if tools is None else recorded(tools))
        if kind == "condensation":
            return _condensed(args, when)
        if kind in _NOISE:
            if type(args.get("agent_state")) is str:
                self.state = args["agent_state"]
            return Aside(kind, _NOISE[kind])
        if event["source"] == "agent":
            self._finished = kind == "finish"
            return self._reply(event, kind, args, when, grown)
        if kind == "message":
            said = text_or_none(args.get("content", event.get("message"))) or ""
            return Input((Text(said), *_images(args)), "user", "caller", when)
        # A person's own command: the model is told of it, but did not ask for it.
        return Input((Unknown(f"{kind} by {event['source']}", args),), "user", "caller", when)

    def _reply(
        self, event: dict[str, Any], kind: str, args: dict[str, Any], when: str | None, grown: Usage | None
    ) -> Entry:
        about = event.get("tool_call_metadata")
        about = about if type(about) is dict else {}
        response = about.get("model_response")
        response = response if type(response) is dict else {}
        choices = response.get("choices")
        choice = mapping(choices[0]) if choices else {}
        made = mapping(choice.get("message") or {})
        key = response.get("id") if type(response.get("id")) is str else None
        is_first = key is None or key not in self._replies
        call = _call(event, about, made, kind, args)
        if call is not None and call.id is not None:
            self._calls[_hashable(event.get("id"))] = call.id
        if key is not None:
            self._replies.add(key)
        said = _words(event, made, kind, args) if is_first else ()
        word = text_or_none(choice.get("finish_reason"))
        return Reply(
            said if call is None else (*said, call),
            key,
            usage(response["usage"]) if response.get("usage") else grown if is_first else None,
            stop_reason(word),
            word,
            text_or_none(response.get("model")),
            when,
        )

    def _observation(self, event: dict[str, Any], when: str | None) -> Entry:
        kind, extras = text(event["observation"]), mapping(event.get("extras") or {})
        if type(extras.get("agent_state")) is str:
            self.state = extras["agent_state"]
            self._error = text_or_none(extras.get("reason")) or self._error
        if kind in _NOISE:
            self._recalled += kind == "recall"
            return Aside(kind, _NOISE[kind])
        content = event.get("content")
        if kind == "error" and type(content) is str:
            self._error = content
        call_id = self._calls.get(_hashable(event.get("cause")))
        if call_id is None:
            about = event.get("tool_call_metadata")
            call_id = text_or_none(about.get("tool_call_id")) if type(about) is dict else None
        if call_id is None:
            return Input(blocks(content), "user", "loop", when)
        return Input((ToolResult(call_id, content, _failed(kind, event, extras)),), "user", None, when)

    def ending(self) -> Ending:
        """By the last state of the agent; a finish action is the agent's own word."""
        if self._finished or self.state == "finished":
            return Ending("unknown", "the agent says that it is done; no verdict is stored")
        rule = f"the last state of the agent is {self.state}"
        if self.state == "error":
            return cut(rule, self._error)
        if self.state in ("stopped", "paused", "user_rejected"):
            return Ending("censored", rule, "abort")
        if self.state in ("awaiting_user_input", "rejected"):
            return Ending("unknown", rule)
        if self._builder.messages and self._error and self.state is None:
            told = cut("the last error", self._error)
            if told.cut_by != "crash":
                return told
        return ending_by_messages(self._builder)

    def notes(self) -> tuple[str, ...]:
        """What the harness added to prompts beside the messages."""
        if not self._recalled:
            return ()
        return (f"{self._recalled} recalled texts, set aside here, were added to what the model saw",)


def _call(
    event: dict[str, Any], about: dict[str, Any], made: dict[str, Any], kind: str, args: dict[str, Any]
) -> ToolUse | None:
    """The call that an action carries out: of the model's own reply, else of the action, which its result names."""
    call_id = text_or_none(about.get("tool_call_id"))
    if call_id is None:
        if kind in _AGENT_WORDS:
            return None
        event_id = event.get("id")
        return ToolUse(None if event_id is None else f"event {event_id}", kind, args)
    name = text_or_none(about.get("function_name")) or kind
    for call in made.get("tool_calls") or ():
        if call.get("id") == call_id:
            function = mapping(call["function"])
            return ToolUse(call_id, text(function["name"]), arguments(function.get("arguments")))
    return ToolUse(call_id, name, args)


def _words(event: dict[str, Any], made: dict[str, Any], kind: str, args: dict[str, Any]) -> tuple[Block, ...]:
    """What the model wrote beside the call; the file repeats it up to three times."""
    thought = made.get("reasoning_content")
    thinking: tuple[Block, ...] = (Thinking(thought),) if type(thought) is str and thought else ()
    said = made.get("content")
    if said is None and not made:
        said = args.get("content") if kind == "message" else args.get("thought") or args.get("final_thought")
        said = said or (event.get("message") if kind in _AGENT_WORDS else None)
    if said is None or said == "":
        return thinking
    return thinking + blocks(said)


def _images(args: dict[str, Any]) -> tuple[Block, ...]:
    urls = args.get("image_urls")
    return tuple(Unknown("image_url", url) for url in urls) if type(urls) is list else ()


def _condensed(args: dict[str, Any], when: str | None) -> Entry:
    forgotten = args.get("forgotten_event_ids")
    how_many = f"{len(forgotten)} events" if type(forgotten) is list else "a range of events"
    summary = text_or_none(args.get("summary"))
    rule = f"a condensation took {how_many} out of what later requests saw"
    return Compacted(rule, (Text(summary),) if summary else (), when, known=False)


def _failed(kind: str, event: dict[str, Any], extras: dict[str, Any]) -> bool | None:
    """The harness's own flags: an error observation, `success`, an exit code; -1 is a command that still runs."""
    if kind == "error":
        return True
    about = extras.get("metadata")
    code = about.get("exit_code") if type(about) is dict else extras.get("exit_code")
    if code == -1:
        return None
    if type(event.get("success")) is bool:
        return not event["success"]
    return code != 0 if type(code) is int else None


def _hashable(value: Any) -> Any:
    return value if type(value) in (int, str) else None
