"""Events of the Cursor CLI."""

from typing import Any

import pytest
from accounting import unaccounted
from conftest import read_values, sample

from viewer.model.block import ToolResult, ToolUse
from viewer.model.run import Run


def event(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, **fields, "session_id": "s"}


def call(state: str, call_id: str, **about: Any) -> dict[str, Any]:
    return event("tool_call", subtype=state, call_id=call_id, tool_call={"shellToolCall": about})


def said(words: str) -> dict[str, Any]:
    return event("assistant", message={"role": "assistant", "content": [{"type": "text", "text": words}]})


def one(*values: Any) -> Run:
    (run,) = read_values(*values, call("started", "last", args={}), lines=True)
    assert unaccounted((run,)) == []
    return run


def test_calls_at_once_are_one_reply_and_their_results_one_message() -> None:
    run = sample("cursor/stream.jsonl")
    assert [message.records for message in run.messages] == [(2,), (3, 4, 5), (6, 7), (8,)]
    assert run.run_id == "cur-1"


@pytest.mark.parametrize(
    ("result", "content", "flag"),
    [
        ({"success": {"content": "x"}}, {"content": "x"}, False),
        ({"error": {"errorMessage": "no"}}, {"errorMessage": "no"}, True),
        ({"rejected": {"reason": "user"}}, {"reason": "user"}, True),
        ({"exitCode": 0, "stdout": ""}, {"exitCode": 0, "stdout": ""}, None),
        (None, None, None),
    ],
)
def test_the_key_of_a_result_tells_whether_it_failed(result: Any, content: Any, flag: bool | None) -> None:
    run = one(call("started", "c", args={"command": "ls"}), call("completed", "c", args={}, result=result))
    assert run.messages[0].blocks == (ToolUse("c", "shellToolCall", {"command": "ls"}),)
    assert run.messages[1].blocks == (ToolResult("c", content, flag),)


def test_thinking_belongs_to_the_reply() -> None:
    run = one(event("thinking", subtype="delta", text="hm"), event("thinking", subtype="completed"), said("yes"))
    assert ([aside.record for aside in run.set_aside], run.messages[0].records) == ([2], (1, 3, 4))


@pytest.mark.parametrize(
    ("last", "kind", "cut_by"),
    [
        (event("result", subtype="success", is_error=False), "open", None),
        (event("result", subtype="error", is_error=True), "censored", "crash"),
        (event("other"), "open", None),
    ],
)
def test_the_result_tells_the_ending(last: dict[str, Any], kind: str, cut_by: str | None) -> None:
    run = one(said("x"), last)
    assert (run.ending.kind, run.ending.cut_by) == (kind, cut_by)


def test_the_result_s_counts_are_stated_as_they_are() -> None:
    (stated,) = sample("cursor/stream.jsonl").stated
    assert (stated.usage, stated.metrics["inputTokens"]) == (None, 100)
