"""Requests of a run: their fields, times, attempts, and what stands in for what is not stored."""

from conftest import read_values
from span_files import FAILED, agent, call, chat, otlp, result, run_of, said

from viewer.formats.shapes.span_transcript import ranges
from viewer.model.block import Text

U, A = said("user", "go"), said("assistant", "done")


def test_ranges_hold_just_the_indexes() -> None:
    assert ranges([]) == ()
    assert ranges([3, 1, 2, 2, 7, 9, 8, 0]) == ((0, 3), (7, 9))


def test_the_duration_and_end_of_a_call_are_those_of_its_span() -> None:
    run = run_of(agent(), chat(1, [U], A))
    assert run.requests[0].seconds == 0.5
    assert run.messages[1].timestamp == "2026-01-01T10:00:01.500000+00:00"


def test_a_failed_call_counts_as_an_attempt_and_its_list_is_known() -> None:
    run = run_of(agent(), chat(1, [U], None, status=FAILED), chat(2, [U], None, status=FAILED), chat(3, [U], A))
    assert [message.records for message in run.messages] == [(2,), (4,)]
    assert [request.attempts for request in run.requests] == [3]
    assert [(aside.record, aside.kind, aside.why) for aside in run.set_aside][1] == (3, "failed model call", "it broke")


def test_a_call_without_content_is_a_reply_of_which_nothing_is_stored() -> None:
    run = run_of(agent(), chat(1, None, None))
    assert run.messages[0].blocks == ()
    assert run.requests[0].context is not None
    assert run.requests[0].context.status == "unknown"


def test_instructions_and_leading_system_messages_are_request_fields() -> None:
    given = {"attributes": {"gen_ai.system_instructions": [{"type": "text", "content": "rules"}]}}
    run = run_of(agent(), chat(1, [said("system", "more"), U], A, **given))
    assert run.request_fields[0].system.value == ["rules", "more"]
    assert run.messages[0].role == "user"


def test_what_a_later_call_leaves_out_is_not_stored_for_it() -> None:
    tools = {"attributes": {"gen_ai.tool.definitions": [{"name": "ls"}], "gen_ai.request.temperature": 1}}
    run = run_of(agent(), chat(1, [said("system", "s"), U], A, **tools), chat(2, [said("user", "plan")], A))
    first, second = run.request_fields
    assert (first.system.value, first.tools.value, first.parameters.value) == (
        "s",
        [{"name": "ls"}],
        {"temperature": 1},
    )
    assert {second.system.status, second.tools.status, second.parameters.status} == {"not_stored"}
    assert second.first_message == 2


def test_a_system_message_inside_the_list_stays_there() -> None:
    run = run_of(agent(), chat(1, [U, said("system", "now shorter")], A))
    assert [message.role for message in run.messages] == ["user", "system", "assistant"]


def test_a_span_that_cannot_be_read_is_a_problem_and_the_next_one_tells_what_it_sent() -> None:
    broken = {"role": "user", "parts": [{"type": "text", "content": 5}]}
    run = run_of(agent(), chat(1, [broken], A), chat(2, [U, A, said("user", "on")], A))
    assert [(problem.record, problem.reason) for problem in run.problems] == [
        (2, "not as this format writes it: text expected, a number found")
    ]
    assert len(run.messages) == 4


def test_results_of_one_call_in_several_records_are_one_message() -> None:
    asked = said("assistant", call("a"), call("b"))
    run = run_of(
        agent(), chat(1, [U], asked), chat(2, [U, asked, said("tool", result("a")), said("tool", result("b"))], A)
    )
    assert [len(message.blocks) for message in run.messages] == [1, 2, 2, 1]
    assert run.requests[1].context is not None
    assert run.requests[1].context.ranges == ((0, 2),)


def test_a_further_choice_is_kept_whole() -> None:
    other = {**said("assistant", "or so"), "finish_reason": "stop"}
    (run,) = read_values(
        otlp(chat(1, [U], None, None, attributes={"gen_ai.output.messages": [{**A, "finish_reason": "stop"}, other]})),
        format="otel_genai",
    )
    assert run.messages[1].blocks[0] == Text("done")
    assert run.messages[1].blocks[1].raw == other  # type: ignore[union-attr]  # an Unknown by the next line
    assert type(run.messages[1].blocks[1]).__name__ == "Unknown"


def test_what_only_the_agent_s_span_says_of_instructions_and_tools_holds_for_its_calls() -> None:
    facts = {"gen_ai.agent.system_prompt": "rules", "gen_ai.tool.definitions": '[{"name": "ls"}]'}
    run = run_of(agent(attributes=facts), chat(1, [U], A))
    assert (run.request_fields[0].system.value, run.request_fields[0].tools.value) == ("rules", [{"name": "ls"}])
    run = run_of(agent(attributes=facts), chat(1, [said("system", "own"), U], A))
    assert run.request_fields[0].system.value == "own"
