"""LangChain message dumps: a list, a state {"messages": [...]}, or lines, in any of LangChain's three forms."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import BadRecord, JsonDocument, JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.heads import NoHead, heads, run_without_head
from viewer.formats.shapes.langchain_messages import LINE_SIGNS, entry_of_message, unwrapped
from viewer.formats.shapes.listed_records import listed_records
from viewer.model.position import json_path
from viewer.model.run import Run
from viewer.model.source import RecordArray

NAME = "langchain"
_SIGNS = ("additional_kwargs", "response_metadata", "usage_metadata", "tool_calls", "tool_call_id")


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim lists and lines of constructors, of type and data, or of types human and ai, and lists of such states."""
    first = _first(decoded)
    if _is_state(first):
        messages = first["messages"]
    else:
        messages = list(decoded.values(20)) if isinstance(decoded, JsonRecords) else decoded.value
    found = [match for one in messages[:20] if (match := _detect_message(one)) is not None]
    return max(found, key=lambda match: match.strength, default=None)


def _is_state(value: Any) -> bool:
    return type(value) is dict and type(value.get("messages")) is list


def _detect_message(value: Any) -> Match | None:
    found = unwrapped(value)
    if found is None or "role" in value:
        return None
    kind, fields = found
    if "content" not in fields:
        return None
    if value.get("lc") is not None and fields is not value:
        return Match(3, "`lc` constructors of messages")
    if fields is not value:
        return Match(3, "`type` beside `data` with a content")
    if any(sign in fields for sign in _SIGNS):
        return Match(3, f"messages of type {kind} with fields of LangChain's")
    return Match(2, f"messages of type {kind}") if kind in ("human", "ai") else None


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run, or one of each state where there are several: each message is a record."""
    if not _is_state(_first(decoded)):
        listed = listed_records(decoded)
        yield _run(listed.records, listed.array.path, {})
        return
    for head in heads(decoded):
        if not isinstance(head, NoHead) and _is_state(head.value):
            path = (*head.path, "messages")
            yield _run(list(head.document.records(*path)), json_path(path), head.value)
        else:
            no_head = head if isinstance(head, NoHead) else head.lacking("it holds no list of messages")
            yield run_without_head(no_head, NAME)


def _first(decoded: JsonDocument | JsonRecords) -> Any:
    """The document or its first entry, or the first line."""
    if isinstance(decoded, JsonRecords):
        return next(decoded.values(1), None)
    value = decoded.value
    return value[0] if type(value) is list and value else value


def _run(records: list[Record | BadRecord], path: str, head: dict[str, Any]) -> Run:
    builder = RunBuilder(one_result_per_record=True)
    builder.map(records, lambda record: entry_of_message(record.value, builder))
    named = head.get("id")
    return builder.finish(
        run_id=named if type(named) is str else "",
        format=NAME,
        records=(RecordArray(path, 1, len(records)),),
        attributes={key: value for key, value in head.items() if key != "messages"},
        ending=ending_by_messages(builder),
    )


FORMAT = Format(
    NAME,
    "LangChain messages",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"type"}),
    line_signs=frozenset({"messages"}) | LINE_SIGNS,
    ending="open while a reply or result is due, unknown otherwise: no verdict is stored",
    usage="`usage_metadata`: input less cache reads and writes; else the vendor's own counts in `response_metadata`",
    one_result_per_record=True,
    cap_unit="none",
)
