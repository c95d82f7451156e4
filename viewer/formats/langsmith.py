"""LangSmith runs: a dump with "child_runs", {"runs"} of a webhook, {"post", "patch"}, lists and lines of runs."""

import re
from collections.abc import Iterator

import msgspec

from viewer.decode.document import JsonDocument, JsonRecords
from viewer.formats.base import Format, Joins, Match
from viewer.formats.langsmith_calls import LangSmithRuns, span_of, with_agents
from viewer.formats.langsmith_runs import Gathered, batches, is_run
from viewer.formats.shapes.span_ending import RULE
from viewer.formats.shapes.span_halves import with_all_records
from viewer.formats.shapes.span_runs import span_runs
from viewer.formats.shapes.spans import Spans, Tracing
from viewer.model.run import Run

NAME = "langsmith"
_HEAD = ("rule_id",)
_APART = "give the files that hold this trace together, and they are read as one run"


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim runs, told by `run_type` beside an order, a trace or a parent, and payloads of them."""
    values = list(decoded.values(20)) if isinstance(decoded, JsonRecords) else [decoded.value]
    if isinstance(decoded, JsonDocument) and type(decoded.value) is list:
        values = decoded.value[:20]
    for value in values:
        if is_run(value):
            sign = "dotted_order" if "dotted_order" in value else "trace_id"
            return Match(3, f"`run_type` beside `{sign}`")
        if found := batches(value):
            return Match(3, f"`{found[0]}` of runs with `run_type`")
    return None


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run a trace, out of all parts of the source; each stored run, or half of one, is a record."""
    gathered = Gathered().read(decoded)
    spans = with_agents([span_of(record) for record in gathered.runs])
    reader = LangSmithRuns(spans)
    tracing = Tracing(
        NAME, reader.call, reader.tool, reader.agent, reader.history, "the run that holds all others", apart=_APART
    )
    head = decoded.value if isinstance(decoded, JsonDocument) and type(decoded.value) is dict else {}
    facts = {key: head[key] for key in _HEAD if type(head.get(key)) is str}
    for run in span_runs(Spans(spans, tuple(gathered.arrays), gathered.troubles), tracing):
        whole = with_all_records(run, gathered.earlier)
        yield msgspec.structs.replace(
            whole, attributes={**facts, **whole.attributes}, notes=(*gathered.notes, *whole.notes)
        )


FORMAT = Format(
    NAME,
    "LangSmith runs",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"run_type"}),
    ending=RULE,
    usage="`usage_metadata` of the reply, else the run's own counts: the prompt less cache reads and writes; runs of "
    "type llm only, those of chains as stated totals; only zeros mean not recorded",
    one_result_per_record=True,
    cap_unit="run",
    joins=Joins(
        re.compile(rb'"(?:dotted_order|run_type|rule_id|parent_run_ids?)"\s*:'),
        re.compile(rb'"trace_id"\s*:\s*"([^"\\]{1,100})"'),
    ),
)
