"""Messages of `ankole_chatml`: roles user, developer, assistant, tool; each call apart, its result behind it."""

from typing import Any

from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments, listing, mapping, text, text_or_none
from viewer.formats.entries import Aside, Compacted, Entry, Input, Reply
from viewer.model.block import Block, ExecutedBy, Image, Text, Thinking, ToolResult, ToolUse, Unknown

COMPACTION = "context_compaction"
_COMPACTED = "the thread was compacted here; the list that later requests saw is not in this file"
_RUNNERS: dict[str, ExecutedBy] = {"provider_hosted": "provider", "local_dynamic": "client"}
_ALWAYS_COMPLETED = frozenset({"web_search", "view_image", "sleep", "image_generation"})
"""Tools whose status is a constant of the projection, not a record of how they ended."""
_IMAGES = frozenset({"image", "localImage", "input_image", "image_url"})


class ChatML:
    """Maps messages in order. What the model wrote, with nothing of others between, makes one reply."""

    def __init__(self, builder: RunBuilder) -> None:
        self.calls = 0
        self._builder = builder
        self._replies = 0
        self._in_reply = False

    def entries(self, messages: list[dict[str, Any]], mechanisms: dict[str, Any], timestamp: str | None) -> list[Entry]:
        """What the messages of one record are.

        Args:
            messages: those of the record.
            mechanisms: how each call was executed, by call id: the result tells it, the call does not.
            timestamp: of the record.
        """
        return [self._entry(mapping(message), mechanisms, timestamp) for message in messages]

    def turn_ended(self) -> None:
        """What follows belongs to the next turn."""
        self._in_reply = False
        self._builder.end_turn()

    def _entry(self, message: dict[str, Any], mechanisms: dict[str, Any], timestamp: str | None) -> Entry:
        role = message["role"]
        if role == "assistant":
            return self._assistant(message, mechanisms, timestamp)
        if role == "tool":
            return self._tool(message, timestamp)
        if role not in ("user", "developer"):
            raise ValueError(f"role {text(role)!r} is none of user, developer, assistant, tool")
        self._in_reply = False
        made = _blocks(message["content"])
        # A developer's message is a hook's text, put in by the harness; the system prompt is not stored.
        return Input(made, "user", "caller", timestamp) if role == "user" else Input(made, "system", "loop", timestamp)

    def _assistant(self, message: dict[str, Any], mechanisms: dict[str, Any], timestamp: str | None) -> Entry:
        calls = [_call(mapping(one), mechanisms) for one in listing(message.get("tool_calls") or [])]
        if [call.name for call in calls] == [COMPACTION]:
            self._in_reply = False
            return Compacted(_COMPACTED, timestamp=timestamp, known=False)
        self.calls += len(calls)
        words = text(message["content"])
        metadata = message.get("metadata")
        is_thought = type(metadata) is dict and metadata.get("phase") == "reasoning_summary"
        said: tuple[Block, ...] = (Thinking(words) if is_thought else Text(words),) if words else ()
        return self._reply((*said, *calls), timestamp)

    def _reply(self, made: tuple[Block, ...], timestamp: str | None) -> Reply:
        if not self._in_reply:
            self._replies += 1
            self._in_reply = True
        return Reply(made, f"reply {self._replies}", timestamp=timestamp)

    def _tool(self, message: dict[str, Any], timestamp: str | None) -> Entry:
        name, metadata = tool_name(message), mapping(message.get("metadata") or {})
        if name == COMPACTION:
            return Aside("compaction boundary", "the result of a compaction, which is always empty")
        runner = runner_of(metadata.get("execution_mechanism"))
        made = ToolResult(
            text_or_none(message.get("tool_call_id")), message["content"], _flag(name, metadata), name, runner
        )
        if runner == "provider" and self._in_reply:
            return self._reply((made,), timestamp)
        self._in_reply = False
        return Input((made,), timestamp=timestamp)


def mechanisms_of(messages: list[Any]) -> dict[str, Any]:
    """How each call was executed, by call id, as the tool messages tell."""
    found: dict[str, Any] = {}
    for message in messages:
        if type(message) is dict and message.get("role") == "tool" and type(message.get("tool_call_id")) is str:
            metadata = message.get("metadata")
            found[message["tool_call_id"]] = metadata.get("execution_mechanism") if type(metadata) is dict else None
    return found


def runner_of(mechanism: Any) -> ExecutedBy:
    """Shell, patches and MCP tools record no mechanism, which is no reason to guess one."""
    return _RUNNERS.get(mechanism, "unknown") if type(mechanism) is str else "unknown"


def tool_name(named: dict[str, Any]) -> str:
    """With its namespace: two tools of one name in two namespaces are two tools."""
    name, namespace = text(named["name"]), text_or_none(named.get("namespace"))
    return f"{namespace}.{name}" if namespace else name


def _call(call: dict[str, Any], mechanisms: dict[str, Any]) -> ToolUse:
    call_id, function = text_or_none(call.get("id")), mapping(call["function"])
    runner = runner_of(mechanisms.get(call_id)) if call_id is not None else "unknown"
    return ToolUse(call_id, tool_name(function), arguments(function.get("arguments")), runner)


def _flag(name: str, metadata: dict[str, Any]) -> bool | None:
    """By `success`, else by a status that tells how the tool ended."""
    success, status = metadata.get("success"), metadata.get("status")
    if type(success) is bool:
        return not success
    if status in ("failed", "declined"):
        return True
    return False if status == "completed" and name not in _ALWAYS_COMPLETED else None


def _blocks(content: Any) -> tuple[Block, ...]:
    if type(content) is str:
        return (Text(content),)
    return tuple([_part(mapping(part)) for part in listing(content)])


def _part(part: dict[str, Any]) -> Block:
    kind = part.get("type")
    if kind == "text":
        return Text(text(part["text"]))
    return Image(None, part) if kind in _IMAGES else Unknown(str(kind), part)
