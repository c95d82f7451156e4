"""OpenHands event lists: replies out of actions, results by cause, usage once a reply, endings."""

import json
from pathlib import Path
from typing import Any

import pytest
from accounting import unaccounted
from conftest import SAMPLES, sample

from viewer import load
from viewer.analysis.pairing import pair
from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.registry import matches
from viewer.model.block import Text, ToolResult, ToolUse, Unknown
from viewer.model.run import Run
from viewer.model.usage import Usage

PARALLEL = json.loads((SAMPLES / "openhands" / "parallel.json").read_text(encoding="utf-8"))
SAID = {"id": 0, "source": "user", "action": "message", "args": {"content": "go"}, "message": "go"}


def run_of(tmp_path: Path, value: Any) -> Run:
    path = tmp_path / "run.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    (run,) = load.runs(next(load.sources([path])))
    assert unaccounted((run,)) == []
    return run


def state(word: str, reason: str = "") -> dict[str, Any]:
    extras = {"agent_state": word, "reason": reason}
    return {"id": 9, "source": "environment", "observation": "agent_state_changed", "content": "", "extras": extras}


def test_actions_of_one_response_make_one_reply_counted_once() -> None:
    run = sample("openhands/parallel.json")
    first = run.requests[0]
    assert run.messages[1].records == (6, 8)
    assert [type(block) for block in run.messages[1].blocks] == [Text, ToolUse, ToolUse]
    assert first.usage == Usage(2000 - 1500 - 400, 1500, 400, 60)
    assert summary(run).model_requests == 3


def test_a_reply_without_a_response_costs_what_the_running_total_grew_by() -> None:
    run = sample("openhands/parallel.json")
    assert run.requests[1].usage == Usage(300, 2000, 0, 10)
    assert run.stated[0].usage == summary(run).usage
    assert run.stated[0].cost == 0.03


def test_a_running_total_that_shrinks_says_nothing(tmp_path: Path) -> None:
    changed = json.loads(json.dumps(PARALLEL))
    changed[9]["llm_metrics"]["accumulated_token_usage"]["prompt_tokens"] = 5
    assert run_of(tmp_path, changed).requests[1].usage is None


def test_call_ids_that_repeat_are_paired_in_order() -> None:
    run = sample("openhands/parallel.json")
    pairing = pair(run.messages)
    assert pairing.answers == {(1, 1): (2, 0), (1, 2): (2, 1)}
    assert pairing.unanswered == ((6, 0),)


def test_without_metadata_a_result_is_linked_by_its_cause() -> None:
    run = sample("openhands/cut.json")
    assert pair(run.messages).answers == {(1, 1): (2, 0), (4, 0): (5, 0)}


def test_flags_are_read_and_a_command_that_still_runs_has_none() -> None:
    flags = {
        name: [
            block.is_error
            for message in sample(f"openhands/{name}.json").messages
            for block in message.blocks
            if isinstance(block, ToolResult)
        ]
        for name in ("parallel", "cut")
    }
    assert flags == {"parallel": [False, True], "cut": [None, True]}


@pytest.mark.parametrize(
    ("rest", "flag"),
    [
        ({"extras": {"metadata": {"exit_code": 1}}}, True),
        ({"extras": {"exit_code": 0}}, False),
        ({"extras": {}}, None),
        ({"success": False}, True),
        ({"extras": {"metadata": {"exit_code": -1}}, "success": False}, None),
    ],
)
def test_an_exit_code_flags_a_result_where_no_success_is_stored(
    tmp_path: Path, rest: dict[str, Any], flag: Any
) -> None:
    call = {"id": 1, "source": "agent", "action": "run", "args": {"command": "x"}, "message": ""}
    result = {"id": 2, "source": "agent", "cause": 1, "observation": "run", "content": "out", **rest}
    run = run_of(tmp_path, [SAID, call, result])
    assert [block.is_error for block in run.messages[2].blocks if isinstance(block, ToolResult)] == [flag]


def test_what_a_person_ran_is_no_call_of_the_agent() -> None:
    run = sample("openhands/parallel.json")
    assert run.messages[4].blocks == (Unknown("run by user", {"command": "date"}),)
    assert run.messages[4].producers[0].who == "caller"
    assert run.messages[5].producers[0].who == "loop"


def test_recall_and_state_events_are_set_aside_and_recalled_texts_counted() -> None:
    run = sample("openhands/parallel.json")
    assert [aside.kind for aside in run.set_aside] == [
        "recall", "recall", "agent_state_changed", "agent_state_changed", "agent_state_changed"
    ]  # fmt: skip
    assert run.notes == ("1 recalled texts, set aside here, were added to what the model saw",)


def test_after_a_condensation_what_a_request_saw_is_unknown() -> None:
    context = sample("openhands/cut.json").requests[1].context
    assert context is not None
    assert (context.status, context.reason) == (
        "unknown",
        "a condensation took 2 events out of what later requests saw",
    )


@pytest.mark.parametrize(
    ("last", "kind", "cut_by", "cap"),
    [
        (state("error", "maximum iteration. Current iteration: 30, max iteration: 30"), "censored", "steps", 30),
        (state("error", "Agent reached maximum iterations"), "censored", "steps", None),
        (state("error", "Agent reached maximum budget for conversation"), "censored", "money", None),
        (state("error", "AgentStuckInLoopError: Agent got stuck in a loop"), "censored", "abort", None),
        (state("error", "ServiceUnavailable"), "censored", "crash", None),
        (state("stopped"), "censored", "abort", None),
        (state("awaiting_user_input"), "unknown", None, None),
        (state("finished"), "unknown", None, None),
        (state("running"), "open", None, None),
    ],
)  # fmt: skip
def test_the_last_state_tells_the_ending(
    tmp_path: Path, last: dict[str, Any], kind: str, cut_by: str | None, cap: float | None
) -> None:
    ending = run_of(tmp_path, [SAID, last]).ending
    assert (ending.kind, ending.cut_by, ending.cap) == (kind, cut_by, cap)


def test_an_error_event_tells_the_cap_where_no_state_is_stored(tmp_path: Path) -> None:
    error = {
        "id": 2, "source": "environment", "observation": "error", "content": "Agent reached maximum iteration: 5",
    }  # fmt: skip
    ending = run_of(tmp_path, [SAID, error]).ending
    assert (ending.kind, ending.cut_by) == ("censored", "steps")


def test_events_as_lines_are_read_too(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_text("\n".join(json.dumps(event) for event in PARALLEL), encoding="utf-8")
    (run,) = load.runs(next(load.sources([path])))
    assert run.messages == sample("openhands/parallel.json").messages


@pytest.mark.parametrize(
    "value", [[{"source": "agent"}], [{"action": "run", "args": {}}], [], {"entries": [3]}, {"entries": {}}, [SAID, 3]]
)
def test_other_lists_are_not_claimed(value: Any) -> None:
    claims = matches(decode(json.dumps(value).encode(), "x.json"))
    assert "openhands" not in [format.name for format, _, _ in claims]


def test_each_line_of_an_evaluation_is_a_run_with_its_verdict() -> None:
    solved, cut = load.runs(next(load.sources([SAMPLES / "openhands" / "output_pairs.jsonl"])))
    assert (solved.run_id, solved.outcome, solved.ending.kind) == ("garden-1", "success", "success")
    assert (cut.outcome, cut.ending.kind, cut.ending.cap) == ("failure", "censored", 2.0)
    assert solved.models == ("model-of-2024",)
    assert unaccounted((solved, cut)) == []


def test_an_observation_in_one_list_with_its_action_answers_it() -> None:
    _, cut = load.runs(next(load.sources([SAMPLES / "openhands" / "output_pairs.jsonl"])))
    assert [message.records for message in cut.messages] == [(1,), (2,), (2,)]
    assert cut.messages[2].blocks == (ToolResult("event of record 2", "pump: not found", True),)


def test_a_line_that_holds_no_list_is_a_problem_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "output.jsonl"
    line = {"instance_id": "a", "history": [SAID]}
    path.write_text("\n".join(json.dumps(one) for one in (line, line, 5)) + "\n", encoding="utf-8")
    runs = load.runs(next(load.sources([path])))
    assert [len(run.problems) for run in runs] == [0, 0, 1]
    assert unaccounted(runs) == []
