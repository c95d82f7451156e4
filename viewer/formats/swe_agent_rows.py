"""Rows of SWE-agent runs, published for training: {"instance_id", "messages" | "trajectory", "resolved" | "target"}."""

import re
from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.formats.base import Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments, filled_or_none, mapping, text
from viewer.formats.entries import Entry
from viewer.formats.shapes.heads import Head, heads, run_without_head
from viewer.formats.swe_agent_ending import ending_of
from viewer.formats.swe_agent_entries import Reader
from viewer.model.position import json_path
from viewer.model.request import recorded
from viewer.model.run import Ending, Outcome, Run
from viewer.model.source import RecordArray

_FEW = 5
_FENCED = re.compile(r"^```[^\n`]*\n(.*?)^```\s*$", re.DOTALL | re.MULTILINE)
_TEXT_SIGN = re.compile(r'"message_type":|"agent": ?"main"')
_ROLES = {"ai": "assistant"}
_VERDICTS = ("resolved", "target")
_NOT_ATTRIBUTES = ("messages", "trajectory", "instance_id", "model", "model_name", "exit_status", "tools", *_VERDICTS)


def detect_rows(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim rows whose messages have this harness's fields, or whose steps hold `text` and a mask."""
    if isinstance(decoded, JsonRecords):
        rows = list(decoded.values(_FEW))
    else:
        rows = decoded.value[:_FEW] if type(decoded.value) is list else [decoded.value]
    if any(type(row) is dict and "instance_id" in row and _list_key(row) is not None for row in rows):
        return Match(4, "`instance_id` of rows with this harness's messages")
    return None


def _list_key(row: dict[str, Any]) -> str | None:
    """Under which key the messages stand."""
    messages, steps = row.get("messages"), row.get("trajectory")
    if type(messages) is str and _TEXT_SIGN.search(messages, 0, 20_000):
        return "messages"
    if type(messages) is list and any(type(one) is dict and "message_type" in one for one in messages[:_FEW]):
        return "messages"
    if type(steps) is list and steps and type(steps[0]) is dict and {"role", "text", "mask"} <= steps[0].keys():
        return "trajectory"
    return None


def read_rows(decoded: JsonDocument | JsonRecords, name: str) -> Iterator[Run]:
    """One run a row."""
    for head in heads(decoded):
        if not isinstance(head, Head):
            yield run_without_head(head, name)
        elif (key := _list_key(head.value)) is not None:
            yield _run(head, key, name)
        else:
            yield run_without_head(head.lacking("no messages of this harness"), name)


def _run(head: Head, key: str, name: str) -> Run:
    row = head.value
    builder = RunBuilder()
    listed = row[key]
    reader = Reader(builder, [], [])
    array = RecordArray(json_path((*head.path, key)), 1, len(listed))
    if type(listed) is str:
        array = RecordArray("", head.lacking("").record, 1)
        _read_text(builder, reader, listed, array.first)
        if builder.problems:  # its messages share one record, which cannot stand among them and the problems too
            return run_without_head(head.lacking(builder.problems[0].reason), name)
    else:
        builder.map(head.document.records(*head.path, key), _entry_of(reader, key))
    if type(row.get("tools")) is list:
        builder.fields(tools=recorded(row["tools"]))
    model = filled_or_none(row.get("model", row.get("model_name")))
    verdict = _outcome(row)
    return builder.finish(
        run_id=filled_or_none(row.get("traj_id")) or filled_or_none(row["instance_id"]) or "",
        format=name,
        records=(array,),
        task=filled_or_none(row["instance_id"]),
        models=(model,) if model is not None else (),
        attributes={field: value for field, value in row.items() if field not in _NOT_ATTRIBUTES},
        outcome=verdict,
        exit_status=filled_or_none(row.get("exit_status")),
        ending=_ending(row, verdict),
        alternates=True,
    )


def _read_text(builder: RunBuilder, reader: Reader, written: str, line: int) -> None:
    """A list that is JSON inside a text: the row is its only record, which its messages share."""
    entries = arguments(written)
    listed = entries if type(entries) is list else [entries]
    first = listed[0] if listed else None
    if type(first) is dict and first.get("role") == "system":
        builder.fields(system=recorded(first.get("content")))
        listed = listed[1:]
    builder.map([Record(line, one) for one in listed], reader.entry_of_message)


def _entry_of(reader: Reader, key: str) -> Any:
    if key == "messages":
        return reader.entry_of_message

    def entry(record: Record) -> Entry:
        step = mapping(record.value)
        role = text(step["role"])
        said = step.get("text")
        message = {"role": _ROLES.get(role, role), "content": step.get("system_prompt") if said is None else said}
        found = _FENCED.findall(said) if role in _ROLES and type(said) is str else []
        if found:
            message["action"] = found[-1].strip()  # of several fences the harness takes the last
        return reader.entry_of_message(Record(record.number, message))

    return entry


def _outcome(row: dict[str, Any]) -> Outcome:
    told = next((row[key] for key in _VERDICTS if type(row.get(key)) is bool), None)
    return "unknown" if told is None else "success" if told else "failure"


def _ending(row: dict[str, Any], verdict: Outcome) -> Ending:
    """By `exit_status` where it tells of a cut, else by the verdict."""
    ending = ending_of(row.get("exit_status"), None)
    if verdict != "unknown" and ending.kind in ("unknown", "open"):
        key = next(key for key in _VERDICTS if type(row.get(key)) is bool)
        return Ending(verdict, f"`{key}` of the row")
    if "exit_status" not in row:
        return Ending("unknown", "the row tells neither how the run ended nor whether it was right")
    return ending
