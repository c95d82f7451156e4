"""Google ADK sessions."""

from typing import Any

from accounting import unaccounted
from conftest import read_values, sample

from viewer.analysis.summary import summary
from viewer.model.block import Thinking, ToolResult, ToolUse
from viewer.model.run import Run
from viewer.model.usage import Usage


def event(author: str, *parts: dict[str, Any], role: str = "model", **more: Any) -> dict[str, Any]:
    return {"author": author, "invocationId": "i", "content": {"role": role, "parts": list(parts)}, **more}


def one(*events: Any, **more: Any) -> Run:
    (run,) = read_values({"id": "s", "appName": "a", "userId": "u", "events": list(events), **more})
    assert unaccounted((run,)) == []
    return run


ASKED = event("user", {"text": "go"}, role="user")


def test_cached_tokens_are_taken_off_the_prompt_and_thoughts_are_output() -> None:
    run = sample("google_adk/session.json")
    assert [request.usage for request in run.requests] == [
        Usage(300, 600, None, 25),
        Usage(60, 900, None, 10),
        Usage(100, 900, None, 14),
    ]


def test_results_are_the_loops_though_an_agent_is_their_author() -> None:
    run = sample("google_adk/session.json")
    assert run.messages[2].producers[0].who == "loop"
    assert run.messages[2].blocks[1] == ToolResult("adk-2", "no forecast", True, "fog")
    assert isinstance(run.messages[1].blocks[0], Thinking)


def test_all_agents_of_a_session_make_one_run() -> None:
    run = sample("google_adk/session.json")
    assert run.attributes["agents"] == ["main", "weather"]
    assert (run.label, run.run_id) == ("lighthouse", "s-41")
    assert [request.stop_reason for request in run.requests] == ["tool_use", "tool_use", "end_turn"]


def test_partial_events_and_those_without_content_are_set_aside() -> None:
    kinds = [aside.kind for aside in sample("google_adk/session.json").set_aside]
    assert kinds == ["partial event", "event without content"]


def test_an_error_of_the_model_at_the_end_cuts_the_run() -> None:
    run = sample("google_adk/older_layout.json")
    assert (run.ending.kind, run.ending.cut_by, run.exit_status) == ("censored", "crash", "RESOURCE_EXHAUSTED")
    assert run.set_aside[0].why == "RESOURCE_EXHAUSTED: try later"


def test_an_error_that_was_followed_by_a_reply_cuts_nothing() -> None:
    failed = {"author": "main", "invocationId": "i", "errorCode": "BUSY"}
    assert one(ASKED, failed, event("main", {"text": "done"})).ending.kind == "unknown"


def test_calls_without_ids_are_answered_in_order() -> None:
    run = sample("google_adk/older_layout.json")
    assert isinstance(run.messages[1].blocks[0], ToolUse)
    assert summary(run).unanswered_calls == 0


def test_what_agents_side_by_side_saw_is_unknown() -> None:
    run = sample("google_adk/events.jsonl")
    statuses = [None if request.context is None else request.context.status for request in run.requests]
    assert statuses == [None, "unknown", "derived"]


def test_an_agent_below_another_sees_what_that_one_said() -> None:
    run = one(ASKED, event("a", {"text": "1"}, branch="a"), event("b", {"text": "2"}, branch="a.b"))
    assert [request.context for request in run.requests] == [None, None]


def test_a_summary_stands_in_the_place_of_the_events_before_its_end() -> None:
    run = sample("google_adk/events.jsonl")
    last = run.requests[-1].context
    assert last is not None
    assert last.ranges == ((2, 4),)


def test_words_that_no_user_wrote_are_not_the_callers() -> None:
    run = one(ASKED, event("main", {"text": "carry on"}, role="user"))
    assert [message.producers[0].who for message in run.messages] == ["caller", "loop"]


def test_a_long_running_call_is_answered_by_the_user() -> None:
    call = event("main", {"functionCall": {"id": "c", "name": "ask", "args": {}}})
    answer = event("user", {"functionResponse": {"id": "c", "name": "ask", "response": {"ok": 1}}}, role="user")
    run = one(ASKED, call, answer)
    assert run.messages[2].producers[0].who == "loop"
    assert run.ending.kind == "open"


def test_events_of_no_object_are_problems() -> None:
    assert [problem.record for problem in one(ASKED, 5, None).problems] == [2, 3]


def test_a_session_without_a_list_of_events_is_a_problem_of_its_own() -> None:
    made = read_values([{"id": "s", "events": [ASKED]}, {"id": "t", "events": None}])
    assert [len(run.problems) for run in made] == [0, 1]
