"""kimi-cli: its context file, and the events of its wire."""

from typing import Any

from accounting import unaccounted
from conftest import read_values, sample

from viewer.model.block import ToolResult, ToolUse
from viewer.model.run import Run
from viewer.model.usage import Usage


def event(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": 1769000000.5, "message": {"type": kind, "payload": payload}}


def one(*values: Any) -> Run:
    (run,) = read_values(*values, lines=True)
    assert unaccounted((run,)) == []
    return run


def test_content_and_calls_of_a_step_are_one_reply_with_the_tokens_of_its_status() -> None:
    run = sample("kimi/kimi_cli_wire.jsonl")
    assert run.messages[1].records == (4, 5)
    assert run.requests[0].usage == Usage(15, 4000, 0, 22)
    assert run.messages[1].blocks[1] == ToolUse("Shell:0", "Shell", {"command": "date"})


def test_an_interrupted_step_cuts_the_run() -> None:
    ending = sample("kimi/kimi_cli_wire.jsonl").ending
    assert (ending.kind, ending.cut_by) == ("censored", "abort")


def test_an_output_alone_is_the_result_and_what_stands_beside_it_is_kept() -> None:
    run = one(
        event("TurnBegin", user_input=[{"type": "text", "text": "go"}]),
        event(
            "ToolResult",
            tool_call_id="a",
            return_value={"is_error": True, "output": "no", "message": "", "display": []},
        ),
        event("ToolResult", tool_call_id="b", return_value={"is_error": False, "output": "yes", "message": "Done."}),
    )
    assert run.messages[1].blocks == (
        ToolResult("a", "no", True),
        ToolResult("b", {"output": "yes", "message": "Done."}, False),
    )


def test_a_status_before_any_reply_measures_nothing() -> None:
    run = one(event("TurnBegin", user_input="go"), event("StatusUpdate", token_usage={"input_other": 1, "output": 1}))
    assert (run.requests, [aside.kind for aside in run.set_aside]) == ((), ["StatusUpdate"])


def test_events_of_other_agents_are_set_aside_and_counted() -> None:
    run = one(event("TurnBegin", user_input="go"), event("SubagentEvent", parent_tool_call_id="c", event={}))
    assert run.notes == ("1 events of other agents are set aside: their runs are in files of their own",)


def test_after_a_compaction_what_requests_saw_is_not_known() -> None:
    run = one(
        event("TurnBegin", user_input="go"),
        event("CompactionBegin"),
        event("CompactionEnd"),
        event("ContentPart", type="text", text="yes"),
    )
    context = run.requests[0].context
    assert context is not None and context.status == "unknown"


def test_a_context_file_holds_messages_and_marks() -> None:
    run = sample("kimi/kimi_cli_context.jsonl")
    assert run.request_fields[0].system.value == "You are Kimi."
    assert [aside.kind for aside in run.set_aside] == ["_checkpoint", "_usage", "_checkpoint"]
    assert [message.role for message in run.messages] == ["user", "assistant", "user", "assistant"]


def test_a_role_that_is_not_known_is_a_problem() -> None:
    run = one({"role": "_checkpoint", "id": 0}, {"role": "hologram", "content": "x"})
    assert [problem.record for problem in run.problems] == [2]
