"""Messages of OpenCode: what is known of a message, and its parts: text, calls with their results, steps."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from viewer.formats.convert import count, mapping, stop_reason, text, text_or_none, timestamp
from viewer.formats.entries import Entry, Input, Reply
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.usage import Usage

STRUCTURE = frozenset({"step-start", "step-finish", "snapshot", "patch", "compaction"})
"""Types of parts that hold nothing that was said, called or returned."""
_COMPACTS = "from the last compaction's summary on, with the messages that it kept"


@dataclass(frozen=True)
class ReadPart:
    """A part as read."""

    number: int
    """Its record."""
    raw: dict[str, Any]
    block: Block | None = None
    result: ToolResult | None = None
    """What came back of the call that the part holds."""


@dataclass(frozen=True)
class Made:
    """An entry, and the records of the parts in it."""

    entry: Entry
    records: tuple[int, ...]


@dataclass(eq=False)
class _Step:
    """One call of the model within a message: older versions put all calls of a turn in one message."""

    parts: list[ReadPart] = field(default_factory=list)
    finish: dict[str, Any] | None = None


def read_part(part: Any, number: int) -> ReadPart:
    """What a part holds. A call's result stands in the same part once it is there."""
    kind = mapping(part).get("type")
    if kind in STRUCTURE:
        return ReadPart(number, part)
    if kind == "text" and part.get("ignored") is True:
        return ReadPart(number, part, Unknown("text that was not sent", part))
    if kind != "tool":
        return ReadPart(number, part, _block(part))
    state, call, name = mapping(part.get("state")), text_or_none(part.get("callID")), text(part["tool"])
    about, status = part.get("metadata"), state.get("status")
    by_provider = type(about) is dict and about.get("providerExecuted") is True
    use = ToolUse(call, name, state.get("input"), "provider" if by_provider else "client")
    if status not in ("completed", "error"):
        return ReadPart(number, part, use)
    content = state.get("output") if status == "completed" else state.get("error")
    if state.get("attachments"):
        content = {"output": content, "attachments": state["attachments"]}
    result = ToolResult(call, content, status == "error", name, "provider" if by_provider else "client")
    return ReadPart(number, part, use, result)


def _block(part: dict[str, Any]) -> Block:
    match part.get("type"):
        case "text":
            return Text(text(part["text"]))
        case "reasoning":
            return Thinking(text_or_none(part.get("text")), _signature(part.get("metadata")))
        case "file":
            media_type = part.get("mime")
            media_type = media_type if type(media_type) is str else None
            is_image = media_type is not None and media_type.startswith("image/")
            return Image(media_type, part) if is_image else Document(media_type, part)
        case kind:
            return Unknown(str(kind), part)


def _signature(metadata: Any) -> str | None:
    for told in metadata.values() if type(metadata) is dict else ():
        if type(told) is dict and type(told.get("signature")) is str:
            return str(told["signature"])
    return None


def made_of(info: dict[str, Any], parts: list[ReadPart]) -> list[Made]:
    """A user's message, or a reply (one for each of its steps) with the results of its calls."""
    role = text(info["role"])
    when = timestamp(_time(info).get("created"))
    if role == "user":
        blocks = tuple([part.block for part in parts if part.block is not None])
        injected = bool(blocks) and all(part.raw.get("synthetic") is True for part in parts if part.block is not None)
        return [Made(Input(blocks, who="loop" if injected else "caller", timestamp=when), _records(parts))]
    if role != "assistant":
        raise ValueError(f"role {role!r} is neither user nor assistant")
    steps = _steps(parts)
    made: list[Made] = []
    for number, step in enumerate(steps, 1):
        made.append(Made(_reply(info, step, number == len(steps), len(steps) == 1, when), _records(step.parts)))
        answered = [part for part in step.parts if part.result is not None and part.result.executed_by == "client"]
        if answered:
            ended = timestamp(_time(answered[-1].raw["state"]).get("end"))
            results = tuple([part.result for part in answered if part.result is not None])
            made.append(Made(Input(results, timestamp=ended), _records(answered)))
    return made


def _records(parts: list[ReadPart]) -> tuple[int, ...]:
    return tuple([part.number for part in parts if part.block is not None])


def _time(value: dict[str, Any]) -> dict[str, Any]:
    found = value.get("time")
    return found if type(found) is dict else {}


def _steps(parts: list[ReadPart]) -> list[_Step]:
    """The parts of each call of the model; a step begins anew once the one before it is finished."""
    steps = [_Step()]
    for part in parts:
        kind = part.raw.get("type")
        if kind == "step-start" and steps[-1].finish is not None:
            steps.append(_Step())
        elif kind == "step-finish":
            steps[-1].finish = part.raw
        elif part.block is not None:
            steps[-1].parts.append(part)
    return steps


def _reply(info: dict[str, Any], step: _Step, is_last: bool, is_only: bool, when: str | None) -> Reply:
    """Tokens and stop reason stand on the message and again on its step: they are counted once."""
    finish = step.finish or {}
    blocks: list[Block] = []
    for part in step.parts:
        if part.block is not None:
            blocks.append(part.block)
        if part.result is not None and part.result.executed_by == "provider":
            blocks.append(part.result)
    if is_last and info.get("error") is not None:
        blocks.append(Unknown("error", info["error"]))
    counted, word = finish.get("tokens"), text_or_none(finish.get("reason"))
    if is_only:
        counted, word = info.get("tokens") or counted, text_or_none(info.get("finish")) or word
    return Reply(
        tuple(blocks),
        None,
        usage(counted),
        stop_reason(word),
        word,
        text_or_none(info.get("modelID")),
        when,
        compacts=_COMPACTS if info.get("summary") is True else None,
    )


def usage(raw: Any, number: Callable[[Any], int | None] = count) -> Usage | None:
    """Token counts: `input` excludes the cache; `total` tells whether `reasoning` stands beside `output`."""
    if raw is None:
        return None
    named = mapping(raw).get
    fresh, written, thought = number(named("input")), number(named("output")), number(named("reasoning"))
    cache = named("cache")
    cache = cache if type(cache) is dict else {}
    read, created, total = number(cache.get("read")), number(cache.get("write")), number(named("total"))
    known = (fresh or 0) + (written or 0) + (read or 0) + (created or 0)
    if thought and written is not None and total == known + thought:
        written += thought
    return Usage(fresh, read, created, written)
