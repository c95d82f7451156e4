"""LangChain message dumps: a list, a state {"messages": [...]}, or lines, in any of LangChain's three forms."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonDocument, JsonRecords
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.langchain_messages import entry_of_message, unwrapped
from viewer.model.run import Run
from viewer.model.source import RecordArray

NAME = "langchain"
_SIGNS = ("additional_kwargs", "response_metadata", "usage_metadata", "tool_calls", "tool_call_id")


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim lists and lines of constructors, of type and data, or of types human and ai."""
    if isinstance(decoded, JsonRecords):
        messages = list(decoded.values(20))
    else:
        messages = decoded.value["messages"] if isinstance(decoded.value, dict) else decoded.value
    found = [match for one in messages[:20] if (match := _detect_message(one)) is not None]
    return max(found, key=lambda match: match.strength, default=None)


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
    """One run: each message is a record."""
    builder = RunBuilder(one_result_per_record=True)
    if isinstance(decoded, JsonRecords):
        records, path = decoded.records, ""
    else:
        path = "messages" if isinstance(decoded.value, dict) else ""
        records = list(decoded.records(*([path] if path else [])))
    builder.map(records, lambda record: entry_of_message(record.value, builder))
    head = decoded.value if isinstance(decoded, JsonDocument) and isinstance(decoded.value, dict) else {}
    yield builder.finish(
        run_id="",
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
    ending="open while a reply or result is due, unknown otherwise: no verdict is stored",
    usage="`usage_metadata`: input less cache reads and writes; else the vendor's own counts in `response_metadata`",
    one_result_per_record=True,
    cap_unit="none",
)
