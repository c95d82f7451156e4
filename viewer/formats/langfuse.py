"""Langfuse traces: {"trace", "observations": [...]}, the API's trace that holds its observations, lists of either."""

from collections.abc import Iterator
from typing import Any

import msgspec

from viewer.decode.document import BadRecord, JsonDocument, JsonRecords, Record
from viewer.decode.scan import Key
from viewer.formats.base import Format, Match
from viewer.formats.convert import number_or_none
from viewer.formats.langfuse_observations import Observations, is_observation, observation
from viewer.formats.shapes.any_message import decoded as decoded_text
from viewer.formats.shapes.span_ending import RULE
from viewer.formats.shapes.span_runs import span_runs
from viewer.formats.shapes.spans import Span, Spans, Tracing
from viewer.model.position import json_path
from viewer.model.run import Run, Stated
from viewer.model.source import RecordArray

NAME = "langfuse"
_FACTS = ("name", "sessionId", "userId", "tags", "release", "version", "environment", "metadata")
_OF_WRITER = ("attributes", "resourceAttributes", "scope")


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim traces beside or around their observations, and lists of observations."""
    for value in decoded.values(5) if isinstance(decoded, JsonRecords) else (decoded.value,):
        place = _place(value)
        if place is None:
            continue
        entries = value
        for key in place:
            entries = entries[key]
        if any(is_observation(entry) for entry in entries[:20]):
            return Match(3, "`observations` of a trace" if place else "observations with `traceId` and `type`")
        if not entries and "trace" in value and "projectId" in value["trace"]:
            return Match(3, "`trace` beside `observations`")
    return None


def _place(value: Any) -> tuple[Key, ...] | None:
    """Keys of the list of observations in a document or line; None: it holds none."""
    if type(value) is list:
        return () if value and is_observation(value[0]) else None
    if type(value) is not dict:
        return None
    if type(value.get("observations")) is list:
        return ("observations",)
    trace = value.get("trace")
    if type(trace) is dict and type(trace.get("observations")) is list:
        return ("trace", "observations")
    held = value.get("data")
    return ("data",) if type(held) is list and held and is_observation(held[0]) else None


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run a trace, or one an agent where a trace holds several side by side; each observation is a record."""
    if isinstance(decoded, JsonDocument):
        place = _place(decoded.value)
        if place is not None:
            records = list(decoded.records(*place))
            yield from _runs(decoded.value, records, RecordArray(json_path(place), 1, len(records)))
        return
    for number, line in enumerate(decoded.records):
        place = _place(line.value) if type(line) is Record else None
        if place is None or type(line) is not Record:
            continue
        entries = line.value
        for key in place:
            entries = entries[key]
        array = RecordArray(json_path((number, *place)), 1, len(entries))
        yield from _runs(line.value, [Record(at, entry) for at, entry in enumerate(entries, 1)], array)


def _runs(holder: Any, records: list[Record | BadRecord], array: RecordArray) -> Iterator[Run]:
    spans: list[Span] = []
    troubles: list[tuple[BadRecord | Record, str]] = []
    for record in records:
        if isinstance(record, BadRecord):
            troubles.append((record, record.reason))
        elif not is_observation(record.value):
            troubles.append((record, "not an observation as Langfuse writes it"))
        else:
            spans.append(observation(record))
    reader = Observations(spans)
    tracing = Tracing(NAME, reader.call, reader.tool, reader.agent, reader.history, "the agent's or root observation")
    runs = list(span_runs(Spans(spans, (array,), troubles), tracing))
    trace = _trace(holder)
    for run in runs:
        yield _of_trace(run, trace, alone=len(runs) == 1)


def _trace(holder: Any) -> dict[str, Any]:
    """The facts of a trace, which stand beside the observations or around them."""
    if type(holder) is not dict:
        return {}
    trace = holder.get("trace")
    return trace if type(trace) is dict else holder


def _of_trace(run: Run, trace: dict[str, Any], *, alone: bool) -> Run:
    """The run with what is told of its trace: names, tags, scores, the cost of all calls."""
    facts = {key: trace[key] for key in _FACTS if trace.get(key) not in (None, [], "", "{}")}
    metadata = decoded_text(facts.pop("metadata", None))
    if type(metadata) is dict:
        facts |= {key: one for key, one in metadata.items() if key not in _OF_WRITER}
    label = facts.pop("name", None)
    cost = number_or_none(trace.get("totalCost")) if alone else None
    scores = _scores(trace)
    stated = (Stated("run", "the trace", None, cost, None, scores),) if cost or scores else ()
    return msgspec.structs.replace(
        run,
        label=label if type(label) is str else run.label,
        attributes={**facts, **run.attributes},
        stated=run.stated + stated,
    )


def _scores(trace: dict[str, Any]) -> dict[str, Any]:
    """The scores of a trace and of single observations, by their names."""
    made: dict[str, Any] = {}
    scores = trace.get("scores")
    for one in scores if type(scores) is list else ():
        if type(one) is dict:
            of = one.get("observationId")
            text = one.get("stringValue")
            made[f"{one.get('name')}{f' of {of}' if of else ''}"] = one.get("value") if text is None else text
    return made


FORMAT = Format(
    NAME,
    "Langfuse traces",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"observations", "trace", "data", "traceId", "parentObservationId"}),
    ending=RULE,
    usage="`usageDetails` of generations; whether cached, cache-written and reasoning tokens stand inside `input` and "
    "`output` or beside them is told by its total, else by the names; only zeros mean not recorded",
    one_result_per_record=True,
    cap_unit="run",
)
