"""AgentOps traces: {"trace": {"trace_id"}, "spans": [{"span_id", "span_type", "span_attributes": {nested}}]}."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import msgspec

from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.convert import arguments, filled_or_none, number_or_none
from viewer.formats.shapes.genai_call import genai_call
from viewer.formats.shapes.genai_facts import genai_facts
from viewer.formats.shapes.genai_tool import genai_tool
from viewer.formats.shapes.growing_lists import GrowingLists
from viewer.formats.shapes.otel_span import OtelSpan
from viewer.formats.shapes.span_ending import RULE
from viewer.formats.shapes.span_holders import Keys, each_holder, held_values
from viewer.formats.shapes.span_runs import span_runs
from viewer.formats.shapes.span_times import nanoseconds
from viewer.formats.shapes.spans import Span, SpanKind, ToolRun, Tracing
from viewer.model.run import Run, Stated

NAME = "agentops"
_KINDS: dict[str, SpanKind] = {"llm": "model", "agent": "agent", "tool": "tool", "guardrail": "judge"}
_TYPES: dict[str, SpanKind] = {"request": "model", "llm": "model", "tool": "tool"}
_RESULTS = ("tool.result", "tool.output", "agentops.entity.output")
_GIVEN = ("tool.parameters", "agentops.entity.input")
_DEEPEST = 8
"""Levels of nested attributes."""
_STATED = "token usage of the agent's span"
_CACHED = "gen_ai.usage.cache_read_input_tokens"
_FACTS = ("trace_id", "root_service_name", "tags", "error_count")


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim a trace beside spans that hold `span_attributes`."""
    for number, value in enumerate(held_values(decoded)):
        if number > 5:
            break
        if _place(value) is not None:
            return Match(3, "`trace` beside `spans` with `span_attributes`")
    return None


def _place(value: Any) -> Keys | None:
    spans = value.get("spans") if type(value) is dict and type(value.get("trace")) is dict else None
    if type(spans) is not list:
        return None
    return ("spans",) if any(type(one) is dict and "span_attributes" in one for one in spans[:5]) else None


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """A run for each agent of a trace, or one where it names none; each span is a record."""
    growing = GrowingLists()
    tracing = Tracing(
        NAME, lambda span: genai_call(span.own, growing), _tool, lambda span: genai_facts(span.own), None, _STATED
    )
    for value, spans in each_holder(decoded, _place, _span):
        trace = value["trace"] if _place(value) is not None else {}
        name = filled_or_none(trace.get("trace_id")) or ""  # no span names its trace
        in_trace = [msgspec.structs.replace(span, trace=name) for span in spans.spans]
        runs = list(span_runs(dataclasses.replace(spans, spans=in_trace), tracing))
        for run in runs:
            yield _of_trace(run, trace, len(runs) == 1)


def _of_trace(run: Run, trace: dict[str, Any], alone: bool) -> Run:
    """The run with what is told of its trace; its cost is that of the run where the trace holds no other."""
    facts = {key: trace[key] for key in _FACTS if trace.get(key) not in (None, "", [])}
    cost = number_or_none(trace.get("total_cost")) or None
    stated = (Stated("run", "`total_cost` of the trace", None, cost),) if alone and cost is not None else ()
    return msgspec.structs.replace(run, attributes={**run.attributes, **facts}, stated=run.stated + stated)


def _span(record: Record) -> Span | str:
    value = record.value
    if type(value) is not dict or type(value.get("span_attributes")) is not dict:
        return "no span as AgentOps writes it: it has no attributes"
    attributes: dict[str, Any] = {}
    _flatten(value["span_attributes"], "", attributes, _DEEPEST)
    metrics = value.get("metrics")
    if type(metrics) is dict and metrics.get("cache_read_input_tokens"):  # 0 also where none was recorded
        attributes.setdefault(_CACHED, metrics["cache_read_input_tokens"])
    own, parent, name = (filled_or_none(value.get(key)) for key in ("span_id", "parent_span_id", "span_name"))
    kind, what = _kind(value, attributes)
    failed = None
    if str(value.get("status_code")).upper() in ("ERROR", "2"):
        failed = filled_or_none(value.get("status_message")) or "ERROR"
    started, ended = nanoseconds(value.get("start_time")), nanoseconds(value.get("end_time"))
    all_well = str(value.get("status_code")).upper() == "OK"
    span = OtelSpan(
        record, None, own, parent, name or "", started, ended, attributes, _events(value), {}, None, all_well, failed
    )
    return Span(record, None, own, parent, kind, name or "", started, ended, failed, what, span)


def _flatten(value: dict[str, Any], prefix: str, into: dict[str, Any], deepest: int) -> None:
    """Nested attributes by dotted keys, entries of lists by their index, as the conventions name them."""
    for key, one in value.items():
        name = prefix + key
        if type(one) is list and one and type(one[0]) is dict:
            one = {str(index): entry for index, entry in enumerate(one)}
        if type(one) is dict and one and deepest:
            _flatten(one, name + ".", into, deepest - 1)
        else:
            into[name] = one


def _kind(value: dict[str, Any], attributes: dict[str, Any]) -> tuple[SpanKind, str]:
    """By the decorator's own word, since workflows and tasks have the type of agents."""
    word = attributes.get("agentops.span.kind")
    if type(word) is str and word:
        return _KINDS.get(word, "other"), f"{word} span"
    kind = value.get("span_type")
    return (_TYPES.get(kind, "other"), f"{kind} span") if type(kind) is str and kind else ("other", "span")


def _events(value: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    names, held = value.get("event_names"), value.get("event_attributes")
    if type(names) is not list or type(held) is not list:
        return []
    return [(str(name), one) for name, one in zip(names, held, strict=False) if type(one) is dict]


def _tool(span: Span) -> ToolRun:
    """A tool's run, by the conventions, else by the input and output of what was decorated."""
    run = genai_tool(span.own)
    attributes = span.own.attributes
    if run.arguments is None:
        given = next((attributes[key] for key in _GIVEN if attributes.get(key) is not None), None)
        run = msgspec.structs.replace(run, arguments=arguments(given))
    if not run.has_result:
        result = next((attributes[key] for key in _RESULTS if attributes.get(key) is not None), None)
        run = msgspec.structs.replace(run, result=result, has_result=result is not None)
    return run


FORMAT = Format(
    NAME,
    "AgentOps traces",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"spans"}),
    ending=RULE,
    usage="`gen_ai.usage` of the calls, which are texts: prompt tokens less cache reads and writes; what spans around "
    "them repeat is not added",
    one_result_per_record=True,
    cap_unit="turn",
)
