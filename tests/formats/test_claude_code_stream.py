"""Claude Code's stream-json: replies in pieces, sub-agents, how a run ended."""

from typing import Any

import pytest
from accounting import unaccounted
from claims import claims
from conftest import read_values, sample

from viewer.analysis.summary import summary
from viewer.model.run import Run

USAGE = {"input_tokens": 4, "cache_read_input_tokens": 90, "cache_creation_input_tokens": 6, "output_tokens": 1}


def event(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, **fields, "session_id": "s", "parent_tool_use_id": fields.get("parent_tool_use_id")}


def said(words: str, message_id: str = "m", output: int = 1, **message: Any) -> dict[str, Any]:
    content = [{"type": "text", "text": words}]
    usage = {**USAGE, "output_tokens": output}
    return event(
        "assistant", message={"id": message_id, "role": "assistant", "content": content, "usage": usage, **message}
    )


def asked(words: str, **fields: Any) -> dict[str, Any]:
    return event("user", message={"role": "user", "content": words}, **fields)


def ended(word: str = "success", **fields: Any) -> dict[str, Any]:
    return event("result", subtype=word, is_error=False, num_turns=1, **fields)


def one(*values: Any) -> Run:
    (run,) = read_values(*values, lines=True)
    assert unaccounted((run,)) == []
    return run


def test_pieces_of_a_reply_are_one_request_with_the_tokens_of_the_last() -> None:
    run = one(asked("go"), said("a", output=1), said("b", output=40), ended())
    (request,) = run.requests
    assert request.usage is not None
    assert (request.usage.input_tokens, request.usage.cache_read_input_tokens, request.usage.output_tokens) == (
        4,
        90,
        40,
    )
    assert run.messages[1].records == (2, 3)


def test_a_sub_agent_is_a_run_under_the_call_that_its_events_name() -> None:
    run = sample("claude_code_stream/sub_agent.jsonl")
    (sub,) = run.sub_runs
    assert sub.parent is not None and (sub.run_id, sub.parent.message_index) == ("t1", 0)
    assert (summary(run).model_requests, summary(sub).model_requests) == (2, 2)
    assert unaccounted((run,)) == []


def test_the_prompt_that_the_stream_does_not_hold_is_named_in_the_context() -> None:
    context = sample("claude_code_stream/sub_agent.jsonl").requests[0].context
    assert context is not None and "behind the prompt" in (context.rule or "")
    assert one(asked("go"), said("a")).requests[0].context is None


def test_the_result_states_the_totals() -> None:
    (stated,) = sample("claude_code_stream/sub_agent.jsonl").stated
    assert stated.usage is not None
    assert (stated.scope, stated.cost, stated.steps, stated.usage.cache_read_input_tokens) == ("run", 0.0123, 3, 3600)


def test_several_results_are_turns() -> None:
    run = one(asked("1"), said("a", "m1"), ended(), asked("2"), said("b", "m2"), ended())
    assert [stated.scope for stated in run.stated] == ["turn", "turn"]
    assert [request.turn for request in run.requests] == [1, 2]


@pytest.mark.parametrize(
    ("last", "kind", "cut_by"),
    [
        (ended(), "unknown", None),
        (ended("error_max_turns"), "censored", "steps"),
        (ended("error_max_budget_usd"), "censored", "money"),
        (ended("error_during_execution"), "censored", "crash"),
        (event("result", subtype="success", is_error=True, num_turns=1), "censored", "crash"),
        (event("system", subtype="status"), "open", None),
    ],
)
def test_the_result_tells_the_ending(last: dict[str, Any], kind: str, cut_by: str | None) -> None:
    ending = one(asked("go"), said("a"), last).ending
    assert (ending.kind, ending.cut_by) == (kind, cut_by)


def test_the_client_s_words_in_the_model_s_place_are_no_reply() -> None:
    run = one(asked("go"), said("no response", model="<synthetic>"))
    assert (run.requests, [aside.kind for aside in run.set_aside]) == ((), ["synthetic"])


def test_after_a_compaction_what_requests_saw_is_not_known() -> None:
    run = one(asked("1"), said("a", "m1"), event("system", subtype="compact_boundary"), asked("2"), said("b", "m2"))
    context = run.requests[-1].context
    assert context is not None and context.status == "unknown"


def test_words_that_the_client_made_and_an_interrupt_are_the_loop_s() -> None:
    run = one(asked("skill", isSynthetic=True), asked("[Request interrupted by user]"))
    assert [message.producers[0].who for message in run.messages] == ["loop", "loop"]


def test_events_as_a_list_read_the_same() -> None:
    events = [asked("go"), said("a"), ended()]
    (listed,) = read_values(events)
    assert listed.messages == one(*events).messages


def test_a_transcript_and_a_stream_of_cursor_are_not_claimed() -> None:
    transcript = {"type": "user", "sessionId": "s", "session_id": "s", "message": {"role": "user", "content": "x"}}
    assert "claude_code_stream" not in claims(transcript, transcript, lines=True)
    call = {"type": "tool_call", "call_id": "c", "tool_call": {}, "session_id": "s"}
    assert "claude_code_stream" not in claims(asked("x"), call, lines=True)


def test_an_event_of_an_unknown_type_is_set_aside_and_one_with_a_message_a_problem() -> None:
    run = one(asked("go"), event("hologram"), event("hologram", message={}))
    assert ([aside.record for aside in run.set_aside], [problem.record for problem in run.problems]) == ([2], [3])
