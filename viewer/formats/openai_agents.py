"""OpenAI Agents SDK traces: {"data": [{"object": "trace"}, {"object": "trace.span", "span_data"}]}, lists, lines."""

from collections.abc import Iterator
from typing import Any

import msgspec

from viewer.decode.document import JsonDocument, JsonRecords
from viewer.formats.base import Format, Match
from viewer.formats.openai_agents_spans import SpanReader, is_entry, sdk_span
from viewer.formats.shapes.span_ending import RULE
from viewer.formats.shapes.span_holders import Keys, all_holders, held_values
from viewer.formats.shapes.span_runs import span_runs
from viewer.formats.shapes.spans import Tracing
from viewer.model.run import Run

NAME = "openai_agents"


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim what the SDK's exporters write: objects named `trace` and `trace.span`."""
    for number, value in enumerate(held_values(decoded)):
        if number > 5:
            break
        if _place(value) is not None or is_entry(value):
            return Match(3, "`object` is trace or trace.span")
    return None


def _place(value: Any) -> Keys | None:
    """Keys of the list of traces and spans in a document, an entry or a line."""
    if type(value) is list:
        return () if value and is_entry(value[0]) else None
    held = value.get("data") if type(value) is dict else None
    return ("data",) if type(held) is list and held and is_entry(held[0]) else None


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run a trace, or one an agent where a trace holds several side by side; each trace and span is a record."""
    found = all_holders(decoded, _place, sdk_span)
    reader = SpanReader(found.spans)
    tracing = Tracing(NAME, reader.call, reader.tool, reader.agent)
    traces = _traces(decoded)
    for run in span_runs(found, tracing):
        trace = traces.get(str(run.attributes.get("trace_id") or ""), {})
        metadata = trace.get("metadata")
        facts = {key: trace[key] for key in ("group_id",) if trace.get(key) is not None}
        facts |= metadata if type(metadata) is dict else {}
        name = trace.get("workflow_name")
        yield msgspec.structs.replace(
            run, label=name if type(name) is str and name else run.label, attributes={**run.attributes, **facts}
        )


def _traces(decoded: JsonDocument | JsonRecords) -> dict[str, dict[str, Any]]:
    """The records of traces, by their ids."""
    found: dict[str, dict[str, Any]] = {}
    for value in held_values(decoded):
        held = value.get("data") if type(value) is dict and value.get("object") is None else value
        for one in held if type(held) is list else [held]:
            if type(one) is dict and one.get("object") == "trace" and type(one.get("id")) is str:
                found[one["id"]] = one
    return found


FORMAT = Format(
    NAME,
    "OpenAI Agents SDK traces",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"object"}),
    ending=RULE,
    usage="`usage` of generations and responses less its cached tokens; where it names none, those of the turn around "
    "the call, whose input is the same; no total is added",
    one_result_per_record=True,
    cap_unit="turn",
)
