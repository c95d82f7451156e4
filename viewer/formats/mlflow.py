"""MLflow traces: {"info": {"trace_id"}, "data": {"spans": [{"span_id", "attributes"}]}}, lists, lines, spans alone."""

from collections.abc import Iterator
from typing import Any

import msgspec

from viewer.decode.document import JsonDocument, JsonRecords
from viewer.formats.base import Format, Match
from viewer.formats.convert import arguments
from viewer.formats.mlflow_spans import is_span, mlflow_span, read_agent, read_call, read_tool, total_usage
from viewer.formats.shapes.span_ending import RULE
from viewer.formats.shapes.span_holders import Keys, each_holder, held_values
from viewer.formats.shapes.span_runs import span_runs
from viewer.formats.shapes.spans import Tracing
from viewer.model.run import Ending, Run, Stated

NAME = "mlflow"
_FACTS = ("trace_id", "request_id", "client_request_id", "experiment_id", "state", "status", "execution_duration_ms")
_METADATA = {"mlflow.trace.session": "session", "mlflow.trace.user": "user", "mlflow.user": "user"}
_SIGN = "spans with `mlflow.` attributes"
_OWN_TAGS = "mlflow."


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim traces with `info` and `data.spans`, and spans with attributes of MLflow's."""
    for number, value in enumerate(held_values(decoded)):
        if number > 5:
            break
        place = _place(value)
        if place is not None:
            return Match(3, "`info` beside `data.spans`" if place[-2:] == ("data", "spans") else _SIGN)
        if is_span(value):
            return Match(3, _SIGN)
    return None


def _place(value: Any) -> Keys | None:
    """Keys of the list of spans in a document, an entry or a line."""
    if type(value) is list:
        return () if value and is_span(value[0]) else None
    if type(value) is not dict:
        return None
    inner = value.get("trace")
    if type(inner) is dict and type(inner.get("info")) is dict:
        place = _place(inner)
        return None if place is None else ("trace", *place)
    held = value.get("data")
    if type(value.get("info")) is dict and type(held) is dict and type(held.get("spans")) is list:
        return ("data", "spans")
    spans = value.get("spans")
    return ("spans",) if type(spans) is list and spans and is_span(spans[0]) else None


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run a trace, or one an agent where a trace holds several side by side; each span is a record."""
    tracing = Tracing(NAME, read_call, read_tool, read_agent, None, "token usage of the agent's span")
    for value, spans in each_holder(decoded, _place, mlflow_span):
        trace = value.get("trace", value) if type(value) is dict else None
        info = trace.get("info") if type(trace) is dict else None
        for run in span_runs(spans, tracing):
            yield _of_trace(run, info) if type(info) is dict else run


def _of_trace(run: Run, info: dict[str, Any]) -> Run:
    """The run with what is told of its trace: ids, tags, the total of tokens, assessments, whether it still goes on."""
    metadata, tags = info.get("trace_metadata", info.get("request_metadata")), info.get("tags")
    metadata, tags = (one if type(one) is dict else {} for one in (metadata, tags))
    facts: dict[str, Any] = {key: info[key] for key in _FACTS if info.get(key) is not None}
    facts |= {name: metadata[key] for key, name in _METADATA.items() if metadata.get(key)}
    facts |= {key: one for key, one in tags.items() if not key.startswith(_OWN_TAGS)}
    counted = total_usage(arguments(metadata.get("mlflow.trace.tokenUsage")))
    metrics = _assessments(info.get("assessments"))
    stated = (Stated("run", "`info` of the trace", counted, metrics=metrics),) if counted or metrics else ()
    name = tags.get("mlflow.traceName")
    running = info.get("state", info.get("status")) == "IN_PROGRESS"
    return msgspec.structs.replace(
        run,
        label=name if type(name) is str else run.label,
        attributes={**run.attributes, **facts},
        stated=run.stated + stated,
        ending=Ending("open", "`state` of the trace is IN_PROGRESS") if running else run.ending,
    )


def _assessments(listed: Any) -> dict[str, Any]:
    """Feedback and expectations by name."""
    made: dict[str, Any] = {}
    for one in listed if type(listed) is list else ():
        name = one.get("assessment_name", one.get("name")) if type(one) is dict else None
        if type(name) is str:
            held = one.get("feedback") or one.get("expectation") or {}
            made[name] = held.get("value") if type(held) is dict else held
    return made


FORMAT = Format(
    NAME,
    "MLflow traces",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"attributes", "data", "spans"}),
    ending=f"open where `state` is IN_PROGRESS; {RULE}",
    usage="the provider's own counts in the output by that provider's rule, else `mlflow.chat.tokenUsage` less its "
    "cache reads and writes where they are not more than its input",
    one_result_per_record=True,
    cap_unit="turn",
)
