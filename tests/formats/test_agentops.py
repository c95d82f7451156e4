"""AgentOps traces."""

from typing import Any

from accounting import unaccounted
from conftest import read_values, sample

from viewer.analysis.summary import summary
from viewer.model.block import ToolResult
from viewer.model.run import Run
from viewer.model.usage import Usage


def span(id: str, kind: str, parent: str = "", **attributes: Any) -> dict[str, Any]:
    held = {"agentops": {"span": {"kind": kind}}, **attributes}
    return {"span_id": id, "parent_span_id": parent, "span_name": id, "span_attributes": held}


def runs(*spans: Any, **trace: Any) -> tuple[Run, ...]:
    made = read_values({"trace": {"trace_id": "t", **trace}, "spans": list(spans)})
    assert unaccounted(made) == []
    return made


ASKED = {"prompt": [{"role": "user", "content": "go"}], "completion": [{"role": "assistant", "content": "done"}]}


def test_counts_that_are_texts_are_read_and_the_root_is_not_added() -> None:
    run = sample("agentops/trace.json")
    assert [request.usage for request in run.requests] == [Usage(100, None, None, 12), Usage(40, 90, None, 18)]
    assert summary(run).usage.input_tokens == 140


def test_cache_reads_that_only_the_metrics_hold_are_taken_off_the_input() -> None:
    call = span("a", "llm", gen_ai={**ASKED, "usage": {"prompt_tokens": "50"}})
    (run,) = runs({**call, "metrics": {"cache_read_input_tokens": 30}})
    assert run.requests[0].usage == Usage(20, 30, None, None)


def test_a_tool_answers_its_call_by_name_and_arguments() -> None:
    run = sample("agentops/trace.json")
    assert run.messages[2].blocks == (ToolResult("call_f", "14:10", False, "timetable"),)


def test_a_trace_of_one_agent_has_the_traces_id_and_cost() -> None:
    run = sample("agentops/trace.json")
    assert run.run_id == "b520ab60214d54b570cf701c7ad28f00"
    assert [stated.cost for stated in run.stated] == [0.0021]
    assert [aside.kind for aside in run.set_aside] == ["workflow span", "agent span"]


def test_agents_side_by_side_are_runs_of_their_own() -> None:
    first, second = runs(
        span("w", "workflow"),
        span("a", "agent", "w"),
        span("c", "llm", "a", gen_ai=ASKED),
        span("b", "agent", "w"),
        span("d", "llm", "b", gen_ai={**ASKED, "prompt": [{"role": "user", "content": "else"}]}),
        total_cost=1,
    )
    assert [first.run_id, second.run_id] == ["a", "b"]
    assert first.stated == ()


def test_without_a_word_of_the_decorator_the_type_tells_a_call() -> None:
    call = {"span_id": "a", "span_type": "request", "span_attributes": {"gen_ai": ASKED}}
    (run,) = runs(call)
    assert len(run.requests) == 1


def test_a_tool_that_was_decorated_has_its_input_and_output() -> None:
    calls = {
        **ASKED,
        "completion": [{"role": "assistant", "tool_calls": [{"id": "c", "name": "t", "arguments": "{}"}]}],
    }
    tool = span("t", "tool")
    tool["span_attributes"]["agentops"]["entity"] = {"input": "{}", "output": "fine"}
    (run,) = runs(span("a", "llm", gen_ai=calls), tool)
    assert run.messages[-1].blocks == (ToolResult("c", "fine", None, "t"),)


def test_a_failed_root_cuts_the_run() -> None:
    agent = {**span("a", "agent"), "status_code": "ERROR", "status_message": "cancelled"}
    (run,) = runs(agent, span("c", "llm", "a", gen_ai=ASKED))
    assert (run.ending.kind, run.ending.cut_by) == ("censored", "abort")


def test_entries_that_are_no_spans_are_problems() -> None:
    (run,) = runs(span("a", "llm", gen_ai=ASKED), 5, {"span_id": "x"})
    assert [problem.record for problem in run.problems] == [2, 3]
