"""SWE-agent: endings, totals, attempts, and that the pseudo step of an exit is no reply."""

import json
from typing import Any

import pytest
from accounting import unaccounted
from conftest import SAMPLES, read_values, sample

from viewer import load
from viewer.analysis.pairing import pair
from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.registry import choose
from viewer.formats.swe_agent import FORMAT
from viewer.model.block import ToolResult, ToolUse
from viewer.model.run import Run
from viewer.model.usage import Usage

TEXT = "swe_agent/text_commands_cut_by_cost.traj"
NATIVE = "swe_agent/native_calls_with_rejected_reply.traj"


def message(role: str, content: str, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": content, "agent": "primary", **more}


def acted(action: str) -> dict[str, Any]:
    return message("assistant", f"```\n{action}\n```", thought="t", action=action)


def step(action: str, observation: str = "seen") -> dict[str, Any]:
    return {
        "action": action,
        "observation": observation,
        "response": f"```\n{action}\n```",
        "thought": "t",
        "state": "",
    }


def traj(history: list[Any], steps: list[Any], **details: Any) -> dict[str, Any]:
    return {"environment": "swe_main", "history": history, "trajectory": steps, "info": details}


def one(value: Any) -> Run:
    (run,) = read_values(value, format="swe_agent")
    return run


def test_demonstrations_are_set_aside_and_named_in_what_was_visible() -> None:
    run = sample(TEXT)
    assert [aside.record for aside in run.set_aside if aside.kind == "demonstration"] == [2, 3, 4]
    context = run.requests[0].context
    assert context is not None and context.ranges == ((0, 0),)
    assert context.rule == "0..n-1, after the demonstration (3 records, set aside)"


def test_a_command_written_as_text_is_a_call_by_position() -> None:
    run = sample(TEXT)
    call, result = run.messages[3].blocks[-1], run.messages[4].blocks[0]
    assert call == ToolUse(None, "edit", "edit 1:1\ndef add(a, b):\nend_of_edit\n", from_text=True)
    assert isinstance(result, ToolResult) and result.from_text and result.tool_use_id is None
    assert len(pair(run.messages).by_position) == 3


def test_the_exit_that_the_harness_wrote_is_no_reply() -> None:
    run = sample(TEXT)
    assert len(run.requests) == 3
    assert [aside.record for aside in run.set_aside if aside.kind == "harness exit"] == [12, 16]


def test_both_lists_are_accounted_for() -> None:
    run = sample(TEXT)
    assert [(array.path, array.first, array.count) for array in run.records] == [
        ("history", 1, 12),
        ("trajectory", 13, 4),
    ]
    assert unaccounted((run,)) == []


def test_the_last_observation_which_only_the_last_step_holds_answers_the_last_call() -> None:
    run = one(traj([message("system", "s"), message("user", "u"), acted("submit")], [step("submit", "diff")]))
    assert run.messages[-1].blocks == (ToolResult(None, "diff", from_text=True),)
    assert run.messages[-1].records == (4,)
    assert pair(run.messages).unanswered == ()


def test_an_empty_last_observation_is_a_result_all_the_same() -> None:
    run = one(traj([message("user", "u"), acted("rm x")], [step("rm x", "")]))
    assert run.messages[-1].blocks == (ToolResult(None, "", from_text=True),)


def test_a_call_without_any_observation_is_unanswered() -> None:
    assert summary(one(traj([message("user", "u"), acted("ls")], []))).unanswered_calls == 1


def test_native_calls_keep_their_ids_even_where_they_repeat() -> None:
    run = sample(NATIVE)
    pairing = pair(run.messages)
    assert [(call[0], result[0]) for call, result in pairing.answers.items()] == [(1, 2), (3, 4), (5, 6)]
    assert [block.id for message in run.messages for block in message.blocks if isinstance(block, ToolUse)] == [
        "call_1",
        "call_1",
        "call_2",
    ]


def test_totals_of_the_run_count_where_no_request_records_any() -> None:
    counts = summary(sample(TEXT))
    assert counts.usage == Usage(52000, None, None, 900)
    assert counts.requests_without_usage == 3


def test_totals_of_zero_are_not_recorded() -> None:
    run = sample(NATIVE)
    assert summary(run).usage == Usage()
    assert run.stated[0].usage is None and run.stated[0].metrics["api_calls"] == 4


@pytest.mark.parametrize(
    ("status", "kind", "cut_by"),
    [
        ("submitted", "unknown", None),
        ("exit_cost", "censored", "money"),
        ("submitted (exit_cost)", "censored", "money"),
        ("submitted (exit_context)", "censored", "tokens"),
        ("exit_format", "censored", "abort"),
        ("submitted (exit_total_execution_time)", "censored", "time"),
        ("exit_environment_error", "censored", "crash"),
        ("a word of next year", "unknown", None),
        (None, "open", None),
    ],
)
def test_the_ending_is_told_by_the_exit_status(status: str | None, kind: str, cut_by: str | None) -> None:
    run = one(traj([message("user", "u"), acted("ls")], [step("ls")], exit_status=status))
    assert (run.ending.kind, run.ending.cut_by, run.exit_status, run.outcome) == (kind, cut_by, status, "unknown")


def test_the_cost_limit_of_the_configuration_is_the_cap() -> None:
    value = traj([message("user", "u"), acted("ls")], [step("ls")], exit_status="exit_cost")
    value["replay_config"] = json.dumps({"agent": {"model": {"name": "m", "per_instance_cost_limit": 2.5}}})
    run = one(value)
    assert (run.ending.cap, run.ending.cap_unit, run.models) == (2.5, "US dollars", ("m",))


def test_each_attempt_of_a_file_is_a_run() -> None:
    runs = load.runs(next(load.sources([SAMPLES / "swe_agent/two_attempts.traj"])))
    assert [run.run_id for run in runs] == ["attempt 0", "attempt 1"]
    assert [run.exit_status for run in runs] == ["exit_command", "submitted (exit_context)"]


def test_a_file_without_history_is_read_from_its_steps() -> None:
    run = one({"trajectory": [step("ls", "a"), step("cat a", "b")], "info": {}})
    assert [message.records for message in run.messages] == [(1,), (1,), (2,), (2,)]
    assert (summary(run).tool_calls, summary(run).unanswered_calls) == (2, 0)
    assert run.requests[1].context is not None and run.requests[1].context.ranges == ((0, 1),)


def test_a_file_with_history_only_is_read() -> None:
    run = one({"history": [message("user", "u"), acted("ls"), message("user", "a")], "info": {}})
    assert [message.role for message in run.messages] == ["user", "assistant", "user"]


def test_it_is_claimed_by_its_lists() -> None:
    chosen, _ = choose(decode(json.dumps(traj([message("user", "u")], [step("ls")])).encode(), "x"))
    assert chosen is FORMAT
