"""What a format gets for nothing: spans of a format that tells only what it must."""

from viewer.decode.document import Record
from viewer.formats.entries import Input, Reply
from viewer.formats.shapes.span_runs import span_runs
from viewer.formats.shapes.spans import Call, Span, Spans, ToolRun, Tracing
from viewer.model.block import Text
from viewer.model.source import RecordArray


def call(span: Span) -> Call:
    question, answer = span.record.value
    return Call([question], lambda raw: Input((Text(raw),)), Reply((Text(answer),)))


def test_a_format_that_only_reads_calls_has_runs() -> None:
    tracing = Tracing("mine", call, lambda span: ToolRun(None, None))
    span = Span(Record(1, ["q", "a"]), "t", "s", None, "model", "x", None, None)
    (run,) = span_runs(Spans([span], (RecordArray("", 1, 1),)), tracing)
    assert [message.blocks for message in run.messages] == [(Text("q"),), (Text("a"),)]
    assert (run.format, run.run_id, run.started_at) == ("mine", "t", None)
