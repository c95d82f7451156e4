"""Events of `codex exec --json`: what makes a reply, what a tool's item holds of the call and of its outcome."""

from typing import Any

from conftest import read_values, sample

from viewer.analysis.summary import summary
from viewer.model.block import Text, Thinking, ToolResult, ToolUse
from viewer.model.run import Run
from viewer.model.usage import Usage

BEGIN = {"type": "thread.started", "thread_id": "t1"}


def ended(number: int, kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": "item.completed", "item": {"id": f"item_{number}", "type": kind, **fields}}


def one(*events: dict[str, Any]) -> Run:
    (run,) = read_values(BEGIN, *events, lines=True)
    return run


def test_items_until_a_result_came_are_one_reply() -> None:
    run = sample("codex/exec_events.jsonl")
    assert [message.records for message in run.messages] == [(3, 4, 5), (6, 7), (9,), (9,), (10,)]
    assert run.messages[0].blocks == (
        Thinking("**Looking at the ledger**"),
        ToolUse("item_1", "shell", {"command": "bash -lc 'cat ledger.csv'"}),
        ToolUse("item_2", "balance", {"account": "ops"}),
    )


def test_a_failed_command_is_an_error_and_keeps_its_exit_code() -> None:
    results = sample("codex/exec_events.jsonl").messages[1].blocks
    assert [block.is_error for block in results if isinstance(block, ToolResult)] == [False, True]
    assert isinstance(results[1], ToolResult) and results[1].content["exit_code"] == 1


def test_an_item_that_only_ends_holds_call_and_result() -> None:
    run = one(ended(0, "file_change", changes=[{"path": "a", "kind": "add"}], status="completed"))
    assert run.messages[0].blocks == (ToolUse("item_0", "apply_patch", {"changes": [{"path": "a", "kind": "add"}]}),)
    assert run.messages[1].blocks == (ToolResult("item_0", "completed", False, "apply_patch"),)


def test_a_web_search_runs_at_the_provider() -> None:
    run = one(ended(0, "web_search", query="q"), ended(1, "agent_message", text="a"))
    assert run.messages[0].blocks == (ToolUse("item_0", "web_search", {"query": "q"}, "provider"), Text("a"))


def test_tokens_are_the_threads_so_far_and_stated() -> None:
    first, second = ({"input_tokens": n * 10, "cached_input_tokens": n, "output_tokens": n} for n in (2, 5))
    run = one({"type": "turn.completed", "usage": first}, {"type": "turn.completed", "usage": second})
    assert run.stated[0].usage == Usage(45, 5, None, 5)
    assert summary(sample("codex/exec_events.jsonl")).usage == Usage(1420, 7680, None, 214)


def test_tokens_that_fall_are_each_turns_own() -> None:
    first, second = ({"input_tokens": n * 10, "cached_input_tokens": 0, "output_tokens": n} for n in (5, 2))
    run = one({"type": "turn.completed", "usage": first}, {"type": "turn.completed", "usage": second})
    assert run.stated[0].usage == Usage(70, 0, None, 7)


def test_the_last_event_of_a_turn_tells_the_ending() -> None:
    started = {"type": "turn.started"}
    assert one(started, ended(0, "agent_message", text="a")).ending.kind == "open"
    failed = one(started, {"type": "turn.failed", "error": {"message": "quota"}})
    assert (failed.ending.kind, failed.ending.cut_by, failed.exit_status) == ("censored", "crash", "turn.failed")
