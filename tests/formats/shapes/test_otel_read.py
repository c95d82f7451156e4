"""Spans of a source are its records, wherever they stand."""

import json
from pathlib import Path
from typing import Any

from accounting import unaccounted
from conftest import read_values
from span_files import agent, chat, otlp, said, span

from viewer import load
from viewer.decode.decoder import decode
from viewer.decode.record_bytes import raw_records
from viewer.formats.shapes.otel_read import read_spans
from viewer.model.source import RecordArray, Source

U, A = said("user", "go"), said("assistant", "one")
PATH = "resourceSpans[0].scopeSpans[0].spans"


def arrays(*values: Any) -> tuple[RecordArray, ...]:
    text = "\n".join(json.dumps(value) for value in values)
    return read_spans(decode(text.encode(), "x")).arrays  # type: ignore[arg-type]  # JSON by construction


def test_numbers_go_on_over_the_lists_of_a_document() -> None:
    both = [otlp(span(1, {}), span(2, {})), otlp(span(3, {}))]
    assert arrays(both) == (RecordArray(f"[0].{PATH}", 1, 2), RecordArray(f"[1].{PATH}", 3, 1))


def test_lines_with_many_spans_each_are_numbered_on_as_well() -> None:
    assert arrays(otlp(span(1, {})), otlp(span(2, {}), span(3, {}))) == (
        RecordArray(f"[0].{PATH}", 1, 1),
        RecordArray(f"[1].{PATH}", 2, 2),
    )


def test_lines_of_one_span_are_the_records() -> None:
    assert arrays(span(1, {}), span(2, {})) == (RecordArray("", 1, 2),)


def raw(source: Source) -> list[Any]:
    """The bytes of all records, parsed."""
    decoded = load.decode_source(source)
    (run, *_) = load.runs(source)
    return [json.loads(one) for array in run.records for one in raw_records(decoded, array)]


def test_each_record_s_bytes_are_its_span_s(tmp_path: Path) -> None:
    spans = [agent(), chat(1, [U], A), chat(2, [U, A, U], A)]
    for name, text in {
        "otlp.json": json.dumps(otlp(*spans)),
        "list.json": json.dumps([otlp(*spans[:1]), 7, otlp(*spans[1:])]),
        "lines.jsonl": f"{json.dumps(otlp(*spans[:1]))}\n7\n{json.dumps(otlp(*spans[1:]))}\n",
        "spans.jsonl": "\n".join(json.dumps(one) for one in spans),
        "named.json": json.dumps({"a b": spans[:1], "c": spans[1:]}),
    }.items():
        (tmp_path / name).write_text(text)
        (source,) = load.sources([tmp_path / name])
        expected = [*spans[:1], 7, *spans[1:]] if name in ("list.json", "lines.jsonl") else spans
        assert raw(source) == expected, name
        assert unaccounted(load.runs(source)) == []


def test_a_trace_in_two_files_given_together_is_one_run(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(otlp(chat(1, [U], A))))
    (tmp_path / "b.jsonl").write_text(json.dumps(otlp(agent())) + "\n" + json.dumps(otlp(chat(2, [U, A, U], A))) + "\n")
    (tmp_path / "c.json").write_text(json.dumps(otlp(chat(1, [U], A, None, traceId="c" * 32))))
    together, alone = load.sources([tmp_path])
    assert [Path(part.uri).name for part in together.parts] == ["a.json", "b.jsonl"]
    (run,) = load.runs(together)
    assert [message.records for message in run.messages] == [(1,), (1,), (3,), (3,)]
    assert [(array.part, array.first, array.count) for array in run.records] == [(0, 1, 1), (1, 2, 1), (1, 3, 1)]
    assert unaccounted((run,)) == []
    assert len(load.runs(alone)) == 1


def test_a_document_that_ends_inside_a_span_keeps_the_spans_before_it(tmp_path: Path) -> None:
    text = json.dumps(otlp(chat(1, [U], A), chat(2, [U, A, U], A)))
    (tmp_path / "cut.json").write_text(text[: text.rindex("gen_ai.output.messages")])
    (source,) = load.sources([tmp_path])
    (run,) = load.runs(source)
    assert (len(run.requests), [problem.record for problem in run.problems]) == (1, [2])
    assert unaccounted((run,)) == []


def test_lines_of_other_signals_and_empty_batches_are_set_aside() -> None:
    lines = [otlp(chat(1, [U], A, None)), {"resourceLogs": [{}]}, {"resourceSpans": []}]
    (run,) = read_values(*lines, format="otel_genai", lines=True)
    assert [(aside.record, aside.kind) for aside in run.set_aside] == [(2, "other signals"), (3, "other signals")]
    assert run.problems == ()
    assert unaccounted((run,)) == []
