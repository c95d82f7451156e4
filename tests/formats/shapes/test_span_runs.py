"""Runs out of traces: which there are, what they are called, and what belongs to none."""

from accounting import unaccounted
from conftest import read_values
from span_files import FAILED, TRACE, agent, call, chat, otlp, result, run_of, runs_of, said, span, tool

from viewer.formats.shapes.otel_read import tracing
from viewer.formats.shapes.span_runs import span_runs
from viewer.formats.shapes.spans import Spans

U, A = said("user", "go"), said("assistant", "one")
OTHER = "f" * 32


def test_a_trace_with_one_agent_is_a_run_named_by_its_trace() -> None:
    run = run_of(agent(name="desk"), chat(1, [U], A))
    assert (run.run_id, run.label) == (TRACE, "desk")
    assert run.attributes["trace_id"] == TRACE


def test_agents_side_by_side_are_runs_named_by_their_spans() -> None:
    runs = runs_of(
        agent(span_id="a" * 16, name="x"), chat(1, [U], A, "a" * 16),
        agent(5, span_id="b" * 16, name="y"), chat(6, [said("user", "else")], A, "b" * 16),
    )  # fmt: skip
    assert [(run.run_id, run.label) for run in runs] == [("a" * 16, "x"), ("b" * 16, "y")]


def test_an_agent_that_goes_on_with_the_list_of_the_one_before_is_the_same_run() -> None:
    handover = said("assistant", call("h", "transfer"))
    sent = [U, handover, said("tool", result("h", "over to y"))]
    run = run_of(
        agent(span_id="a" * 16, name="x"), chat(1, [U], handover, "a" * 16),
        agent(5, span_id="b" * 16, name="y", status=FAILED), chat(6, sent, A, "b" * 16),
    )  # fmt: skip
    assert (run.run_id, len(run.requests), len(run.messages)) == (TRACE, 2, 4)
    assert run.ending.kind == "censored"


def test_single_calls_of_traces_of_their_own_are_one_run_while_each_goes_on_with_the_last() -> None:
    lone = {"parent": None, "traceId": OTHER}
    runs = runs_of(
        chat(1, [U], A, None), chat(2, [U, A, said("user", "on")], said("assistant", "two"), **lone),
        chat(3, [said("user", "else")], A, **{**lone, "traceId": "e" * 32}),
    )  # fmt: skip
    assert [len(run.requests) for run in runs] == [2, 1]
    assert runs[0].attributes["further_trace_ids"] == [OTHER]


def test_traces_without_a_model_call_are_set_aside_in_the_first_run() -> None:
    run = run_of(chat(1, [U], A, None), span(2, {"http.method": "GET"}, None, traceId=OTHER))
    assert [(aside.record, aside.why) for aside in run.set_aside] == [(2, "its trace holds no model call")]


def test_a_source_without_any_model_call_is_one_run_without_messages() -> None:
    run = run_of(span(1, {"gen_ai.operation.name": "embeddings"}, None), span(2, {}, None, traceId=OTHER))
    assert (run.messages, run.requests, len(run.set_aside)) == ((), (), 2)
    assert unaccounted((run,)) == []


def test_no_record_at_all_is_no_run() -> None:
    assert list(span_runs(Spans([], ()), tracing("x"))) == []


def test_an_agent_that_failed_before_its_first_call_is_a_run_that_never_started() -> None:
    run = run_of(agent(status=FAILED))
    assert (run.requests, run.ending.cut_by, run.exit_status) == ((), "crash", "it broke")


def test_records_that_are_no_spans_are_problems_of_the_first_run() -> None:
    (run,) = read_values({**otlp(chat(1, [U], A, None), {"x": 1}, "y")}, format="otel_genai")  # type: ignore[arg-type]
    assert [problem.record for problem in run.problems] == [2, 3]
    assert unaccounted((run,)) == []


def test_a_span_stored_twice_counts_once() -> None:
    run = run_of(agent(), chat(1, [U], A), chat(1, [U], A))
    assert len(run.requests) == 1
    assert run.set_aside[-1].why == "an earlier record has its span id"


def test_many_spans_of_many_traces_are_read_in_linear_time() -> None:
    count = 5_000
    spans = [chat(number, [said("user", str(number))], A, None, traceId=f"{number:032x}") for number in range(1, count)]
    assert len(runs_of(*spans)) == count - 1


def test_the_wrapper_of_a_call_gives_what_the_call_does_not_store() -> None:
    inner = span(2, {"gen_ai.operation.name": "chat", "gen_ai.usage.input_tokens": 5}, f"{1:016x}")
    run = run_of(chat(1, [U], A, None, attributes={"gen_ai.usage.input_tokens": 99}), inner)
    assert [message.role for message in run.messages] == ["user", "assistant"]
    assert run.requests[0].usage is not None
    assert run.requests[0].usage.input_tokens == 5
    assert [aside.record for aside in run.set_aside] == [1]


def test_every_record_of_a_mixed_trace_stands_in_one_place() -> None:
    runs = runs_of(
        agent(), chat(1, [U], said("assistant", call("c1"))), tool(2, "c1"), tool(3, "lost"), span(4, {"a": 1}),
        chat(5, None, None, status=FAILED), chat(6, [5], A),
    )  # fmt: skip
    assert unaccounted(runs) == []
    assert [problem.record for problem in runs[0].problems] == [7]
