"""Messages as training sets hold them: {"from", "value"}, a role beside a text, calls and results in tags."""

import re
from typing import Any

from viewer.formats.convert import arguments, mapping, text_or_none
from viewer.model.block import Block, Text, Thinking, ToolResult, ToolUse

MODEL = frozenset({"assistant", "ai", "model", "bot", "agent", "gpt", "chatgpt", "function_call"})
CALLER = frozenset({"user", "human", "customer"})
SYSTEM = frozenset({"system", "developer"})
TOOL = frozenset(
    {"tool", "function", "observation", "tool_result", "tool_response", "function_response", "ipython"}
)  # fmt: skip
_ROLES = MODEL | CALLER | SYSTEM | TOOL
_CALL = re.compile(r"<tool_call>(.*?)</tool_call>", re.DOTALL)
_RESULT = re.compile(r"\s*<tool_response>(.*?)</tool_response>\s*", re.DOTALL)
_THOUGHT = re.compile(r"\s*<think>(.*?)</think>", re.DOTALL)


def is_message(value: Any) -> bool:
    """Whether a value is a message: a role beside a content; a role that is known beside a text or a value."""
    if type(value) is not dict:
        return False
    role = value.get("role", value.get("from"))
    if type(role) is not str:
        return False
    if "content" in value and "role" in value:
        return True
    return role.lower() in _ROLES and ("value" if "from" in value else "text") in value


def in_common_words(message: Any) -> dict[str, Any]:
    """The message with `role` and `content`, whatever its own names for them are."""
    held = mapping(message)
    if "content" in held and "role" in held:
        return held
    if "from" not in held:
        words = held["text"]
        return {**held, "content": held.get("system_prompt") if words is None else words}
    if held["from"] == "function_call":
        called = arguments(held["value"])
        calls = called if type(called) is list else [called]
        if all(type(call) is dict and type(call.get("name")) is str for call in calls):
            return {**held, "role": "assistant", "content": None, "tool_calls": [{"function": call} for call in calls]}
    return {**held, "role": held["from"], "content": held["value"]}


def said(words: str) -> tuple[Block, ...]:
    """What the model wrote, with what it thought and the calls in it, which stand in tags, as blocks of their own."""
    made: list[Block] = []
    start = 0
    thought = _THOUGHT.match(words)
    if thought is not None:
        made.append(Thinking(thought[1]))
        start = thought.end()
    for found in _CALL.finditer(words, start):
        call = arguments(found[1].strip())
        if type(call) is not dict or type(call.get("name")) is not str:
            continue
        if words[start : found.start()].strip():
            made.append(Text(words[start : found.start()]))
        made.append(ToolUse(text_or_none(call.get("id")), call["name"], call.get("arguments"), from_text=True))
        start = found.end()
    if start == 0:
        return (Text(words),)
    if words[start:].strip():
        made.append(Text(words[start:]))
    return tuple(made)


def results(words: str) -> tuple[Block, ...]:
    """The results in a tool's message that stand in tags; none where anything else stands beside them."""
    if _RESULT.sub("", words):
        return ()
    made: list[Block] = []
    for found in _RESULT.finditer(words):
        held = arguments(found[1].strip())
        told = held if type(held) is dict and "content" in held else {"content": held}
        name = told.get("name")
        call_id = text_or_none(told.get("tool_call_id"))
        made.append(ToolResult(call_id, told["content"], None, name if type(name) is str else None, from_text=True))
    return tuple(made)
