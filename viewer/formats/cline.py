"""Cline and Roo Code: `api_conversation_history.json`, a list of {"role", "content", "ts"}, and what is beside it."""

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from viewer.decode.document import Decoded, JsonDocument
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.cline_messages import Messages, hidden_before
from viewer.formats.convert import arguments, number_or_none, whole_or_none
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.block import ToolUse
from viewer.model.run import Ending, Run, Stated
from viewer.model.source import RecordArray
from viewer.model.usage import Usage, total

NAME = "cline"
_FILE = "api_conversation_history.json"
_BESIDE = ("ui_messages.json", "task_metadata.json", "history_item.json")
_COUNTS = ("tokensIn", "cacheReads", "cacheWrites", "tokensOut")


def detect(decoded: JsonDocument) -> Match | None:
    """Claim lists of messages with the times or the words that only this family writes."""
    messages = decoded.value
    if type(messages) is dict:
        if messages.get("version") != 2:
            return None
        messages = messages["messages"]
    if type(messages) is not list:
        return None
    found: Match | None = None
    for message in messages[:20]:
        if type(message) is not dict or not (
            {"role", "content"} <= message.keys() or message.get("type") == "reasoning"
        ):
            return None
        if type(message.get("ts")) is int:
            found = Match(3, "`ts` of a message")
        elif found is None and _has_details(message.get("content")):
            found = Match(3, "<environment_details> in a message")
    return found


def _has_details(content: Any) -> bool:
    if type(content) is str:
        return "<environment_details>" in content
    return type(content) is list and any(
        type(part) is dict and type(part.get("text")) is str and part["text"].startswith("<environment_details>")
        for part in content[:20]
    )


def heads(path: PurePath) -> tuple[PurePath, ...]:
    """What the client shows of the task, and what it notes of it."""
    return tuple(path.parent / name for name in _BESIDE) if path.name == _FILE else ()


def read(decoded: JsonDocument) -> Iterator[Run]:
    """One run a task."""
    path = () if type(decoded.value) is list else ("messages",)
    messages = decoded.value if type(decoded.value) is list else decoded.value["messages"]
    builder = RunBuilder()
    mapped = Messages(builder, hidden_before(messages))
    builder.map(decoded.records(*path), mapped.entry)
    mapped.break_off()
    noted = _noted(decoded.companions)
    task = noted.get("task")
    yield builder.finish(
        run_id=str(noted.get("id") or ""),
        format=NAME,
        records=(RecordArray(".".join(path), 1, len(messages)),),
        task=task if type(task) is str else None,
        attributes={key: value for key, value in noted.items() if key not in ("id", "task")},
        ending=_ending(builder),
        stated=_count(builder, decoded.companions),
    )


def _noted(parts: tuple[Decoded, ...]) -> dict[str, Any]:
    """Fields of the notes beside the list."""
    found: dict[str, Any] = {}
    for part in parts:
        if isinstance(part, JsonDocument) and type(part.value) is dict:
            found.update(part.value)
    return found


def _count(builder: RunBuilder, parts: tuple[Decoded, ...]) -> tuple[Stated, ...]:
    """Token counts out of what the client showed: of each reply where it showed one request a reply, else in sum."""
    shown = [part.value for part in parts if isinstance(part, JsonDocument) and type(part.value) is list]
    requests = [found for messages in shown for message in messages if (found := _request(message)) is not None]
    if not requests:
        return ()
    usages = [Usage(*(whole_or_none(one.get(name)) for name in _COUNTS)) for one in requests]
    if len(usages) == len(builder.requests):
        for position, usage in enumerate(usages):
            builder.measure(position, usage)
    costs = [cost for one in requests if (cost := number_or_none(one.get("cost"))) is not None]
    return (Stated("run", "api_req_started in what the client showed", total(usages), sum(costs), len(requests)),)


def _request(message: Any) -> dict[str, Any] | None:
    """The figures of a request that was answered."""
    if type(message) is not dict or message.get("say") != "api_req_started" or type(message.get("text")) is not str:
        return None
    told = arguments(message["text"])
    return told if type(told) is dict and ("tokensIn" in told or "tokensOut" in told) else None


def _ending(builder: RunBuilder) -> Ending:
    """By the call that declares the task done, else by how the list stops."""
    last = builder.messages[-1] if builder.messages else None
    if last is not None and any(type(block) is ToolUse and block.name == "attempt_completion" for block in last.blocks):
        return Ending("unknown", "the last reply calls attempt_completion: the agent's own word, no verdict")
    return ending_by_messages(builder)


FORMAT = Format(
    NAME,
    "Cline and Roo Code",
    takes=(JsonDocument,),
    detect=detect,
    read=read,
    ending="unknown after attempt_completion, which is the agent's own word; else by how the list stops",
    usage="`metrics` of a reply, or api_req_started in `ui_messages.json` beside it: input excludes the cache",
    heads=heads,
    from_documentation=True,
)
