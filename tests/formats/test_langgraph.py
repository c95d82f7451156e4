"""LangGraph state history."""

from typing import Any

from accounting import unaccounted
from conftest import SAMPLES, read_values, sample

from viewer import load
from viewer.analysis.summary import summary
from viewer.model.run import Run
from viewer.model.usage import Usage


def threads() -> tuple[Run, ...]:
    return load.runs(next(load.sources([SAMPLES / "langgraph/thread_history.jsonl"])))


def said(kind: str, words: str, id: str | None = None, **more: Any) -> dict[str, Any]:
    return {"type": kind, "content": words, "id": id, **more}


def state(*messages: Any, step: int = 0, **more: Any) -> dict[str, Any]:
    config = {"configurable": {"thread_id": "t"}}
    return {"values": {"messages": list(messages)}, "next": [], "config": config, "metadata": {"step": step}, **more}


def one(*states: Any) -> Run:
    (run,) = read_values(list(states))
    assert unaccounted((run,)) == []
    return run


ASK, ANSWER = said("human", "go", "1"), said("ai", "done", "2")


def test_snapshots_of_a_thread_are_one_run_in_the_order_of_time() -> None:
    run = sample("langgraph/state_history.json")
    assert [message.role for message in run.messages] == ["user", "assistant", "user", "assistant"]
    assert [message.records for message in run.messages] == [(4,), (3,), (2,), (1,)]
    assert run.messages[0].timestamp == "2026-02-03T08:00:02+00:00"
    assert (run.run_id, run.attributes["state.site"]) == ("mast-1", "north")


def test_each_message_is_counted_once_and_the_cache_is_taken_off_the_input() -> None:
    run = sample("langgraph/state_history.json")
    assert [request.usage for request in run.requests] == [Usage(12, 40, 8, 12), Usage(90, None, None, 11)]
    assert summary(run).error_results == 1


def test_each_thread_of_a_file_is_a_run() -> None:
    assert [run.run_id for run in threads()] == ["th-1", "th-2"]


def test_a_call_that_waits_for_an_answer_leaves_the_run_open() -> None:
    first, second = threads()
    assert (first.ending.kind, first.ending.rule) == ("open", "the newest state waits for an answer to an interrupt")
    assert (second.ending.kind, second.ending.cut_by) == ("censored", "crash")


def test_nodes_that_are_still_to_run_leave_it_open() -> None:
    assert one({**state(ASK), "next": ["agent"]}).ending.kind == "open"
    assert one(state(ASK, ANSWER)).ending.kind == "unknown"


def test_without_times_the_steps_tell_the_order() -> None:
    for states in ([state(ASK), state(ASK, ANSWER, step=1)], [state(ASK, ANSWER, step=1), state(ASK)]):
        assert [message.role for message in one(*states).messages] == ["user", "assistant"]


def test_a_snapshot_may_be_written_as_the_tuple_that_it_is() -> None:
    config = {"configurable": {"thread_id": "t"}}
    run = one([{"messages": [ASK, ANSWER]}, [], config, {"step": 0}, "2026-01-01T00:00:00Z", None, []])
    assert len(run.messages) == 2


def test_what_is_no_snapshot_is_a_problem() -> None:
    run = one(state(ASK, ANSWER), {"other": 1}, 5)
    assert [problem.record for problem in run.problems] == [2, 3]


def test_a_sub_graphs_states_are_a_run_of_their_own() -> None:
    inner = {**state(ASK), "config": {"configurable": {"thread_id": "t", "checkpoint_ns": "sub"}}}
    made = read_values([state(ASK, ANSWER), inner])
    assert [run.run_id for run in made] == ["t", "t/sub"]


def test_a_thread_as_the_server_lists_it_is_its_newest_state() -> None:
    held = {"messages": [said("human", "go"), said("ai", "ok")]}
    thread: dict[str, Any] = {"thread_id": "t7", "status": "error", "values": held, "interrupts": {}}
    run = one(thread)
    assert (run.run_id, len(run.messages), run.ending.cut_by) == ("t7", 2, "crash")
