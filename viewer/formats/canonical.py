"""Our own format: what `show --json` prints, without the derived parts, as a document or one a line.

Exports, replays and the recorder write it.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from viewer.decode.document import BadRecord, JsonDocument, JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import mapping, text, text_or_none
from viewer.formats.entries import Entry, Input, Reply, Trouble
from viewer.model.block import Block
from viewer.model.message import Message, Role, Who
from viewer.model.position import json_path
from viewer.model.request import NOT_STORED, Context, Field, Request, RequestFields, StopReason, recorded
from viewer.model.run import Branch, Ending, Outcome, ParentLink, Run, Stated
from viewer.model.source import RecordArray
from viewer.model.usage import Usage

NAME = "trajectory-viewer"
VERSION = 1


class _Producer(msgspec.Struct):
    who: Who


class _Message(msgspec.Struct):
    """What is read of a stored message; the rest of it is derived."""

    role: Role
    producers: tuple[_Producer, ...]
    blocks: tuple[Block, ...]
    timestamp: str | None = None
    usage: Usage | None = None
    context: Context | None = None
    stop_reason: StopReason | None = None
    stop_reason_recorded: str | None = None
    model: str | None = None
    seconds: float | None = None
    attempts: int | None = None


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim documents that name this format."""
    value = decoded.value if isinstance(decoded, JsonDocument) else next(decoded.values(), None)
    if isinstance(value, dict) and value.get("format") == NAME:
        return Match(4, f"`format` is {NAME}")
    return None


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """A run of each document, with its sub-runs inside."""
    if isinstance(decoded, JsonDocument):
        yield _run(decoded, _known(decoded.value), ())
        return
    whole = JsonDocument(
        name=decoded.name,
        value=[record.value if isinstance(record, Record) else None for record in decoded.records],
        text=b"",
    )
    for record in decoded.records:
        if isinstance(record, BadRecord):
            builder = RunBuilder()
            builder.add(Trouble(record.reason, record.raw), record.number)
            yield builder.finish(run_id="", format=NAME, records=(RecordArray("", record.number, 1),))
        else:
            yield _run(whole, _known(record.value), (record.number - 1,))


def _known(value: Any) -> dict[str, Any]:
    """A document whose version this program reads."""
    version = mapping(value).get("version")
    if version != VERSION:
        raise ValueError(f"it has version {version!r}, this program knows {VERSION}: use a newer program")
    return mapping(value)


def _run(document: JsonDocument, head: dict[str, Any], path: tuple[str | int, ...]) -> Run:
    builder = RunBuilder()
    builder.request_fields.append(_fields(RequestFields(), 0, head.get("request_fields", {})))
    for change in head.get("request_fields_changes", []):
        builder.request_fields.append(_fields(builder.request_fields[-1], _whole(change["first_message"]), change))
    builder.map(document.records(*path, "messages"), _entry)
    arrays = [RecordArray(json_path((*path, "messages")), 1, len(head["messages"]))]
    branches: list[Branch] = []
    for number, branch in enumerate(head.get("branches", [])):
        place, first = (*path, "branches", number, "messages"), arrays[-1].first + arrays[-1].count
        other = builder.going_on_from(branch["at"])
        shared, known = len(other.messages), len(other.requests)
        other.map(document.records(*place, first=first), _entry)
        builder.problems.extend(other.problems)
        arrays.append(RecordArray(json_path(place), first, len(branch["messages"])))
        left = (tuple(other.messages[shared:]), tuple(other.requests[known:]))
        branches.append(Branch(branch["at"], *left, text(branch["why"])))
    sub_runs = tuple(
        _run(document, mapping(sub), (*path, "sub_runs", number)) for number, sub in enumerate(head.get("sub_runs", []))
    )
    return builder.finish(
        run_id=text(head.get("run_id") or ""),
        format=NAME,
        records=tuple(arrays),
        label=text_or_none(head.get("label")),
        task=text_or_none(head.get("task")),
        models=tuple(text(model) for model in head.get("models", [])) or builder.models(),
        attributes=mapping(head.get("attributes", {})),
        outcome=msgspec.convert(head.get("outcome", "unknown"), Outcome),
        exit_status=text_or_none(head.get("exit_status")),
        ending=msgspec.convert(head["ending"], Ending) if "ending" in head else Ending("unknown", "not recorded"),
        started_at=text_or_none(head.get("started_at")),
        ended_at=text_or_none(head.get("ended_at")),
        sub_runs=sub_runs,
        branches=tuple(branches),
        parent=msgspec.convert(head["parent"], ParentLink) if head.get("parent") else None,
        stated=msgspec.convert(head.get("stated", []), tuple[Stated, ...]),
        alternates=bool(head.get("alternates", False)),
    )


def _entry(record: Record) -> Entry:
    message = msgspec.convert(record.value, _Message)
    producers = [producer.who for producer in message.producers]
    if "model" in producers:
        return Reply(
            message.blocks,
            None,
            message.usage,
            message.stop_reason,
            message.stop_reason_recorded,
            message.model,
            message.timestamp,
            message.seconds,
            message.attempts,
            message.context,
        )
    return Input(message.blocks, message.role, producers[0] if len(producers) == 1 else None, message.timestamp)


def _fields(before: RequestFields, first_message: int, stored: dict[str, Any]) -> RequestFields:
    """The fields from a message on; what is not named stays as it was."""

    def field(name: str, unnamed: Field) -> Field:
        if name not in stored:
            return unnamed
        value = mapping(stored[name])
        if value.get("status") != "recorded":
            return NOT_STORED
        return recorded(value["text"] if name == "system" and "text" in value else value.get("value"))

    return RequestFields(
        first_message,
        (),
        field("system", before.system),
        field("tools", before.tools),
        field("parameters", before.parameters),
    )


def _whole(number: Any) -> int:
    if type(number) is int and number >= 0:
        return number
    raise TypeError("`first_message` is no whole number")


def document(run: Run) -> dict[str, Any]:
    """The run as a document of this format; `show --json` adds the derived parts to it."""
    first = run.request_fields[0]
    made: dict[str, Any] = {
        "format": NAME,
        "version": VERSION,
        "run_id": run.run_id,
        "label": run.label,
        "task": run.task,
        "models": list(run.models),
        "attributes": run.attributes,
        "outcome": run.outcome,
        "exit_status": run.exit_status,
        "ending": msgspec.to_builtins(run.ending),
        "started_at": run.started_at,
        "ended_at": run.ended_at,
        "alternates": run.alternates,
        "request_fields": _fields_document(first),
        "request_fields_changes": _changes_document(run.request_fields),
        "stated": msgspec.to_builtins(run.stated),
        "parent": msgspec.to_builtins(run.parent),
        "messages": message_documents(run),
    }
    if run.sub_runs:
        made["sub_runs"] = [document(sub) for sub in run.sub_runs]
    if run.branches:
        made["branches"] = [_branch_document(branch) for branch in run.branches]
    return made


def message_documents(run: Run) -> list[dict[str, Any]]:
    """The messages with what their requests record."""
    return _messages(run.messages, run.requests)


def _messages(messages: tuple[Message, ...], requests: tuple[Request, ...]) -> list[dict[str, Any]]:
    by_message = {request.message_index: request for request in requests}
    return [_message(message, by_message.get(message.index)) for message in messages]


def _message(message: Message, request: Request | None) -> dict[str, Any]:
    made = {
        "index": message.index,
        "role": message.role,
        "producers": msgspec.to_builtins(message.producers),
        "records": list(message.records),
        "timestamp": message.timestamp,
        "blocks": [{"index": index, **msgspec.to_builtins(block)} for index, block in enumerate(message.blocks)],
        "request": None if request is None else request.k,
        "usage": None if request is None else msgspec.to_builtins(request.usage),
    }
    if request is not None:
        made.update(
            stop_reason=request.stop_reason,
            stop_reason_recorded=request.stop_reason_recorded,
            model=request.model,
            seconds=request.seconds,
            attempts=request.attempts,
        )
        if request.context is not None:
            made["context"] = msgspec.to_builtins(request.context)
    return made


def _fields_document(fields: RequestFields) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name in ("system", "tools", "parameters"):
        field: Field = getattr(fields, name)
        one: dict[str, Any] = {"status": field.status}
        if field.status == "recorded":
            match name, field.value:
                case "system", str(value):
                    one["text"] = value
                case "tools", list(value):
                    one["count"], one["value"] = len(value), value
                case _, value:
                    one["value"] = value
        made[name] = one
    return made


def _changes_document(held: tuple[RequestFields, ...]) -> list[dict[str, Any]]:
    """The later fields that differ from those before; a record may also say the same again."""
    written = [_fields_document(fields) for fields in held]
    return [
        {"first_message": fields.first_message, **made}
        for fields, made, before in zip(held[1:], written[1:], written, strict=False)
        if made != before
    ]


def _branch_document(branch: Branch) -> dict[str, Any]:
    return {"at": branch.at, "why": branch.why, "messages": _messages(branch.messages, branch.requests)}


FORMAT = Format(
    NAME,
    "Trajectory Viewer",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"format"}),
    ending="as written in `ending`",
    usage="as written, in the meaning of this program",
)
