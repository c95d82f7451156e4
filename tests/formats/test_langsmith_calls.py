"""What single LangSmith runs are and say."""

from typing import Any

import pytest

from viewer.decode.document import Record
from viewer.formats.langsmith_calls import LangSmithRuns, span_of, with_agents
from viewer.formats.shapes.spans import Span
from viewer.model.block import Text
from viewer.model.usage import Usage


def span(id: str, type: str = "chain", parent: str | None = None, **more: Any) -> Span:
    value = {"id": id, "run_type": type, "parent_run_id": parent, "name": id, "trace_id": "t", **more}
    return span_of(Record(1, value))


def kinds(*spans: Span) -> list[str]:
    return [one.kind for one in with_agents(list(spans))]


def test_the_parent_is_told_by_its_field_by_the_list_or_by_the_order() -> None:
    assert span("c", parent="b").parent == "b"
    assert span("c", parent_run_ids=["a", "b"]).parent == "b"
    assert span("c", dotted_order="20260101T000000000000Za.20260101T000000000001Zc").parent == "a"
    assert span("a", dotted_order="20260101T000000000000Za", parent_run_ids=[]).parent is None


def test_a_chain_inside_a_tool_that_calls_a_model_is_an_agent() -> None:
    tree = (span("r"), span("t", "tool", "r"), span("c", "chain", "t"), span("d", "chain", "c"), span("m", "llm", "d"))
    assert kinds(*tree) == ["other", "tool", "agent", "other", "model"]


def test_a_tool_that_calls_a_model_itself_holds_no_agent() -> None:
    assert kinds(span("r"), span("t", "tool", "r"), span("m", "llm", "t")) == ["other", "tool", "model"]


def test_a_root_without_a_stored_call_holds_its_run_itself() -> None:
    assert kinds(span("r"), span("c", parent="r")) == ["agent", "other"]
    assert kinds(span("c", parent="elsewhere")) == ["other"]


def test_runs_that_are_each_other_s_parents_end_somewhere() -> None:
    assert kinds(span("a", parent="b"), span("b", parent="a"), span("m", "llm", "a")) == ["other", "other", "model"]


@pytest.mark.parametrize(
    ("inputs", "arguments"),
    [
        ({"input": "{'a': 1}"}, {"a": 1}),
        ({"input": {"a": 1}}, {"a": 1}),
        ({"a": 1}, {"a": 1}),
        ({"type": "tool_call", "id": "c9", "args": {"a": 1}}, {"a": 1}),
        ({"input": "plain words"}, "plain words"),
    ],
)
def test_arguments_are_found_in_the_field_that_holds_them(inputs: Any, arguments: Any) -> None:
    one = span("f", "tool", inputs=inputs, outputs={"output": "7"})
    assert LangSmithRuns([one]).tool(one).arguments == arguments


def test_a_tool_s_id_and_flag_are_its_own_or_its_message_s() -> None:
    message = {"type": "tool", "content": "7", "tool_call_id": "c1", "status": "error", "name": "f"}
    one = span("f", "tool", inputs={}, outputs={"output": message}, status="success")
    ran = LangSmithRuns([one]).tool(one)
    assert (ran.call_id, ran.is_error, ran.result) == ("c1", True, "7")
    failed = span("f", "tool", inputs={}, outputs=None, error="Boom", extra={"tool_call_id": "c2"})
    ran = LangSmithRuns([failed]).tool(failed)
    assert (ran.call_id, ran.is_error, ran.has_result) == ("c2", True, False)


def test_parameters_and_tools_are_those_of_the_invocation() -> None:
    extra = {
        "invocation_params": {"model": "m", "_type": "chat", "temperature": 0.5, "tools": [{"name": "f"}]},
        "metadata": {"ls_model_name": "m-1", "ls_max_tokens": 9},
    }
    one = span("m", "llm", inputs={"messages": [["user", "hi"]]}, outputs={"output": "ho"}, extra=extra)
    call = LangSmithRuns([one]).call(one)
    assert call.tools is not None
    assert call.tools.value == [{"name": "f"}]
    assert call.parameters is not None
    assert call.parameters.value == {"ls_max_tokens": 9, "temperature": 0.5}
    assert call.reply is not None
    assert (call.reply.model, call.reply.blocks) == ("m-1", (Text("ho"),))


def test_a_run_that_is_still_going_brought_no_reply() -> None:
    one = span("m", "llm", inputs={"messages": []}, start_time="2026-01-01T00:00:00")
    assert LangSmithRuns([one]).call(one).reply is None


def test_facts_of_a_chain_are_read_whatever_their_values_are() -> None:
    good = span("r", session_id="p", extra={"metadata": {"session_id": "s"}}, prompt_tokens=3, total_cost=0.5)
    facts = LangSmithRuns([good]).agent(good)
    assert facts.attributes == {"session_id": "p", "conversation_session_id": "s"}
    assert (facts.usage, facts.cost) == (Usage(3, None, None, None), 0.5)
    for bad in (5, "x", [1], {"metadata": 5}):
        one = span("r", extra=bad, outputs=bad, feedback_stats=bad, total_cost=bad, prompt_tokens=bad)
        assert LangSmithRuns([one]).agent(one).has_history is False
