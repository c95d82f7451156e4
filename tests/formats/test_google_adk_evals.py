"""Eval sets of Google ADK."""

from typing import Any

from accounting import unaccounted
from claims import claims
from conftest import SAMPLES, read_values

from viewer import load
from viewer.model.block import Text, ToolResult, ToolUse


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


OLD_TURN = {
    "query": "dim the hall",
    "expected_tool_use": [{"tool_name": "dim", "tool_input": {"room": "hall"}, "mock_tool_output": "ok"}],
    "expected_intermediate_agent_responses": [{"author": "lamps", "text": "wait"}],
    "reference": "It is dim.",
}


def test_turns_of_the_older_layout_are_one_run() -> None:
    (run,) = runs = read_values([OLD_TURN, {"query": "thanks", "expected_tool_use": [], "reference": ""}, {"query": 5}])
    assert run.format == "google_adk"
    assert [message.blocks for message in run.messages] == [
        (Text("dim the hall"),),
        (Text("wait"),),
        (ToolUse(None, "dim", {"room": "hall"}),),
        (ToolResult(None, "ok", None, "dim"),),
        (Text("It is dim."),),
        (Text("thanks"),),
    ]
    assert [problem.record for problem in run.problems] == [3]
    assert unaccounted(runs) == []


def test_cases_of_the_older_layout_are_a_run_each() -> None:
    session = {"user_id": "ada"}
    runs = read_values(
        [{"name": "a", "data": [OLD_TURN], "initial_session": session}, {"name": "b", "data": [OLD_TURN]}]
    )
    assert [(run.run_id, run.records[0].path) for run in runs] == [("a", "[0].data"), ("b", "[1].data")]
    assert runs[0].attributes == {"initial_session": session}
    assert unaccounted(runs) == []
