"""One message of a traced model call, in whichever form the framework wrote it."""

import re
from typing import Any

from viewer.decode.python_text import fields
from viewer.formats.convert import mapping
from viewer.formats.entries import Aside, Input, Reply
from viewer.formats.shapes import response_blocks, response_items
from viewer.formats.shapes.any_message import ROLES, TOOL_ROLES, any_message, decoded_content
from viewer.formats.shapes.langchain_messages import entry_of_message, unwrapped
from viewer.model.block import Text, ToolResult, ToolUse, Unknown

_PYTHON = re.compile(r"(?:\w+\()?role=['\"]")
TOGETHER = "together"
"""Key of a message of ours: the entries of a list that are pieces of one reply."""


def message(raw: Any) -> Input:
    """Who said it and what; a reply of the model's has the role `assistant`. What cannot be told is kept whole."""
    if type(raw) is str:
        return any_message(fields(raw)) if _PYTHON.match(raw) else Input((Text(raw),))
    if type(raw) is list:
        return any_message({"role": raw[0], "content": raw[1]}) if is_pair(raw) else _unknown("message", raw)
    if TOGETHER in mapping(raw):
        return Input(tuple([block for piece in raw[TOGETHER] for block in message(piece).blocks]), "assistant")
    role = raw.get("role")
    if type(role) is not str:
        return _without_role(raw)
    if role.lower() in ROLES or role.lower() in TOOL_ROLES:
        return _with_calls_as_text(raw) if type(raw.get("content")) is str else any_message(raw)
    if "additional_kwargs" in raw:
        # Langfuse's handler for LangChain in JavaScript puts the tool's name in the place of its role.
        return Input((ToolResult(raw.get("tool_call_id"), raw.get("content"), None, role),))
    return _unknown(f"message of role {role}", raw)


def is_pair(raw: Any) -> bool:
    """Whether a message is written as `["user", "text"]`."""
    return type(raw) is list and len(raw) == 2 and type(raw[0]) is str and raw[0].lower() in ROLES


def is_message(value: Any) -> bool:
    """Whether a value is a message: by its role, as LangChain's, as an item of the Responses API, as Python's text."""
    if type(value) is str:
        return _PYTHON.match(value) is not None
    if type(value) is not dict:
        return is_pair(value)
    if type(value.get("role")) is str:
        return "content" in value or "parts" in value or "tool_calls" in value or "contents" in value
    return unwrapped(value) is not None or _is_item(value) or _is_event(value)


def _is_item(value: dict[str, Any]) -> bool:
    return value.get("type") in response_blocks.READERS and ("id" in value or "call_id" in value or "summary" in value)


def _is_event(value: dict[str, Any]) -> bool:
    return type(value.get("message")) is dict and ("event.name" in value or "index" in value)


def _without_role(raw: dict[str, Any]) -> Input:
    if unwrapped(raw) is not None:
        entry = entry_of_message(raw)
        if type(entry) is Reply:
            return Input(entry.blocks, "assistant")
        if type(entry) is Input:
            return entry
        return _unknown(entry.kind if type(entry) is Aside else "message", raw)
    if _is_item(raw):
        made = response_blocks.blocks(raw)
        return Input(made, "assistant") if response_items.origin(raw) == "model" else Input(made)
    if _is_event(raw):
        return message(raw["message"])
    if "parts" in raw:
        return any_message({**raw, "role": "user"})
    return _unknown("message without a role", raw)


def _with_calls_as_text(raw: dict[str, Any]) -> Input:
    """Calls that a writer had to make text of are calls, in the model's own messages only."""
    if ROLES.get(raw["role"].lower()) == "assistant":
        content = decoded_content(raw["content"])
        if content is not raw["content"]:
            made = any_message({**raw, "content": content})
            if all(type(block) is ToolUse for block in made.blocks):
                return made
    return any_message(raw)


def _unknown(kind: str, raw: Any) -> Input:
    return Input((Unknown(kind, raw),), who="caller")


def grouped(messages: list[Any]) -> list[Any]:
    """The list with one entry a reply: items of the Responses API, and calls that stand in messages of their own."""
    made: list[Any] = []
    follows = False
    for raw in messages:
        of_model = type(raw) is dict and _of_model(raw)
        if of_model and follows and _goes_on(made[-1], raw):
            before = made[-1]
            made[-1] = {TOGETHER: [*before.get(TOGETHER, (before,)), raw]}
        else:
            made.append(raw)
        follows = of_model
    return made


def _goes_on(before: dict[str, Any], raw: dict[str, Any]) -> bool:
    """Whether an entry is a further piece of the reply before it: no answer to its calls stands between them."""
    return TOGETHER in before or _is_item(before) or _is_item(raw) or _calls(before)


def _of_model(raw: dict[str, Any]) -> bool:
    role = raw.get("role")
    if type(role) is str:
        return role == "assistant" or (role != "user" and role != "tool" and ROLES.get(role.lower()) == "assistant")
    return _is_item(raw) and response_items.origin(raw) == "model"


def _calls(raw: dict[str, Any]) -> bool:
    return any(type(block) is ToolUse for block in message(raw).blocks)
