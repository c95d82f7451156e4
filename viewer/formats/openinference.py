"""OpenInference spans, as Phoenix exports them: [{"context": {"span_id"}, "attributes": {…}}], lines, Parquet."""

from collections.abc import Iterator

from viewer.decode.document import JsonDocument, JsonRecords
from viewer.decode.table import Table
from viewer.formats.base import Format
from viewer.formats.shapes.otel_read import read_spans, tracing
from viewer.formats.shapes.otel_signs import SIGNS, openinference_match
from viewer.formats.shapes.span_ending import RULE
from viewer.formats.shapes.span_runs import span_runs
from viewer.model.run import Run

NAME = "openinference"


def read(decoded: JsonDocument | JsonRecords | Table) -> Iterator[Run]:
    """A run for each trace, or for each agent in one; sub-agents under the calls that started them."""
    return span_runs(read_spans(decoded), tracing(NAME))


FORMAT = Format(
    NAME,
    "OpenInference (Phoenix) spans",
    takes=(JsonDocument, JsonRecords, Table),
    detect=openinference_match,
    read=read,
    signs=SIGNS,
    ending=RULE,
    usage="`llm.token_count.prompt` includes cache reads and writes, so both are taken off; no total is added",
    one_result_per_record=True,
    cap_unit="turn",
)
