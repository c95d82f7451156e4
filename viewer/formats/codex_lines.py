"""The lines of a Codex rollout in order: response items are the conversation, events echo it on the screen."""

from typing import Any

import msgspec

from viewer.decode.document import Record
from viewer.formats.build import RunBuilder
from viewer.formats.codex_usage import TokenCounts
from viewer.formats.convert import listing, mapping, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Compacted, Entry, Fields, Input, Measured, Reply
from viewer.formats.shapes.response_blocks import blocks, content_part
from viewer.formats.shapes.response_items import Items
from viewer.formats.shapes.system_records import system_entry
from viewer.model.block import Block, Text, Unknown
from viewer.model.request import recorded
from viewer.model.run import Stated
from viewer.model.usage import Usage, total

_SETTINGS = ("model", "effort", "summary", "personality", "service_tier", "final_output_json_schema")
"""Of a turn's context, what goes into its requests."""
_INJECTED = (
    "<environment_context>", "<user_instructions>", "# AGENTS.md instructions", "<turn_aborted>", "<permissions",
    "<user_shell_command>", "<subagent_notification>", "<skill>", "<INSTRUCTIONS>",
)  # fmt: skip
"""How texts begin that the client writes in the user's name."""
_BEGINS = ("task_started", "turn_started")
ENDS = ("task_complete", "turn_complete", "turn_aborted")
_ECHO = "the screen's copy: the response items hold what the model saw and wrote"
_EVENT = "an event of the client, no part of the conversation"
_ECHOES = frozenset({
    "user_message", "agent_message", "agent_reasoning", "agent_reasoning_raw_content", "exec_command_end",
    "exec_command_begin", "patch_apply_end", "mcp_tool_call_end", "web_search_end", "image_generation_end",
    "view_image_tool_call", "item_completed", "dynamic_tool_call_request", "dynamic_tool_call_response",
})  # fmt: skip
_REST = "from the last compaction on: `replacement_history` is the list that later requests saw"
_NOT_STORED = "the client made the list anew from earlier messages and this summary; the new list is not in the file"


class Lines:
    """Maps lines, keeping what later ones depend on."""

    def __init__(self, builder: RunBuilder, copied_until: int) -> None:
        self.header: dict[str, Any] = {}
        """The first session header's payload: it names the run."""
        self.last_event: dict[str, Any] = {}
        """Of those that begin or end a turn, and of errors, the last."""
        self.counts = TokenCounts()
        self.stated: list[Stated] = []
        self._builder = builder
        self._copied_until = copied_until
        self._items = Items()
        self._settings: dict[str, Any] = {}
        self._model: str | None = None
        self.models: tuple[str, ...] = ()
        self._counts_first: bool | None = None
        """Whether a count stands before the reply that it measures, as some versions write it."""
        self._ahead: Usage | None = None

    def entry(self, record: Record) -> Entry:
        """What the line is."""
        line = mapping(record.value)
        kind, payload = line.get("type"), line.get("payload")
        if payload is None:
            kind, payload = self._without_envelope(line)
        payload = mapping(payload)
        if kind == "session_meta":
            return self._session(payload)
        if record.number <= self._copied_until:
            return self._copy(text(kind), payload)
        if kind == "response_item":
            return self._response_item(payload, timestamp(line.get("timestamp")))
        if kind == "event_msg":
            return self._event(payload, record.number)
        if kind == "turn_context":
            return self._turn_context(payload)
        if kind == "compacted":
            return self._compacted(payload, timestamp(line.get("timestamp")))
        return Aside(text(kind), "the client's state, no part of the conversation")

    def _without_envelope(self, line: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Rollouts of early 2025: the header is the first line, and items stand bare."""
        if "record_type" in line:
            return f"record_type: {line['record_type']}", line
        return ("session_meta" if "type" not in line and "id" in line else "response_item"), line

    def _session(self, payload: dict[str, Any]) -> Entry:
        if self.header:
            return Aside("session_meta", "a later header, such as the parent's in a fork: the first names the run")
        self.header = payload
        base = payload.get("base_instructions")
        prompt = base.get("text") if type(base) is dict else base or payload.get("instructions")
        if type(prompt) is str:
            return Fields(system=recorded(prompt))
        return Aside("session_meta", "names the session; it holds no instructions")

    def _copy(self, kind: str, payload: dict[str, Any]) -> Entry:
        if kind == "event_msg" and payload.get("type") == "token_count":
            return self.counts.entry(payload, counts=False)
        return Aside("copied history", f"a {kind} of the parent's rollout, copied when this one was forked from it")

    def _response_item(self, item: dict[str, Any], when: str | None) -> Entry:
        kind = item.get("type")
        if kind == "message" and item.get("role") in ("developer", "system"):
            self._items.reply_ended()
            return system_entry(self._builder, item["content"], blocks(item), when)
        if kind == "agent_message":
            self._items.reply_ended()
            return Input(_parts(item["content"]), who="caller", timestamp=when)
        if kind == "ghost_snapshot":
            return Aside("ghost_snapshot", "the client's copy of files, for undoing")
        entry = self._items.entry(_as_known(item))
        if type(entry) is Reply:
            ahead, self._ahead = self._ahead, None
            return msgspec.structs.replace(entry, model=self._model, timestamp=when, usage=ahead)
        if type(entry) is Input:
            who = "loop" if entry.who == "caller" and _is_injected(entry.blocks) else entry.who
            return msgspec.structs.replace(entry, who=who, timestamp=when)
        return entry

    def _event(self, payload: dict[str, Any], number: int) -> Entry:
        kind = text(payload["type"])
        if kind == "token_count":
            return self._measured(self.counts.entry(payload))
        if kind in _BEGINS or kind in ENDS or kind == "error":
            self.last_event = payload
        if kind in ENDS:
            self._items.reply_ended()
            self._builder.end_turn()
        if kind == "turn.completed" and type(payload.get("usage")) is dict:
            where = f"event turn.completed, record {number}"
            self.stated.append(Stated("turn", where, metrics={"usage": payload["usage"]}))
        return Aside(f"event_msg: {kind}", _ECHO if kind in _ECHOES else _EVENT)

    def _measured(self, counted: Measured | Aside) -> Entry:
        """A count ends the reply before it, or stands ahead of the next: the first one in the file tells which."""
        if isinstance(counted, Aside):
            return counted
        self._items.reply_ended()
        if self._counts_first is None:
            self._counts_first = not self._builder.requests and not self._copied_until
        if not self._counts_first:
            return counted
        used = [usage for usage in (self._ahead, counted.usage) if usage is not None]
        self._ahead = total(used)
        return Aside(counted.kind, "measures the reply after it")

    def _turn_context(self, payload: dict[str, Any]) -> Entry:
        """Opens new request fields only where it changes them."""
        settings = {key: payload[key] for key in _SETTINGS if payload.get(key) is not None}
        self._model = text_or_none(payload.get("model")) or self._model
        if self._model is not None and self._model not in self.models:
            self.models = (*self.models, self._model)
        if settings == self._settings:
            return Aside("turn_context", "the turn's settings are those of the turn before")
        self._settings = settings
        return Fields(parameters=recorded(settings))

    def _compacted(self, payload: dict[str, Any], when: str | None) -> Entry:
        self._items.reply_ended()
        message, history = text_or_none(payload.get("message")), payload.get("replacement_history")
        summary: tuple[Block, ...] = (Text(message),) if message else ()
        if history is None:
            return Compacted(_NOT_STORED, summary, when, known=False)
        return Compacted(_REST, summary + tuple(block for item in listing(history) for block in _kept(item)), when)


def _kept(item: Any) -> tuple[Block, ...]:
    """An item of a list that replaces another: texts are shown; calls and results were counted where they stood."""
    if type(item) is dict and item.get("type") == "message":
        return _parts(item["content"])
    return (Unknown(str(item.get("type")) if type(item) is dict else "not an object", item),)


def _parts(content: Any) -> tuple[Block, ...]:
    return (Text(content),) if type(content) is str else tuple(content_part(part) for part in listing(content))


def _is_injected(made: tuple[Block, ...]) -> bool:
    first = made[0] if made else None
    return type(first) is Text and first.text.lstrip().startswith(_INJECTED)


def _as_known(item: dict[str, Any]) -> dict[str, Any]:
    """Some files call a function call and its output tool_call and tool_result."""
    kind = item.get("type")
    if kind == "tool_call":
        function = item.get("function")
        name = function.get("name") if type(function) is dict else item.get("name")
        return {**item, "type": "function_call", "name": name}
    if kind == "tool_result":
        return {**item, "type": "function_call_output", "output": item.get("output", item.get("result"))}
    return item
