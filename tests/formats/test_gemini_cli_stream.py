"""stream-json of Gemini CLI."""

from typing import Any

import pytest
from conftest import read_values, sample

from viewer.model.block import Text, ToolResult, ToolUse
from viewer.model.run import Run

INIT = {"type": "init", "timestamp": "2026-03-02T09:00:00Z", "session_id": "s", "model": "gemini-2.5-flash"}


def event(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, "timestamp": "2026-03-02T09:00:01Z", **fields}


def said(words: str, *, delta: bool = True) -> dict[str, Any]:
    return event("message", role="assistant", content=words, delta=delta)


def one(*events: dict[str, Any]) -> Run:
    (run,) = read_values(INIT, *events, lines=True)
    return run


def test_deltas_and_calls_up_to_the_results_are_one_reply() -> None:
    run = sample("gemini_cli/stream.jsonl")
    assert run.messages[1].records == (3, 4, 5, 6)
    assert run.messages[1].blocks[0] == Text("I ask the gate.")


def test_an_error_in_the_output_of_a_success_is_no_flag() -> None:
    results = [block for block in sample("gemini_cli/stream.jsonl").messages[2].blocks if isinstance(block, ToolResult)]
    assert [result.is_error for result in results] == [False, True]


def test_a_stream_without_its_result_is_open_and_keeps_its_last_words() -> None:
    run = one(said("I "), said("am"))
    assert run.messages[0].blocks == (Text("I am"),)
    assert run.messages[0].records == (2, 3)
    assert run.ending.kind == "open"


def test_a_call_without_result_and_without_words_is_a_reply() -> None:
    run = one(event("tool_use", tool_name="gate", tool_id="t1", parameters={}))
    assert run.messages[0].blocks == (ToolUse("t1", "gate", {}),)


def test_a_result_without_output_is_kept() -> None:
    run = one(event("tool_use", tool_name="f", tool_id="t"), event("tool_result", tool_id="t", status="success"))
    assert run.messages[1].blocks == (ToolResult("t", None, False),)


@pytest.mark.parametrize(
    ("result", "kind", "cut_by"),
    [
        ({"status": "success"}, "unknown", None),
        ({"status": "error", "error": {"type": "FatalCancellationError"}}, "censored", "abort"),
        ({"status": "error"}, "censored", "crash"),
    ],
)
def test_the_result_tells_the_ending(result: dict[str, Any], kind: str, cut_by: str | None) -> None:
    ending = one(said("done"), event("result", **result)).ending
    assert (ending.kind, ending.cut_by) == (kind, cut_by)
