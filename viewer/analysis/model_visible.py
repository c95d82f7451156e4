"""What of each block the model itself saw or wrote, and what only the file and the harness hold.

Call ids are stripped: within a turn `call_1`, `call_2` stand for them, numbered as they first appear. These aliases
join nothing across turns, or to logs; the stored ids do.
"""

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Literal

import msgspec

from viewer.analysis.context import request_context, starts_late
from viewer.analysis.held_in_file import OnlyInFile, only_in_file
from viewer.analysis.pairing import pair
from viewer.analysis.seen_text import Mark, marks_of, texts_of
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.message import Message
from viewer.model.run import Run

Seen = Literal["written", "sent", "not_sent", "unknown"]
"""`written`: the model wrote it. `sent`: a request held it. `unknown`: what later requests held cannot be told."""
Runner = Literal["provider", "client", "not recorded"]
_SHORTEST_ID = 6
"""Characters: a shorter id stands in a text by chance."""
_WORD = re.compile(rf"[A-Za-z0-9_.:|\-]{{{_SHORTEST_ID},}}")
_MARKED_BY_HARNESS = ("redacted", "content_truncated")
_RUNNERS: dict[str, Runner] = {"provider": "provider", "client": "client", "unknown": "not recorded"}


@dataclass(frozen=True)
class Stripped:
    """A field of a block that the model is not shown."""

    name: str
    value: str
    """As stored."""
    instead: str | None
    """What stands in its place; None: nothing does."""


@dataclass(frozen=True)
class VisibleBlock:
    """A block as the model may know it, beside the one that is stored."""

    message_index: int
    block: int
    turn: int
    """In which its alias holds."""
    seen: Seen
    k: int | None
    """The request that wrote it, or the first that held it."""
    runner: Runner | None
    """Who ran the tool of a call or result; None: it is neither."""
    marks: tuple[Mark, ...]
    """What was taken from it before it was stored."""
    stripped: tuple[Stripped, ...]
    quoted_ids: tuple[str, ...]
    """Stored ids that its text quotes, where no alias takes their place."""
    visible: Block


@dataclass(frozen=True)
class ModelVisible:
    """The blocks in order, and what the model saw nothing of."""

    blocks: tuple[VisibleBlock, ...]
    marks: tuple[str, ...]
    """Marks that the harness put on the whole record: `redacted`, `content_truncated`."""
    only_in_file: tuple[OnlyInFile, ...]


def model_visible(run: Run) -> ModelVisible:
    """The view of all messages of a run, without its branches and sub-runs, which other requests saw."""
    first_held, unknown_below = _first_requests(run)
    turns = _turns(run)
    own = {request.message_index: request.k for request in run.requests}
    ids = _ids(run)
    aliases: dict[int, dict[str, str]] = {}
    blocks: list[VisibleBlock] = []
    unsent = 0
    for message in run.messages:
        index = message.index
        written = own.get(index)
        seen, k = _seen(index, first_held[index], unknown_below)
        unsent += written is None and seen == "not_sent"
        names = aliases.setdefault(turns[index], {})
        for number, block in enumerate(message.blocks):
            result = type(block) is ToolResult
            how: tuple[Seen, int | None] = (seen, k)
            if written is not None:
                how = ("sent" if result else "written", written)
            blocks.append(_visible(block, message, number, turns[index], how, names, ids))
    marked = tuple(mark for mark in _MARKED_BY_HARNESS if run.attributes.get(mark) is True)
    return ModelVisible(tuple(blocks), marked, tuple(only_in_file(run, unsent)))


def as_document(view: ModelVisible) -> dict[str, Any]:
    """The view as JSON values, without the blocks' contents: `show --json` holds these."""
    made = asdict(view)
    for entry, block in zip(made["blocks"], view.blocks, strict=True):
        entry["type"] = block.visible.__struct_config__.tag
        del entry["visible"]
    return made


def _first_requests(run: Run) -> tuple[list[int | None], int]:
    """For each message the first request that held it; and the index below which unknown requests may have."""
    found: list[int | None] = [None] * len(run.messages)
    next_open = list(range(len(run.messages) + 1))
    late = starts_late(run, pair(run.messages))
    unknown_below = 0
    for request in run.requests:
        context = request_context(run, request, late)
        if context.status == "unknown":
            unknown_below = max(unknown_below, request.message_index)
        for first, last in context.ranges:
            index = _open_from(next_open, first)
            while index <= min(last, len(found) - 1):
                found[index] = request.k
                next_open[index] = index + 1
                index = _open_from(next_open, index)
    return found, unknown_below


def _open_from(next_open: list[int], index: int) -> int:
    """The first message from here on that no request has held so far."""
    index = min(max(index, 0), len(next_open) - 1)
    root = index
    while next_open[root] != root:
        root = next_open[root]
    while next_open[index] != root:
        next_open[index], index = root, next_open[index]
    return root


def _seen(index: int, first: int | None, unknown_below: int) -> tuple[Seen, int | None]:
    if first is not None:
        return "sent", first
    return ("unknown" if index < unknown_below else "not_sent"), None


def _turns(run: Run) -> list[int]:
    """Results belong to the turn of the reply before them, all else to that of the next reply."""
    made: list[int] = []
    at = 0
    for message in run.messages:
        while at < len(run.requests) and run.requests[at].message_index < message.index:
            at += 1
        before = run.requests[at - 1] if at else None
        following = run.requests[at] if at < len(run.requests) else None
        is_result = message.role != "assistant" and any(type(block) is ToolResult for block in message.blocks)
        nearest = (before or following) if is_result else (following or before)
        made.append(nearest.turn if nearest is not None else 1)
    return made


def _ids(run: Run) -> frozenset[str]:
    """All stored call ids that are long enough to be told in a text."""
    return frozenset(
        call_id
        for message in run.messages
        for block in message.blocks
        if type(block) is ToolUse or type(block) is ToolResult
        if (call_id := _call_id(block)) is not None and len(call_id) >= _SHORTEST_ID
    )


def _call_id(block: ToolUse | ToolResult) -> str | None:
    return (block.id if type(block) is ToolUse else block.tool_use_id) or None  # type: ignore[union-attr]  # one of two


def _visible(
    block: Block,
    message: Message,
    number: int,
    turn: int,
    how: tuple[Seen, int | None],
    names: dict[str, str],
    ids: frozenset[str],
) -> VisibleBlock:
    runner: Runner | None = None
    stripped: tuple[Stripped, ...] = ()
    visible = block
    match block:
        case ToolUse(id=call_id):
            runner = _RUNNERS[block.executed_by]
            stripped = _aliased("id", call_id, names)
            visible = msgspec.structs.replace(block, id=_instead(stripped, call_id))
        case ToolResult(tool_use_id=call_id):
            runner = _RUNNERS[block.executed_by]
            stripped = _aliased("tool_use_id", call_id, names)
            visible = msgspec.structs.replace(block, tool_use_id=_instead(stripped, call_id))
        case Thinking(signature=str(signature)):
            stripped = (Stripped("signature", signature, None),)
            visible = msgspec.structs.replace(block, signature=None)
        case Thinking() | Text() | Image() | Document() | Unknown():
            pass
    quoted = tuple(dict.fromkeys(_quoted(block, ids))) if ids else ()
    return VisibleBlock(
        message.index, number, turn, how[0], how[1], runner, marks_of(block), stripped, quoted, visible
    )  # fmt: skip


def _aliased(name: str, call_id: str | None, names: dict[str, str]) -> tuple[Stripped, ...]:
    if not call_id:
        return ()
    alias = names.setdefault(call_id, f"call_{len(names) + 1}")
    return (Stripped(name, call_id, alias),)


def _instead(stripped: tuple[Stripped, ...], call_id: str | None) -> str | None:
    return stripped[0].instead if stripped else call_id


def _quoted(block: Block, ids: frozenset[str]) -> Iterator[str]:
    for text in texts_of(block):
        for word in _WORD.findall(text):
            if word in ids:
                yield word
            elif (bare := word.rstrip(".:-")) in ids:
                yield bare
