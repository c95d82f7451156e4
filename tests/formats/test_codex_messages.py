"""Older events of `codex exec --json`, each under `msg`."""

from typing import Any

from accounting import unaccounted
from conftest import read_values

from viewer.analysis.summary import summary
from viewer.model.block import Text, Thinking, ToolResult, ToolUse
from viewer.model.run import Run
from viewer.model.usage import Usage

HEAD = [{"model": "gpt-x", "workdir": "/tmp", "provider": "openai"}, {"prompt": "list"}]


def event(kind: str, **fields: Any) -> dict[str, Any]:
    return {"id": "0", "msg": {"type": kind, **fields}}


def one(*events: dict[str, Any]) -> Run:
    (run,) = read_values(*HEAD, *events, lines=True)
    assert run.format == "codex"
    assert unaccounted((run,)) == []
    return run


def test_settings_are_request_fields_and_the_prompt_is_the_first_message() -> None:
    run = one(event("task_started"), event("agent_message", message="done"), event("task_complete"))
    assert run.request_fields[0].parameters.value == HEAD[0]
    assert run.messages[0].blocks == (Text("list"),)
    assert (run.requests[0].model, run.exit_status) == ("gpt-x", "task_complete")


def test_what_the_model_wrote_until_a_result_came_is_one_reply() -> None:
    run = one(
        event("agent_reasoning", text="look"),
        event("exec_command_begin", call_id="c", command=["ls"], cwd="/tmp", parsed_cmd=[]),
        event("exec_command_end", call_id="c", stdout="a", stderr="", exit_code=2),
        event("agent_message", message="a"),
    )
    assert [message.records for message in run.messages] == [(2,), (3, 4), (5,), (6,)]
    assert run.messages[1].blocks == (Thinking("look"), ToolUse("c", "shell", {"command": ["ls"], "cwd": "/tmp"}))
    assert run.messages[2].blocks == (ToolResult("c", {"stdout": "a", "stderr": "", "exit_code": 2}, True),)


def test_a_call_of_an_mcp_server_has_the_name_of_its_tool() -> None:
    asked = {"server": "s", "tool": "balance", "arguments": {"n": 1}}
    run = one(
        event("mcp_tool_call_begin", call_id="c", invocation=asked),
        event("mcp_tool_call_end", call_id="c", invocation=asked, result={"Ok": {"content": []}}),
    )
    assert run.messages[1].blocks == (ToolUse("c", "balance", {"n": 1}),)
    assert run.messages[2].blocks == (ToolResult("c", {"Ok": {"content": []}}, False),)


def test_tokens_are_counted_once_as_the_total_grows() -> None:
    def counted(n: int) -> dict[str, Any]:
        return event("token_count", input_tokens=10 * n, cached_input_tokens=n, output_tokens=n)

    run = one(event("agent_message", message="a"), counted(1), event("agent_message", message="b"), counted(3))
    assert [request.usage for request in run.requests] == [Usage(9, 1, None, 1), Usage(18, 2, None, 2)]
    assert summary(run).usage == run.stated[0].usage == Usage(27, 3, None, 3)


def test_an_error_at_the_end_is_a_crash() -> None:
    assert one(event("task_started"), event("error", message="quota")).ending.cut_by == "crash"
