"""Spans printed among a program's lines."""

import json

from accounting import unaccounted

from viewer.decode.decoder import decode
from viewer.decode.document import BadRecord, JsonRecords, Record, Text
from viewer.decode.printed_spans import printed_spans
from viewer.formats.registry import choose

ATTRIBUTES = {
    "gen_ai.operation.name": "chat",
    "gen_ai.input.messages": json.dumps([{"role": "user", "parts": [{"type": "text", "content": "hi"}]}]),
    "gen_ai.output.messages": json.dumps([{"role": "assistant", "parts": [{"type": "text", "content": "yo"}]}]),
}
SPAN = {
    "name": "chat m",
    "context": {"trace_id": "0xa1", "span_id": "0xb2", "trace_state": "[]"},
    "parent_id": None,
    "start_time": "2026-01-01T00:00:00Z",
    "end_time": "2026-01-01T00:00:01Z",
    "attributes": ATTRIBUTES,
}
LATER = {**SPAN, "context": {"trace_id": "0xa1", "span_id": "0xb3"}, "start_time": "2026-01-01T00:00:02Z"}
INDENTED = json.dumps(SPAN, indent=4)


def test_spans_are_read_and_what_was_printed_between_them_is_a_problem() -> None:
    decoded = decode(f"Starting [1]\n\nit's {{on\n{INDENTED}\nanswer: yo\n{json.dumps(LATER)}\n".encode(), "x")
    assert isinstance(decoded, JsonRecords)
    assert [type(record) for record in decoded.records] == [BadRecord, Record, BadRecord, Record]
    assert [decoded.text[start:end][:5] for start, end in decoded.spans] == [b"Start", b"{\n   ", b"answe", b'{"nam']
    format, view = choose(decoded)
    runs = tuple(format.read(view))
    assert format.name == "otel_genai"
    assert [problem.raw for run in runs for problem in run.problems] == ["Starting [1]\n\nit's {on", "answer: yo"]
    assert [message.role for run in runs for message in run.messages] == ["user", "assistant", "assistant"]
    assert unaccounted(runs) == []


def test_a_span_that_the_file_ends_in_is_a_bad_record() -> None:
    decoded = printed_spans(f"go\n{INDENTED}\n{INDENTED[:60]}".encode(), "x", ())
    assert decoded is not None
    assert [type(record) for record in decoded.records] == [BadRecord, Record, BadRecord]


def test_other_text_stays_text() -> None:
    assert isinstance(decode(b'words\n{\n "a": 1\n}\nwords', "x"), Text)
    for content in ("only words", f"{INDENTED}\n{INDENTED}"):
        assert printed_spans(content.encode(), "x", ()) is None
