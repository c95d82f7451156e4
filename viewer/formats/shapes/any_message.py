"""A message as traces hold it: in the form of the vendor, of the framework, or of the tracing convention itself."""

from typing import Any

from viewer.formats.convert import arguments, mapping, text, text_or_none
from viewer.formats.entries import Input
from viewer.formats.shapes.any_part import any_part, tool_use
from viewer.model.block import Block, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.message import Role

ROLES: dict[str, Role] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "model": "assistant",
    "chatbot": "assistant",
}
TOOL_ROLES = frozenset({"tool", "function", "tool_response", "ipython", "observation"})
_PART_SIGNS = ("type", "text", "toolUse", "toolResult", "reasoningContent", "image", "document", "functionCall")


def any_message(message: Any) -> Input:
    """`role` beside `parts` or `content`, with or without `tool_calls`; a bare text is the caller's."""
    if type(message) is str:
        return Input((Text(message),))
    word = text(mapping(message)["role"]).lower()
    content = message.get("parts")
    blocks = content_blocks(message.get("content", message.get("contents")) if content is None else content)
    if word in TOOL_ROLES:
        return Input(result_blocks(message, blocks))
    role = ROLES.get(word)
    if role is None:
        raise ValueError(f"role {message['role']!r} is none of system, user, assistant, tool")
    if role != "assistant":
        return Input(blocks, role)
    return Input((*_reasoning(message), *blocks, *_calls(message, blocks)), role)


def content_blocks(content: Any) -> tuple[Block, ...]:
    """Text, a list of parts, one part, or nothing."""
    if content is None or content == "":
        return ()
    if type(content) is str:
        return (Text(content),)
    if type(content) is list:
        return tuple([any_part(part) for part in content])
    return (any_part(content),) if type(content) is dict else (Unknown("content that is no text", content),)


def result_blocks(message: dict[str, Any], blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """A tool's message: its result parts, else its whole content is the result."""
    if any(type(block) is ToolResult for block in blocks):
        return blocks
    call_id = message.get("tool_call_id", message.get("toolCallId", message.get("tool_use_id", message.get("id"))))
    content = message.get("content", message.get("parts"))
    failed = message.get("is_error", message.get("isError"))
    name = message.get("name", message.get("toolName"))
    return (
        ToolResult(
            text_or_none(call_id),
            content,
            failed if type(failed) is bool else None,
            name if type(name) is str else None,
        ),
    )


def _reasoning(message: dict[str, Any]) -> tuple[Block, ...]:
    words = message.get("reasoning_content", message.get("reasoning", message.get("thinking")))
    return (Thinking(words),) if type(words) is str and words else ()


def _calls(message: dict[str, Any], blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Calls that stand beside the content; one that the content holds too is shown once, there."""
    calls = message.get("tool_calls", message.get("toolCalls"))
    made: list[Block] = []
    refusal = message.get("refusal")
    if type(refusal) is str and refusal:
        made.append(Text(refusal))
    if type(calls) is list and calls:
        shown = {block.id for block in blocks if type(block) is ToolUse and block.id}
        made.extend(call for call in [tool_use(mapping(one)) for one in calls] if call.id not in shown)
    function = message.get("function_call")
    if type(function) is dict and function.get("name"):
        made.append(tool_use(function))
    return tuple(made)


def decoded(value: Any) -> Any:
    """What JSON text stands for; any other value, and text that is no JSON object or list, as it is."""
    return arguments(value) if type(value) is str and value.lstrip()[:1] in ("[", "{") else value


def decoded_content(content: Any) -> Any:
    """Content that a writer had to make text of: a list of parts in JSON is that list, all else stays text."""
    if type(content) is str and content.startswith("["):
        made = decoded(content)
        if type(made) is list and made and all(type(part) is dict and _is_part(part) for part in made):
            return made
    return content


def _is_part(part: dict[str, Any]) -> bool:
    return any(sign in part for sign in _PART_SIGNS)
