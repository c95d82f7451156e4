"""How big may a request have been whose size nobody recorded? Bytes by four, with the error that this has."""

from dataclasses import dataclass

from viewer.analysis.requests import FieldName, RequestView
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.hashes import canonical_json
from viewer.model.run import Run
from viewer.model.usage import prompt_tokens

BYTES_PER_TOKEN = 4
LOW, HIGH = 0.44, 1.28
"""Recorded sizes were between these multiples of such an estimate, where both were known and nothing was missing."""
METHOD = "UTF-8 bytes of the visible messages and of the stored request fields, divided by four"
_COUNTED: tuple[FieldName, ...] = ("system", "tools")


@dataclass(frozen=True)
class Estimate:
    """An estimated size; never mixed with recorded ones."""

    k: int
    tokens: int
    low: int
    high: int | None
    """None: system prompt or tool schemas are not stored, so how much is missing is not known."""


def estimates(run: Run, views: tuple[RequestView, ...]) -> tuple[Estimate, ...]:
    """An estimate for each request without a recorded size, where what it held is known. Pictures count nothing."""
    before = [0]
    for message in run.messages:
        before.append(before[-1] + sum(_bytes(block) for block in message.blocks))
    found: list[Estimate] = []
    for view in views:
        if prompt_tokens(view.request.usage) is not None or view.context.status == "unknown":
            continue
        size = sum(before[last + 1] - before[first] for first, last in view.context.ranges)
        fields = [getattr(view.fields, name) for name in _COUNTED]
        size += sum(_size(field.value) for field in fields if field.status == "recorded")
        tokens = size // BYTES_PER_TOKEN
        whole = all(field.status == "recorded" for field in fields)
        found.append(Estimate(view.request.k, tokens, round(tokens * LOW), round(tokens * HIGH) if whole else None))
    return tuple(found)


def _bytes(block: Block) -> int:
    match block:
        case Text(text):
            return _size(text)
        case Thinking(text):
            return _size(text or "")
        case ToolUse():
            return _size(block.name) + _size(block.input)
        case ToolResult():
            return 0 if block.content is None else _size(block.content)
        case Image() | Document():
            return 0
        case Unknown():
            return _size(block.raw)


def _size(value: object) -> int:
    return len(value.encode("utf-8", "surrogatepass")) if isinstance(value, str) else len(canonical_json(value))
