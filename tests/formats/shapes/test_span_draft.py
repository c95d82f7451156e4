"""What a run takes over from the spans that hold it, and how sub-agents hang on their calls."""

from span_files import ROOT, START, agent, call, chat, result, run_of, said, span, tool

from viewer.model.run import ParentLink
from viewer.model.usage import Usage

U, A = said("user", "go"), said("assistant", "done")
SUB = "5" * 16


def test_a_sub_agent_is_linked_to_the_call_whose_tool_it_ran_in() -> None:
    asked = said("assistant", call("c0"), call("c1", "ask"))
    run = run_of(
        agent(), chat(1, [U], asked), tool(2, "c0"), tool(3, "c1", "answer", "ask"),
        agent(4, "sub", SUB, f"{3:016x}"), chat(5, [said("user", "q")], said("assistant", "answer"), SUB),
        chat(6, [U, asked, said("tool", result("c0"), result("c1", "answer"))], A),
    )  # fmt: skip
    (sub,) = run.sub_runs
    assert sub.parent is not None
    assert (sub.parent.message_index, sub.parent.tool_use_id) == (1, "c1")
    assert (sub.run_id, sub.label, len(sub.requests), len(run.requests)) == (SUB, "sub", 1, 2)


def test_a_sub_agent_in_no_tool_s_span_says_so() -> None:
    run = run_of(agent(), chat(1, [U], A), agent(4, "sub", SUB, ROOT), chat(5, [said("user", "q")], A, SUB))
    assert run.sub_runs[0].parent == ParentLink(
        run.run_id, None, None, "its agent's span stands inside this run's, in no tool's span"
    )


def test_a_sub_agent_in_a_tool_s_span_without_a_call_says_so() -> None:
    run = run_of(
        agent(), chat(1, None, None), tool(3, "c1"), agent(4, "sub", SUB, f"{3:016x}"),
        chat(5, [said("user", "q")], A, SUB),
    )  # fmt: skip
    assert run.sub_runs[0].parent is not None
    assert run.sub_runs[0].parent.rule == "its agent's span stands in a tool's span that no call belongs to"


def test_totals_of_an_agent_are_stated_and_never_added() -> None:
    totals = {"gen_ai.usage.input_tokens": 100, "gen_ai.usage.output_tokens": 7}
    run = run_of(agent(attributes=totals), chat(1, [U], A, attributes={"gen_ai.usage.input_tokens": 60}))
    assert [request.usage for request in run.requests] == [Usage(60)]
    assert [(one.scope, one.usage) for one in run.stated] == [("sub-tree", Usage(100, None, None, 7))]


def test_the_counts_of_a_lone_call_are_its_own_and_no_total() -> None:
    run = run_of(chat(1, [U], A, None, attributes={"gen_ai.usage.input_tokens": 60}))
    assert run.stated == ()


def test_a_run_lasts_from_its_first_span_s_start_to_its_last_one_s_end() -> None:
    run = run_of(span(1, {}, None, spanId=ROOT, endTimeUnixNano=str(START + 9 * 10**9)), chat(2, [U], A))
    assert (run.started_at, run.ended_at) == ("2026-01-01T10:00:01+00:00", "2026-01-01T10:00:09+00:00")


def test_a_span_that_is_neither_call_nor_tool_is_set_aside_with_its_error() -> None:
    run = run_of(agent(), chat(1, [U], A), span(2, {}, status={"code": 2, "message": "disk full"}))
    assert run.set_aside[-1].why == "it is neither a model call nor a tool; it failed: disk full"


def test_the_messages_of_an_agent_s_span_are_the_run_where_its_calls_have_no_spans() -> None:
    listed = [said("system", "s"), U, said("assistant", call("c")), said("user", result("c", "r")), A]
    run = run_of(agent(attributes={"pydantic_ai.all_messages": listed}))
    assert [message.role for message in run.messages] == ["user", "assistant", "user", "assistant"]
    assert len(run.requests) == 2
    assert run.request_fields[0].system.value == "s"
    assert run.set_aside == ()
