"""OpenTelemetry spans by the GenAI conventions: {"resourceSpans": [{"scopeSpans": [{"spans"}]}]}, SDK spans, lines."""

import re
from collections.abc import Iterator

from viewer.decode.document import JsonDocument, JsonRecords
from viewer.formats.base import Format, Joins
from viewer.formats.shapes.otel_read import read_spans, tracing
from viewer.formats.shapes.otel_signs import SIGNS, genai_match
from viewer.formats.shapes.span_ending import RULE
from viewer.formats.shapes.span_runs import span_runs
from viewer.model.run import Run

NAME = "otel_genai"
_JOINS = Joins(re.compile(rb'"resource_?[sS]pans"'), re.compile(rb'"trace_?[iI]d"\s*:\s*"([0-9A-Za-z+/=]{16,44})"'))
"""An exporter writes a file a batch, or each service its own: a trace's spans may stand in several."""


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """A run for each trace, or for each agent in one; sub-agents under the calls that started them."""
    return span_runs(read_spans(decoded), tracing(NAME))


FORMAT = Format(
    NAME,
    "OpenTelemetry GenAI spans",
    takes=(JsonDocument, JsonRecords),
    detect=genai_match,
    read=read,
    signs=SIGNS,
    ending=RULE,
    usage="`input_tokens` includes cache reads and writes, so both are taken off; totals of agents are not added",
    one_result_per_record=True,
    cap_unit="turn",
    joins=_JOINS,
)
