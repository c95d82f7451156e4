"""Single records of an OpenAI Agents SDK trace."""

from typing import Any

import pytest

from viewer.decode.document import Record
from viewer.formats.entries import Aside
from viewer.formats.openai_agents_spans import SpanReader, is_entry, sdk_span
from viewer.formats.shapes.spans import Span
from viewer.model.block import Text
from viewer.model.usage import Usage


def made(error: Any = None, **data: Any) -> Span:
    value = {"object": "trace.span", "id": "s", "trace_id": "t", "error": error, "span_data": data}
    span = sdk_span(Record(1, value))
    assert isinstance(span, Span)
    return span


def test_a_traces_record_is_set_aside_and_another_is_none() -> None:
    assert isinstance(sdk_span(Record(1, {"object": "trace"})), Aside)
    assert isinstance(sdk_span(Record(1, {"object": "trace.span"})), str)
    assert isinstance(sdk_span(Record(1, None)), str)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("generation", "model"), ("response", "model"), ("function", "tool"), ("guardrail", "judge"), ("custom", "other")],
)
def test_kinds_are_told_by_the_type_of_the_data(kind: str, expected: str) -> None:
    assert made(type=kind).kind == expected


def test_an_error_has_its_words_and_what_the_sdk_says_of_it() -> None:
    assert (
        made({"message": "Max turns exceeded", "data": {"max_turns": 3}}).failed
        == 'Max turns exceeded {"max_turns": 3}'
    )
    assert made({"message": "no", "data": None}).failed == "no"
    assert made().failed is None


def test_a_response_that_was_kept_whole_is_read() -> None:
    output = [{"type": "message", "id": "m", "role": "assistant", "content": [{"type": "output_text", "text": "hi"}]}]
    usage = {"input_tokens": 9, "output_tokens": 2, "input_tokens_details": {"cached_tokens": 4}}
    response = {"output": output, "usage": usage, "model": "m", "instructions": "Be kind", "status": "completed"}
    span = made(type="response", response=response, input=[{"role": "user", "content": "go"}])
    call = SpanReader([span]).call(span)
    assert call.reply is not None
    assert call.reply.blocks == (Text("hi"),)
    assert (call.reply.usage, call.reply.model, call.system) == (Usage(5, 4, None, 2), "m", ("Be kind",))


def test_an_agent_without_instructions_has_no_system_message() -> None:
    asked = [{"role": "system", "content": None}, {"role": "user", "content": "go"}]
    span = made(type="generation", input=asked, output=[])
    assert SpanReader([span]).call(span).inputs == asked[1:]


def test_a_count_that_is_none_raises_where_it_is_read() -> None:
    span = made(type="generation", input=[], output=[], usage={"input_tokens": "many"})
    with pytest.raises(TypeError):
        SpanReader([span]).call(span)


def test_entries_are_known_by_their_object() -> None:
    assert is_entry({"object": "trace", "workflow_name": "w"})
    assert not is_entry({"object": "trace"})
    assert not is_entry(5)
