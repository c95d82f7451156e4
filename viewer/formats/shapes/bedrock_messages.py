"""Messages of Bedrock's Converse API: {"role", "content": [{"text"} | {"toolUse"} | {"toolResult"} | …]}."""

from typing import Any

from viewer.formats.convert import count, listing, mapping, number_or_none, stop_reason, text, text_or_none, timestamp
from viewer.formats.entries import Entry, Input, Reply
from viewer.formats.shapes.any_part import any_part
from viewer.model.block import Block, Text, ToolResult
from viewer.model.request import StopReason
from viewer.model.usage import Usage

SIGNS = frozenset({"toolUse", "toolResult", "reasoningContent", "cachePoint", "guardContent"})
"""Keys that tell a content part from other vendors'; `text` alone would not."""
_REFUSALS = frozenset({"guardrail_intervened", "content_filtered"})
_FLAGS = {"error": True, "success": False}


def blocks(content: Any) -> tuple[Block, ...]:
    """The blocks of a message's content."""
    return (Text(content),) if type(content) is str else tuple([_block(part) for part in listing(content)])


def _block(part: Any) -> Block:
    held = part.get("toolResult") if type(part) is dict and len(part) == 1 else None
    if type(held) is not dict:
        return any_part(part)
    content = held.get("content")
    if type(content) is list and len(content) == 1 and type(content[0]) is dict and len(content[0]) == 1:
        # Nearly all results are one part, of which the text or the JSON is what the tool gave back.
        ((kind, inner),) = content[0].items()
        content = inner if kind in ("text", "json") else content
    return ToolResult(text_or_none(held.get("toolUseId")), content, _FLAGS.get(str(held.get("status"))))


def entry_of_message(message: dict[str, Any]) -> Entry:
    """One message. What a harness knows of a reply stands beside it: `metadata` with tokens and milliseconds."""
    role = text(mapping(message)["role"])
    made = blocks(message["content"])
    when = timestamp(message.get("created_at"))
    if role == "user":
        return Input(made, timestamp=when)
    if role != "assistant":
        raise ValueError(f"role {role!r} is neither user nor assistant")
    told = mapping(message.get("metadata") or {})
    return Reply(made, None, usage(told.get("usage")), timestamp=when, seconds=seconds(told.get("metrics")))


def seconds(metrics: Any) -> float | None:
    """`latencyMs` of a reply."""
    latency = number_or_none(metrics.get("latencyMs")) if type(metrics) is dict else None
    return None if latency is None else latency / 1000


def stop_of(word: Any) -> StopReason | None:
    """The canonical reason of a `stopReason`."""
    return "refusal" if word in _REFUSALS else stop_reason(word)


def usage(raw: Any) -> Usage | None:
    """Token counts. Bedrock counts the cache beside the input; writers that count it inside are told by their total."""
    if raw is None:
        return None
    field = mapping(raw).get
    given, output, whole = count(field("inputTokens")), count(field("outputTokens")), count(field("totalTokens"))
    read, written = count(field("cacheReadInputTokens")), count(field("cacheWriteInputTokens"))
    cached = (read or 0) + (written or 0)
    if given is not None and cached and cached <= given and whole == given + (output or 0):
        given -= cached
    return Usage(given, read, written, output)
