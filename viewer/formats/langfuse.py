"""Langfuse traces: {"trace", "observations": [...]}, the API's own, lists and lines, batches of events."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.convert import number_or_none
from viewer.formats.langfuse_batches import Batches, batches, is_batch
from viewer.formats.langfuse_observations import Observations, is_observation, observation
from viewer.formats.shapes.any_message import decoded as decoded_text
from viewer.formats.shapes.span_ending import RULE
from viewer.formats.shapes.span_halves import with_all_records
from viewer.formats.shapes.span_holders import Keys, each_holder, spans_of
from viewer.formats.shapes.span_runs import span_runs
from viewer.formats.shapes.spans import Span, Spans, Tracing
from viewer.model.position import value_at
from viewer.model.run import Run, Stated

NAME = "langfuse"
_CAMEL = re.compile(r"_([a-z])")
_OBSERVATIONS = "observations with `traceId` and `type`"
_FACTS = ("name", "sessionId", "userId", "tags", "release", "version", "environment", "metadata")
_OF_WRITER = ("attributes", "resourceAttributes", "scope")


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim traces beside or around their observations, lists and lines of observations, and batches of events."""
    if isinstance(decoded, JsonRecords):
        values = list(decoded.values(5))
    else:
        values = [decoded.value, *(decoded.value[:5] if type(decoded.value) is list else ())]
        if type(decoded.value) is dict and type(decoded.value.get("data")) is list:
            values += decoded.value["data"][:5]
    for value in values:
        if is_batch(value):
            return Match(3, "`batch` of events with `body`")
        if is_observation(value) and (isinstance(decoded, JsonRecords) or value is not decoded.value):
            return Match(3, _OBSERVATIONS)
        place = _place(value)
        if place is None:
            continue
        entries = value_at(value, place)
        if any(is_observation(entry) for entry in entries[:20]):
            return Match(3, "`observations` of a trace" if place else _OBSERVATIONS)
        if not entries and "trace" in value and "projectId" in value["trace"]:
            return Match(3, "`trace` beside `observations`")
    return None


def _place(value: Any) -> Keys | None:
    """Keys of the list of observations in a document, an entry or a line; None: it holds none."""
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
    first = decoded.value if isinstance(decoded, JsonDocument) else next(decoded.values(1), None)
    if is_batch(first[0] if type(first) is list and first else first):
        yield from _of_batches(batches(decoded))
        return
    for holder, spans in _holders(decoded):
        runs = list(span_runs(spans, _tracing(spans)))
        trace = _trace(holder)
        for run in runs:
            yield _of_trace(run, trace, alone=len(runs) == 1)


def _holders(decoded: JsonDocument | JsonRecords) -> Iterator[tuple[Any, Spans]]:
    """Each trace with its observations; a page of the API holds several."""
    page = decoded.value if isinstance(decoded, JsonDocument) else None
    held = page.get("data") if type(page) is dict and _place(page) is None else None
    if isinstance(decoded, JsonDocument) and type(held) is list:
        for at, entry in enumerate(held):
            place = _place(entry)
            path: Keys = ("data",) if place is None else ("data", at, *place)
            yield entry, spans_of(path, [Record(1, entry)] if place is None else decoded.records(*path), _span_of)
    else:
        yield from each_holder(decoded, _place, _span_of)


def _span_of(record: Record) -> Span | str:
    if not is_observation(record.value):
        return "not an observation as Langfuse writes it"
    return observation(Record(record.number, _in_our_case(record.value)))


def _in_our_case(value: dict[str, Any]) -> dict[str, Any]:
    """An observation with the API's names of its fields, whatever those of the export are."""
    if "parent_observation_id" not in value:
        return value
    made = {_CAMEL.sub(lambda found: found[1].upper(), key): one for key, one in value.items()}
    made["model"] = value.get("model", value.get("provided_model_name"))
    for key in ("usageDetails", "modelParameters"):
        made[key] = decoded_text(made.get(key)) or None
    return made


def _of_batches(found: Batches) -> Iterator[Run]:
    for run in span_runs(found.spans, _tracing(found.spans)):
        trace = found.traces.get(str(run.attributes.get("trace_id")), {})
        yield _of_trace(with_all_records(run, found.earlier), trace, alone=True)


def _tracing(spans: Spans) -> Tracing:
    reader = Observations(spans.spans)
    return Tracing(NAME, reader.call, reader.tool, reader.agent, reader.history, "the agent's or root observation")


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
    signs=frozenset(
        {"observations", "trace", "data", "traceId", "parentObservationId", "batch", "parent_observation_id"}
    ),
    ending=RULE,
    usage="`usageDetails` of generations; whether cached, cache-written and reasoning tokens stand inside `input` and "
    "`output` or beside them is told by its total, else by the names; only zeros mean not recorded",
    one_result_per_record=True,
    cap_unit="run",
)
