"""OpenAI Agents SDK traces."""

from typing import Any

from accounting import unaccounted
from conftest import read_values, sample

from viewer.analysis.summary import summary
from viewer.model.block import ToolResult
from viewer.model.usage import Usage

TRACE = {"object": "trace", "id": "t", "workflow_name": "w", "group_id": None, "metadata": None}
ASKED = [{"role": "user", "content": "go"}]


def span(id: str, second: int = 0, **data: Any) -> dict[str, Any]:
    started, ended = f"2026-01-01T00:00:{second:02}Z", f"2026-01-01T00:00:{second + 1:02}Z"
    times = {"started_at": started, "ended_at": ended}
    return {"object": "trace.span", "id": id, "trace_id": "t", "parent_id": None, **times, "span_data": data}


def generation(id: str, second: int = 0, asked: Any = ASKED, **more: Any) -> dict[str, Any]:
    return span(id, second, type="generation", input=asked, output=[{"role": "assistant", "content": "done"}], **more)


def test_a_handoff_goes_on_with_the_same_run() -> None:
    run = sample("openai_agents/ingest.json")
    assert len(run.requests) == 3
    assert [aside.kind for aside in run.set_aside].count("handoff span") == 1
    assert (run.label, run.attributes["group_id"], run.attributes["tenant"]) == ("Hotel desk", "thread-9", "inn")


def test_cached_tokens_stand_in_the_call_or_in_the_turn_around_it() -> None:
    run = sample("openai_agents/ingest.json")
    usages = [request.usage for request in run.requests]
    assert usages == [Usage(80, 320, 0, 9), Usage(66, 384, None, 8), Usage(470, None, None, 11)]


def test_an_error_that_did_not_end_the_run_is_the_results() -> None:
    run = sample("openai_agents/ingest.json")
    assert run.messages[2].blocks == (ToolResult("c1", "An error occurred while running the tool.", True, "book"),)
    assert summary(run).error_results == 1
    assert run.ending.kind == "unknown"


def test_a_limit_of_turns_cuts_the_run_and_names_its_cap() -> None:
    ending = sample("openai_agents/max_turns.jsonl").ending
    assert (ending.kind, ending.cut_by, ending.cap, ending.cap_unit) == ("censored", "steps", 1, "requests")


def test_a_response_of_which_only_the_id_is_stored_has_an_unknown_context() -> None:
    (request,) = sample("openai_agents/max_turns.jsonl").requests
    assert request.context is not None
    assert request.context.status == "unknown"
    assert "kept by the provider" in str(request.context.reason)


def test_a_trace_that_was_sent_in_two_batches_is_one_run() -> None:
    longer = [*ASKED, {"role": "assistant", "content": "done"}, {"role": "user", "content": "more"}]
    made = read_values({"data": [TRACE, generation("a")]}, {"data": [generation("b", 5, longer)]}, lines=True)
    (run,) = made
    assert [len(message.blocks) for message in run.messages] == [1, 1, 1, 1]
    assert [(array.first, array.count) for array in run.records] == [(1, 2), (3, 1)]
    assert run.label == "w"


def test_an_entry_of_another_kind_is_a_problem() -> None:
    (run,) = read_values({"data": [TRACE, generation("a"), {"object": "event"}]})
    assert [problem.record for problem in run.problems] == [3]
    assert unaccounted((run,)) == []
