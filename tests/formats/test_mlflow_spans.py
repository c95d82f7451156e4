"""Single spans of MLflow."""

from typing import Any

import pytest

from viewer.decode.document import Record
from viewer.formats.mlflow_spans import is_span, mlflow_span, read_agent, read_call, total_usage, trace_of, usage
from viewer.formats.shapes.spans import Span
from viewer.model.usage import Usage

COUNTS = {"input_tokens": 100, "output_tokens": 7, "cache_read_input_tokens": 60, "cache_creation_input_tokens": 10}


def made(**more: Any) -> Span:
    value = {"name": "x", "attributes": {"mlflow.spanType": '"LLM"'}, **more}
    span = mlflow_span(Record(1, value))
    assert isinstance(span, Span)
    return span


@pytest.mark.parametrize("provider", [None, "openai", "langchain"])
def test_the_cache_is_taken_off_the_input(provider: Any) -> None:
    assert usage(COUNTS, provider) == Usage(30, 60, 10, 7)


def test_providers_that_count_the_cache_beside_the_input_are_known() -> None:
    assert usage(COUNTS, "anthropic") == Usage(100, 60, 10, 7)
    assert usage(None, "anthropic") is None


def test_a_cache_larger_than_the_input_is_beside_it() -> None:
    assert usage({**COUNTS, "input_tokens": 5}, None) == Usage(5, 60, 10, 7)


def test_a_damaged_total_is_left_out_and_a_damaged_count_of_a_call_raises() -> None:
    assert total_usage({"input_tokens": "many"}) is None
    assert total_usage([]) is None
    with pytest.raises(TypeError):
        usage({"input_tokens": "many"}, None)


def test_ids_in_base64_and_in_hex_are_the_same() -> None:
    base64 = {"trace_id": "CvdlGRbNQ92ESOshHIAxnA=="}
    assert trace_of(base64) == "tr-0af7651916cd43dd8448eb211c80319c"
    assert trace_of({"context": {"trace_id": "0x0af7651916cd43dd8448eb211c80319c"}}) == trace_of(base64)
    assert trace_of(5) is None


def test_a_span_that_failed_says_why() -> None:
    assert made(status={"code": "STATUS_CODE_ERROR", "message": "boom"}).failed == "boom"
    assert made(status_code="ERROR").failed == "ERROR"
    assert made(status={"code": "STATUS_CODE_OK"}).failed is None


def test_a_failed_call_without_output_brought_no_reply() -> None:
    assert read_call(made(status_code="ERROR")).reply is None


def test_the_model_is_told_by_the_answer_or_by_the_request() -> None:
    attributes = {"mlflow.spanInputs": '{"messages": [], "model": "m"}', "mlflow.spanOutputs": '"hi"'}
    reply = read_call(made(attributes=attributes)).reply
    assert reply is not None
    assert reply.model == "m"


def test_only_an_agents_span_states_a_total() -> None:
    counted = {"mlflow.chat.tokenUsage": '{"input_tokens": 5}'}
    agent = made(attributes={"mlflow.spanType": '"AGENT"', **counted})
    assert read_agent(agent).usage == Usage(5)
    assert read_agent(made(attributes={"mlflow.spanType": '"LLM"', **counted})).usage is None


def test_other_values_are_no_spans() -> None:
    assert not is_span({"attributes": {"gen_ai.system": "x"}})
    assert isinstance(mlflow_span(Record(1, [])), str)
