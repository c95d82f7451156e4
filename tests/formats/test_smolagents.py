"""smolagents memory."""

from typing import Any

from accounting import unaccounted
from conftest import read_values, sample

from viewer.formats.smolagents import FORMAT, usage
from viewer.model.block import Text, ToolResult, ToolUse
from viewer.model.run import Run
from viewer.model.usage import Usage

TASK = {"task": "go"}


def action(**more: Any) -> dict[str, Any]:
    return {"step_number": 1, "observations": None, **more}


def one(*steps: Any) -> Run:
    (run,) = read_values(list(steps))
    assert unaccounted((run,)) == []
    return run


def test_code_that_the_harness_ran_is_a_call_parsed_from_text() -> None:
    run = sample("smolagents/memory.json")
    call = run.messages[2].blocks[1]
    assert call == ToolUse("call_1", "python_interpreter", "measure('mill')", from_text=True)
    failed = ToolResult("call_1", "measure is not defined", True, "python_interpreter", from_text=True)
    assert run.messages[3].blocks == (failed,)


def test_tokens_are_as_recorded_and_no_cache_is_told() -> None:
    run = sample("smolagents/memory.json")
    assert [request.usage for request in run.requests][:2] == [Usage(50, None, None, 8), Usage(100, None, None, 10)]
    assert usage(None) is None


def test_a_final_answer_ends_the_run_without_a_verdict() -> None:
    assert sample("smolagents/memory.json").ending.kind == "unknown"


def test_a_limit_of_steps_cuts_the_run() -> None:
    run = sample("smolagents/result.json")
    assert (run.ending.kind, run.ending.cut_by, run.exit_status) == ("censored", "steps", "max_steps_error")
    assert run.messages[-1].blocks == (Text("no call was found"),)


def test_of_several_calls_the_last_holds_what_was_observed() -> None:
    calls = [{"id": id, "type": "function", "function": {"name": "t", "arguments": {}}} for id in "ab"]
    run = one(TASK, action(tool_calls=calls, observations="both"))
    assert run.messages[2].blocks == (ToolResult("a", None, None, "t"), ToolResult("b", "both", False, "t"))


def test_other_values_are_problems_and_the_final_answer_is_set_aside() -> None:
    run = one(TASK, action(model_output="x"), {"output": 3}, {"else": 1}, 5)
    assert [problem.record for problem in run.problems] == [4, 5]
    assert [aside.kind for aside in run.set_aside] == ["final answer"]


def test_it_says_that_it_was_written_after_the_documentation() -> None:
    assert FORMAT.from_documentation
