"""Our own format: what `show --json` prints, without the derived parts. Exports, replays and the recorder write it."""

from collections.abc import Iterator
from typing import Any

import msgspec

from viewer.decode.document import JsonDocument, Record
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import count, mapping, text, text_or_none
from viewer.formats.entries import Entry, Input, Reply
from viewer.model.block import Block
from viewer.model.message import Message
from viewer.model.request import Context, Field, Request, RequestFields, recorded
from viewer.model.run import Branch, Ending, ParentLink, Run, Stated
from viewer.model.source import RecordArray
from viewer.model.usage import Usage

NAME = "trajectory-viewer"
VERSION = 1
_REPLY_FIELDS = ("stop_reason", "stop_reason_recorded", "model", "seconds", "attempts")


def detect(decoded: JsonDocument) -> Match | None:
    """Claim documents that name this format."""
    if isinstance(decoded.value, dict) and decoded.value.get("format") == NAME:
        return Match(4, f"`format` is {NAME}")
    return None


def read(decoded: JsonDocument) -> Iterator[Run]:
    """One run, with its sub-runs inside."""
    version = decoded.value.get("version")
    if version != VERSION:
        raise ValueError(f"it has version {version!r}, this program knows {VERSION}: use a newer program")
    yield _run(decoded, decoded.value, ())


def _run(document: JsonDocument, head: dict[str, Any], path: tuple[str | int, ...]) -> Run:
    builder = RunBuilder()
    later = {}
    for change in head.get("request_fields_changes", []):
        later[change["first_message"]] = change
    builder.fields(**_fields(head.get("request_fields", {})))

    def entry(record: Record) -> Entry:
        change = later.get(len(builder.messages))
        if change is not None:
            builder.fields(**_fields(change))
        return _entry(record)

    builder.map(document.records(*path, "messages"), entry)
    sub_runs = tuple(
        _run(document, sub, (*path, "sub_runs", number)) for number, sub in enumerate(head.get("sub_runs", []))
    )
    where = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in (*path, "messages")).lstrip(".")
    return builder.finish(
        run_id=str(head.get("run_id") or ""),
        format=NAME,
        records=(RecordArray(where, 1, len(head["messages"])),),
        label=text_or_none(head.get("label")),
        task=text_or_none(head.get("task")),
        models=tuple(text(model) for model in head.get("models", [])) or builder.models(),
        attributes=mapping(head.get("attributes", {})),
        outcome=head.get("outcome", "unknown"),
        exit_status=text_or_none(head.get("exit_status")),
        ending=msgspec.convert(head["ending"], Ending) if "ending" in head else Ending("unknown", "not recorded"),
        started_at=text_or_none(head.get("started_at")),
        ended_at=text_or_none(head.get("ended_at")),
        sub_runs=sub_runs,
        parent=msgspec.convert(head["parent"], ParentLink) if head.get("parent") else None,
        stated=msgspec.convert(head.get("stated", []), tuple[Stated, ...]),
        alternates=bool(head.get("alternates", False)),
    )


def _entry(record: Record) -> Entry:
    message = record.value
    blocks = msgspec.convert(message["blocks"], tuple[Block, ...])
    producers = [producer["who"] for producer in message["producers"]]
    if "model" in producers:
        usage = message.get("usage")
        context = message.get("context")
        return Reply(
            blocks,
            usage=None if usage is None else msgspec.convert(usage, Usage),
            timestamp=text_or_none(message.get("timestamp")),
            context=None if context is None else msgspec.convert(context, Context),
            stop_reason=message.get("stop_reason"),
            stop_reason_recorded=text_or_none(message.get("stop_reason_recorded")),
            model=text_or_none(message.get("model")),
            seconds=message.get("seconds"),
            attempts=count(message.get("attempts")),
        )
    return Input(
        blocks,
        message["role"],
        producers[0] if len(producers) == 1 else None,
        text_or_none(message.get("timestamp")),
    )


def _fields(fields: dict[str, Any]) -> dict[str, Field | None]:
    def field(name: str) -> Field | None:
        value = mapping(fields.get(name, {}))
        if value.get("status") != "recorded":
            return None
        return recorded(value["text"] if name == "system" and "text" in value else value.get("value"))

    return {name: field(name) for name in ("system", "tools", "parameters")}


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
        "request_fields_changes": [
            {"first_message": later.first_message, **_fields_document(later)} for later in run.request_fields[1:]
        ],
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
        made.update({name: getattr(request, name) for name in _REPLY_FIELDS})
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


def _branch_document(branch: Branch) -> dict[str, Any]:
    return {"at": branch.at, "why": branch.why, "messages": _messages(branch.messages, branch.requests)}


FORMAT = Format(
    NAME,
    "Trajectory Viewer",
    takes=(JsonDocument,),
    detect=detect,
    read=read,
    ending="as written in `ending`",
    usage="as written, in the meaning of this program",
)
