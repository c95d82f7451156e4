"""Content blocks of the Anthropic Messages API, which many harnesses store as they are."""

from collections.abc import Callable
from typing import Any

from viewer.formats.convert import text, text_or_none, usage_under_our_names
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.usage import Usage, total

SIGNS = frozenset({"tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use", "mcp_tool_use"})
"""Block types that tell this shape from other vendors'."""


def blocks(content: Any) -> tuple[Block, ...]:
    """A message's content: text, or a list of blocks (bare strings in it are text)."""
    if type(content) is str:
        return (Text(content),)
    if type(content) is not list:
        raise TypeError("content is neither text nor a list of blocks")
    made: list[Block] = []
    for part in content:
        if type(part) is dict:
            kind = part.get("type")
            read = _READERS.get(kind) if type(kind) is str else None
            made.append(_other(part) if read is None else read(part))
        else:
            made.append(Text(part) if type(part) is str else Unknown("not an object", part))
    return tuple(made)


def _text(part: dict[str, Any]) -> Block:
    words = part["text"]
    return Text(words) if type(words) is str else Text(text(words))


def _thinking(part: dict[str, Any]) -> Block:
    return Thinking(text_or_none(part.get("thinking")), text_or_none(part.get("signature")))


def _redacted_thinking(part: dict[str, Any]) -> Block:
    return Thinking(None, text_or_none(part.get("data")), redacted=True)


def _tool_use(part: dict[str, Any]) -> Block:
    call, name = part.get("id"), part["name"]
    if type(call) is str and type(name) is str:
        return ToolUse(call, name, part.get("input"))
    return ToolUse(text_or_none(call), text(name), part.get("input"))


def _provider_tool_use(part: dict[str, Any]) -> Block:
    return ToolUse(text_or_none(part.get("id")), text(part["name"]), part.get("input"), "provider")


def _tool_result(part: dict[str, Any]) -> Block:
    call, flag = part.get("tool_use_id"), part.get("is_error")
    if flag is not None and type(flag) is not bool:
        raise TypeError("is_error is neither true nor false")
    return ToolResult(call if type(call) is str else text_or_none(call), part.get("content"), flag)


def _image(part: dict[str, Any]) -> Block:
    source = part.get("source")
    return Image(source.get("media_type") if isinstance(source, dict) else None, part)


def _document(part: dict[str, Any]) -> Block:
    source = part.get("source")
    return Document(source.get("media_type") if isinstance(source, dict) else None, part)


def _other(part: dict[str, Any]) -> Block:
    kind = part.get("type")
    if type(kind) is not str:
        return Unknown("without a type", part)
    if kind.endswith("_tool_result") or kind == "mcp_tool_result":
        content = part.get("content")
        failed = isinstance(content, dict) and str(content.get("type")).endswith("_error")
        flag = part.get("is_error")
        is_error = True if failed else flag if type(flag) is bool else None
        return ToolResult(text_or_none(part.get("tool_use_id")), content, is_error, executed_by="provider")
    return Unknown(kind, part)


_READERS: dict[str, Callable[[dict[str, Any]], Block]] = {
    "text": _text,
    "thinking": _thinking,
    "redacted_thinking": _redacted_thinking,
    "tool_use": _tool_use,
    "server_tool_use": _provider_tool_use,
    "mcp_tool_use": _provider_tool_use,
    "tool_result": _tool_result,
    "image": _image,
    "document": _document,
}


def usage(raw: Any) -> Usage | None:
    """Token counts; `input_tokens` excludes cache reads and writes. With iterations, their sum is what was billed."""
    if raw is None:
        return None
    if type(raw) is not dict:
        raise TypeError("usage is no object")
    iterations = raw.get("iterations")
    if iterations and type(iterations) is list and all(type(one) is dict for one in iterations):
        return total([usage_under_our_names(one) for one in iterations])
    return usage_under_our_names(raw)


def compaction_rule(made: tuple[Block, ...]) -> str | None:
    """The context rule after a reply that holds a compaction block."""
    for block in made:
        if type(block) is Unknown and block.kind == "compaction":
            return "from the last compaction block on"
    return None
