"""Eval sets of Google ADK."""

from typing import Any

from accounting import unaccounted
from claims import claims
from conftest import SAMPLES, read_values

from viewer import load
from viewer.model.block import Text, ToolUse


def test_a_case_is_a_run_and_each_turn_of_it_a_record() -> None:
    run, _ = load.runs(next(load.sources([SAMPLES / "google_adk/eval_set.json"])))
    assert (run.run_id, run.label, run.attributes["session_input"]["user_id"]) == ("dim", "lamps", "ada")
    assert [message.records for message in run.messages] == [(1,), (1,), (1,), (2,), (2,)]
    (call,) = run.messages[1].blocks
    assert isinstance(call, ToolUse) and (call.id, call.input) == ("u1", {"room": "hall", "level": 20})
    assert "expected of an agent" in run.notes[0]


def test_a_case_without_a_conversation_is_a_problem() -> None:
    *_, run = load.runs(next(load.sources([SAMPLES / "google_adk/eval_set.json"])))
    assert [problem.record for problem in run.problems] == [3] and unaccounted((run,)) == []


def test_camel_case_events_and_results_are_read_too() -> None:
    turn: dict[str, Any] = {
        "userContent": {"parts": [{"text": "go"}]},
        "intermediateData": {
            "invocationEvents": [{"author": "a", "content": {"role": "model", "parts": [{"text": "wait"}]}}],
            "toolUses": [{"id": "u", "name": "f", "args": {}}],
            "toolResponses": [{"id": "u", "name": "f", "response": {"output": 1}}],
        },
    }
    value = {"evalSetId": "x", "evalCases": [{"evalId": "c", "conversation": [turn, 5]}]}
    assert claims(value)["google_adk"] == 3
    (run,) = read_values(value)
    assert [message.role for message in run.messages] == ["user", "assistant", "assistant", "user"]
    assert [problem.record for problem in run.problems] == [2] and unaccounted((run,)) == []


def test_a_scenario_of_a_simulated_user_begins_with_its_words() -> None:
    scenario = {"starting_prompt": "Lights, please", "conversation_plan": "ask for more"}
    (run,) = read_values({"eval_set_id": "x", "eval_cases": [{"eval_id": "c", "conversation_scenario": scenario}]})
    assert [message.blocks for message in run.messages] == [(Text("Lights, please"),)]
    assert run.problems == () and run.attributes["conversation_scenario"] == scenario


def test_last_words_of_nothing_are_no_reply() -> None:
    turn = {
        "user_content": {"parts": [{"text": "go"}]},
        "intermediate_data": {"tool_uses": [{"id": None, "name": "f", "args": {}}]},
        "final_response": {"role": "model", "parts": [{"text": None}]},
    }
    (run,) = read_values({"eval_set_id": "x", "eval_cases": [{"eval_id": "c", "conversation": [turn]}]})
    assert len(run.requests) == 1
