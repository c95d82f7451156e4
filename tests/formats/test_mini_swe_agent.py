"""mini-swe-agent: actions in calls and in text, what the harness writes, how runs end."""

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import SAMPLES, sample

from viewer import load
from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.registry import matches
from viewer.model.block import Text, ToolResult, ToolUse
from viewer.model.run import Run
from viewer.model.usage import Usage

CALLS = json.loads((SAMPLES / "mini_swe_agent" / "calls.traj.json").read_text(encoding="utf-8"))


def run_of(tmp_path: Path, value: Any) -> Run:
    path = tmp_path / "run.traj.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    (run,) = load.runs(next(load.sources([path])))
    return run


def talk(*contents: str) -> list[dict[str, Any]]:
    """A list of the first versions: system, task, then replies and answers in turn."""
    roles = ["system", "user", *["assistant", "user"] * len(contents)]
    return [{"role": role, "content": content} for role, content in zip(roles, contents, strict=False)]


def test_cache_is_taken_off_the_prompt_wherever_the_reply_tells_it() -> None:
    first, second, third = sample("mini_swe_agent/calls.traj.json").requests
    assert first.usage == Usage(1000 - 600 - 300, 600, 300, 20)
    assert second.usage == Usage(1200 - 900, 900, None, 10)
    assert third.usage is None


def test_a_submit_call_that_only_the_exit_entry_follows_stays_unanswered() -> None:
    run = sample("mini_swe_agent/calls.traj.json")
    assert (summary(run).tool_results, summary(run).unanswered_calls) == (2, 1)
    assert [(aside.record, aside.kind) for aside in run.set_aside] == [(9, "exit")]


def test_only_an_exception_of_the_environment_is_an_error() -> None:
    results = [
        block
        for message in sample("mini_swe_agent/calls.traj.json").messages
        for block in message.blocks
        if isinstance(block, ToolResult)
    ]
    assert [block.is_error for block in results] == [False, True]


def test_a_complaint_about_the_format_is_the_harness_s_and_tells_of_a_lost_reply() -> None:
    run = sample("mini_swe_agent/calls.traj.json")
    assert run.messages[3].producers[0].who == "loop"
    assert run.notes == ("1 replies were rejected by the harness and are not in the list",)


def test_a_fenced_action_is_a_call_and_what_follows_it_its_result() -> None:
    run = sample("mini_swe_agent/fenced.json")
    assert run.messages[3].blocks[1] == ToolUse(None, "bash", {"command": "wc -l notes.txt"}, from_text=True)
    assert type(run.messages[4].blocks[0]) is ToolResult
    assert run.messages[4].blocks[0].from_text


def test_two_fences_are_no_action_and_what_follows_is_no_result() -> None:
    run = sample("mini_swe_agent/fenced.json")
    assert [type(block) for block in run.messages[1].blocks] == [Text]
    assert type(run.messages[2].blocks[0]) is Text


def test_a_blank_observation_is_a_result(tmp_path: Path) -> None:
    run = run_of(tmp_path, talk("s", "t", "```mswea_bash_command\ntrue\n```", ""))
    assert summary(run).tool_results == 1


def test_actions_that_the_harness_names_win_over_the_text(tmp_path: Path) -> None:
    said = talk("s", "t", "no fence at all", "out")
    said[2]["extra"] = {"actions": [{"command": "ls"}]}
    run = run_of(tmp_path, {"info": {"mini_version": "2"}, "messages": said})
    assert run.messages[1].blocks[1] == ToolUse(None, "bash", {"command": "ls"}, from_text=True)


def test_content_in_parts_may_hold_the_action(tmp_path: Path) -> None:
    said: list[dict[str, Any]] = talk("s", "t", "", "out")
    said[2]["content"] = [{"type": "text", "text": "```bash\nls\n```"}]
    run = run_of(tmp_path, {"info": {"model_stats": {}}, "messages": said})
    assert summary(run).tool_calls == 1


def test_whole_responses_in_the_list_are_replies() -> None:
    run = sample("mini_swe_agent/responses.traj.json")
    (request,) = run.requests
    assert (request.stop_reason, request.usage) == ("tool_use", Usage(372, 128, None, 40))
    assert (summary(run).tool_calls, summary(run).tool_results) == (1, 1)
    assert run.messages[3].producers[0].who == "caller"


@pytest.mark.parametrize(
    ("status", "kind", "cut_by", "cap", "unit"),
    [
        ("Submitted", "unknown", None, None, None),
        ("LimitsExceeded", "censored", "steps", 4, "requests"),
        ("TimeExceeded", "censored", "time", None, None),
        ("UserInterruption", "censored", "abort", None, None),
        ("ContextWindowExceededError", "censored", "tokens", None, None),
        ("InternalServerError", "censored", "crash", None, None),
    ],
)
def test_the_exit_status_tells_the_ending(
    tmp_path: Path, status: str, kind: str, cut_by: str | None, cap: float | None, unit: str | None
) -> None:
    run = run_of(tmp_path, {**CALLS, "info": {**CALLS["info"], "exit_status": status}})
    assert (run.ending.kind, run.ending.cut_by, run.ending.cap, run.ending.cap_unit) == (kind, cut_by, cap, unit)
    assert (run.outcome, run.exit_status) == ("unknown", status)


def test_a_limit_of_money_is_told_from_one_of_steps(tmp_path: Path) -> None:
    info = {**CALLS["info"], "model_stats": {"instance_cost": 3.01, "api_calls": 3}}
    ending = run_of(tmp_path, {**CALLS, "info": info}).ending
    assert (ending.cut_by, ending.cap, ending.cap_unit) == ("money", 3.0, "US dollars")
    ending = run_of(tmp_path, {**CALLS, "info": {**info, "model_stats": {}}}).ending
    assert (ending.kind, ending.cut_by) == ("censored", None)


def test_without_a_status_the_list_itself_tells(tmp_path: Path) -> None:
    assert run_of(tmp_path, talk("s", "t", "```bash\nls\n```", "<returncode>0")).ending.kind == "open"
    submitted = talk("s", "t", "```bash\necho MINI_SWE_AGENT_FINAL_OUTPUT\n```", "<returncode>0")
    assert run_of(tmp_path, submitted).ending.kind == "unknown"


def test_a_run_whose_first_request_failed_has_no_request(tmp_path: Path) -> None:
    value = {**CALLS, "messages": CALLS["messages"][:2], "info": {**CALLS["info"], "exit_status": "Timeout"}}
    run = run_of(tmp_path, value)
    assert (len(run.requests), run.models) == (0, ("anthropic/claude-sonnet-4-5",))


def test_lists_are_claimed_by_their_fences_only() -> None:
    def claimed(value: Any) -> bool:
        names = [format.name for format, _, _ in matches(decode(json.dumps(value).encode(), "x.json"))]
        return "mini_swe_agent" in names

    assert claimed(talk("s", "t", "```mswea_bash_command\nls\n```", "x"))
    assert claimed(talk("s", "t", "```bash\nls\n```", "<returncode>0</returncode>"))
    assert not claimed(talk("s", "t", "```bash\nls\n```", "thanks"))
    assert not claimed(talk("s", "t", "hello", "<returncode>0</returncode>"))
    assert not claimed({"messages": talk("s", "t"), "info": {}})


def test_text_full_of_open_fences_is_read_in_one_pass(tmp_path: Path) -> None:
    run = run_of(tmp_path, {"info": {"mini_version": "1"}, "messages": talk("s", "t", "```bash\n" * 200_000, "x")})
    assert len(run.requests) == 1


def test_a_rejected_reply_that_is_stored_with_the_complaint_is_a_branch(tmp_path: Path) -> None:
    response = {
        "model": "m",
        "choices": [{"finish_reason": "length", "message": {"role": "assistant", "content": "I think"}}],
        "usage": {"prompt_tokens": 30, "completion_tokens": 7},
    }
    complaint = {
        "role": "user",
        "content": "no call found",
        "extra": {"interrupt_type": "FormatError", "response": response},
    }
    messages = [*CALLS["messages"][:2], complaint, *CALLS["messages"][2:]]
    run = run_of(tmp_path, {**CALLS, "messages": messages})
    (branch,) = run.branches
    assert (branch.at, branch.messages[0].blocks, branch.messages[0].records) == (0, (Text("I think"),), (3,))
    assert (branch.requests[0].usage, branch.requests[0].stop_reason) == (Usage(30, None, None, 7), "max_tokens")
    assert summary(run).model_requests == len(run.requests) + 1
