"""Messages of a Gemini CLI session: `user`, `gemini` (with its calls and their results inside), and UI notes."""

from typing import Any

from viewer.formats.convert import count, listing, mapping, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Entry, Input, Reply
from viewer.formats.shapes.gemini_parts import blocks, function_result
from viewer.model.block import Block, Thinking, ToolResult, ToolUse
from viewer.model.usage import Usage

NOTES = frozenset({"info", "error", "warning"})
"""Types of what the terminal showed and no request held."""
_FLAGS = {"success": False, "error": True}


class Messages:
    """Maps the messages of one session in order."""

    def __init__(self) -> None:
        self._told: set[str] = set()
        """Ids of calls whose results stood at the calls themselves."""

    def entry(self, message: dict[str, Any]) -> Entry | tuple[Entry, ...]:
        """A reply with the results of its calls, a user's message, or a note."""
        kind = text(message["type"])
        if kind in ("gemini", "model"):
            return self._reply(message)
        if kind == "user":
            return self._user(message)
        if kind in NOTES:
            return Aside(kind, "shown in the terminal; no request held it")
        raise ValueError(f"messages of type {kind!r} are not known")

    def _reply(self, message: dict[str, Any]) -> tuple[Entry, ...]:
        said = blocks(_content(message)) if _content(message) != "" else ()
        if not any(type(block) is Thinking for block in said):
            said = (*(_thought(one) for one in listing(message.get("thoughts") or [])), *said)
        called = {block.id for block in said if type(block) is ToolUse}
        results: list[Block] = []
        for call in listing(message.get("toolCalls") or []):
            call_id = text_or_none(mapping(call).get("id"))
            if call_id is None or call_id not in called:
                said = (*said, ToolUse(call_id, text(call["name"]), call.get("args")))
            results.extend(_results(call, call_id))
        self._told = {block.tool_use_id for block in results if type(block) is ToolResult and block.tool_use_id}
        when = timestamp(message.get("timestamp"))
        reply = Reply(
            said, None, usage(message.get("tokens")), model=text_or_none(message.get("model")), timestamp=when
        )
        return (reply, Input(tuple(results), timestamp=when)) if results else (reply,)

    def _user(self, message: dict[str, Any]) -> Entry:
        made = blocks(_content(message))
        rest = tuple(block for block in made if type(block) is not ToolResult or block.tool_use_id not in self._told)
        if made and not rest:
            return Aside("repeated results", "each result also stands at its call, in the message before")
        return Input(rest, timestamp=timestamp(message.get("timestamp")))


def _content(message: dict[str, Any]) -> Any:
    content = message.get("content", message.get("parts"))
    return [content] if type(content) is dict else content


def _thought(thought: Any) -> Block:
    """A thought's subject and description, one under the other."""
    parts = (mapping(thought).get("subject"), thought.get("description"))
    return Thinking("\n".join(text(part) for part in parts if part))


def _results(call: dict[str, Any], call_id: str | None) -> tuple[Block, ...]:
    """What a call's record holds of its result; a call that waits, runs or was never begun has none."""
    status, stored = text_or_none(call.get("status")), call.get("result")
    flag = _FLAGS.get(status or "")
    parts = [stored] if type(stored) in (dict, str) else listing(stored or [])
    found = next(
        (part["functionResponse"] for part in parts if type(part) is dict and "functionResponse" in part), None
    )
    if found is not None:
        result = function_result(mapping(found))
        others = [part for part in parts if type(part) is not dict or part.get("functionResponse") is not found]
        content = {"response": result.content, "parts": others} if others else result.content
        return (ToolResult(call_id, content, result.is_error if flag is None else flag, text(call["name"])),)
    if parts:
        return (ToolResult(call_id, stored, flag, text(call["name"])),)
    if status in ("success", "error", "cancelled") and call.get("resultDisplay") is not None:
        return (ToolResult(call_id, call["resultDisplay"], flag, text(call["name"])),)
    return ()


def usage(raw: Any) -> Usage | None:
    """`input` includes `cached`; `thoughts` and `tool` are counted beside output and input."""
    if raw is None:
        return None
    whole, cached = count(mapping(raw).get("input")), count(raw.get("cached"))
    written, thought, for_tools = count(raw.get("output")), count(raw.get("thoughts")), count(raw.get("tool"))
    return Usage(
        None if whole is None else whole - (cached or 0) + (for_tools or 0),
        cached,
        None,
        None if written is None else written + (thought or 0),
    )
