"""tau-bench: a list of {"task_id", "trial", "reward", "info", "traj"}, each entry a run of one task."""

from collections.abc import Iterator
from typing import Any

import msgspec

from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.decode.scan import Key
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments
from viewer.formats.entries import Entry, Input, Reply, Trouble
from viewer.formats.shapes.openai_messages import entry_of_message
from viewer.model.block import Text, ToolResult, ToolUse
from viewer.model.message import Message
from viewer.model.position import json_path
from viewer.model.run import Ending, Outcome, Run
from viewer.model.source import RecordArray

NAME = "tau_bench"
_STOP = "###STOP###"
_TRANSFER = "transfer_to_human_agents"
"""The one tool that ends a conversation in both of the benchmark's domains."""
_FACTS = ("task_id", "trial", "reward", "info")


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim an entry, or entries in a list or on lines, with `traj`, `reward` and `task_id`."""
    value: Any = list(decoded.values(1)) if isinstance(decoded, JsonRecords) else decoded.value
    entry = value[0] if type(value) is list else value
    if type(entry["traj"]) is list and "reward" in entry and "task_id" in entry:
        return Match(3, "`traj` beside `reward` and `task_id`")
    return None


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run an entry."""
    if isinstance(decoded, JsonRecords):
        values = [record.value if isinstance(record, Record) else record.raw for record in decoded.records]
        decoded = JsonDocument(name=decoded.name, value=values, text=b"")
    value = decoded.value
    if type(value) is dict:
        yield _run(decoded, value, ())
        return
    for record in decoded.records():
        entry = record.value if isinstance(record, Record) else record.raw
        if type(entry) is dict and type(entry.get("traj")) in (list, type(None)):
            yield _run(decoded, entry, (record.number - 1,))
        else:
            builder = RunBuilder()
            builder.add(
                Trouble("no entry of this benchmark: an object with a list `traj` is expected", entry), record.number
            )
            yield builder.finish(run_id="", format=NAME, records=(RecordArray("", record.number, 1),))


def _run(document: JsonDocument, head: dict[str, Any], path: tuple[Key, ...]) -> Run:
    builder = RunBuilder(one_result_per_record=True)
    messages = head.get("traj") or []
    in_text = not any(type(message) is dict and message.get("role") == "tool" for message in messages)
    entry = _entry_in_text if in_text else entry_of_message
    if messages:
        builder.map(document.records(*path, "traj"), lambda record: entry(record.value, builder))
    task, trial = head.get("task_id"), head.get("trial")
    is_cut = document.cut is not None and document.cut.open_path[: len(path)] == path
    return builder.finish(
        run_id=f"task {task} trial {trial}" if trial is not None else f"task {task}" if task is not None else "",
        format=NAME,
        records=(RecordArray(json_path((*path, "traj")), 1, len(messages)),),
        task=None if task is None else str(task),
        attributes={key: head[key] for key in _FACTS if key in head},
        outcome=_outcome(head.get("reward")),
        ending=Ending("open", "the file ends inside this run") if is_cut else _ending(head, builder.messages),
        alternates=True,
    )


def _entry_in_text(message: dict[str, Any], builder: RunBuilder) -> Entry:
    """The benchmark's ReAct and Act agents write `Action: {"name", "arguments"}`; the loop answers as the user."""
    entry = entry_of_message(message, builder)
    if type(entry) is Reply and type(message.get("content")) is str:
        action = arguments(message["content"].rpartition("Action:")[2].strip())
        if type(action) is dict and type(action.get("name")) is str and action["name"] != "respond":
            call = ToolUse(None, action["name"], action.get("arguments"), from_text=True)
            return msgspec.structs.replace(entry, blocks=(*entry.blocks, call))
    elif type(entry) is Input and message["role"] == "user" and builder.waiting:
        return msgspec.structs.replace(entry, blocks=(ToolResult(None, message["content"], from_text=True),))
    return entry


def _outcome(reward: Any) -> Outcome:
    """The benchmark counts a reward of 1 as success and everything below as failure."""
    if type(reward) not in (int, float):
        return "unknown"
    return "success" if abs(reward - 1) < 1e-6 else "failure"


def _ending(head: dict[str, Any], messages: list[Message]) -> Ending:
    details = head.get("info")
    if type(details) is dict and "error" in details:
        return Ending("censored", "`info.error`: the run broke off", "crash")
    if not messages:
        return Ending("unknown", "no message is stored")
    if _said_stop(messages[-1]):
        return _verdict(head, "the user simulator's stop word is the last message")
    if _transferred(messages):
        return _verdict(head, "a transfer to a human agent is the last result")
    if "reward" not in head:
        return Ending("open", "neither a reward nor an end of the conversation is stored")
    return Ending(
        "censored",
        "the last message is neither the user's stop word nor a transfer: cut by the step cap, which is not stored",
        "steps",
    )


def _verdict(head: dict[str, Any], how: str) -> Ending:
    outcome = _outcome(head.get("reward"))
    return Ending(outcome, f"{how}; {outcome} by `reward`" if outcome != "unknown" else f"{how}; no reward is stored")


def _said_stop(message: Message) -> bool:
    return any(type(block) is Text and _STOP in block.text for block in message.blocks if message.role == "user")


def _transferred(messages: list[Message]) -> bool:
    last = messages[-1].blocks[-1] if messages[-1].blocks else None
    if type(last) is not ToolResult:
        return False
    if last.name is not None or len(messages) < 2:
        return last.name == _TRANSFER
    calls = [block for block in messages[-2].blocks if type(block) is ToolUse]
    return bool(calls) and calls[-1].name == _TRANSFER


FORMAT = Format(
    NAME,
    "tau-bench",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"traj"}),
    ending="by `reward` where the list ends with the user's stop word or a transfer; else cut by the step cap",
    usage="none is stored",
    alternates=True,
    one_result_per_record=True,
)
