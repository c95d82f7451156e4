"""trajectory.ai API objects: a step is one decision; calls and answers stand in texts."""

import json
from typing import Any

from accounting import unaccounted
from conftest import SAMPLES, read_values, sample

from viewer import load
from viewer.analysis.pairing import pair
from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.registry import choose
from viewer.formats.trajectory_ai_api import FORMAT, NAME
from viewer.model.block import Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.run import Run
from viewer.model.usage import Usage

DECISIONS = sample("trajectory_ai_api/one_decision_a_step.json")
REPEATED = load.runs(next(load.sources([SAMPLES / "trajectory_ai_api/repeated_messages.json"])))


def trajectory(*steps: list[Any], **head: Any) -> dict[str, Any]:
    return {"trajectory_id": "t", "organization_id": "o", "steps": [{"messages": step} for step in steps], **head}


def one(value: Any) -> Run:
    (run,) = read_values(value, format=NAME)
    assert unaccounted((run,)) == []
    return run


def test_steps_with_their_own_messages_make_one_list() -> None:
    assert summary(DECISIONS).model_requests == 3
    assert [message.role for message in DECISIONS.messages] == [
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
        "assistant",
    ]
    assert pair(DECISIONS.messages).unanswered == ()
    assert all(request.context is None for request in DECISIONS.requests)
    assert DECISIONS.set_aside == ()


def test_steps_that_repeat_messages_by_id_are_read_once() -> None:
    assert summary(REPEATED[0]).model_requests == 2
    assert [aside.why for aside in REPEATED[0].set_aside] == ["repeats record 1", "repeats record 2"]


def test_equal_words_with_other_ids_are_other_messages() -> None:
    said = {"role": "assistant", "content": "ok"}
    assert len(one(trajectory([{**said, "message_id": 1}], [{**said, "message_id": 2}])).messages) == 2
    assert len(one(trajectory([said], [said, {"role": "user", "content": "go"}])).messages) == 2


def test_parts_reasoning_and_calls_in_a_text_are_blocks() -> None:
    assert [type(block) for block in DECISIONS.messages[0].blocks] == [Text, Image]
    thinking, call = DECISIONS.messages[1].blocks
    assert thinking == Thinking("Look at the file first.")
    assert call == ToolUse("fc_1", "read", {"path": "parser.py"})


def test_arguments_that_were_no_json_stay_the_text_that_the_model_wrote() -> None:
    assert DECISIONS.messages[3].blocks[0] == ToolUse("fc_2", "edit", '{"path": "parser.py", "text": ')
    assert DECISIONS.messages[4].blocks[0] == ToolResult("fc_2", "arguments are no JSON", True, "edit")


def test_texts_in_no_form_that_is_known_are_kept_as_they_are() -> None:
    assert REPEATED[0].messages[1].blocks == (Unknown("tool_calls", "open_gate(now=True)"),)
    assert REPEATED[0].messages[2].blocks == (ToolResult(None, "open"),)


def test_a_prompt_is_the_whole_prompt_and_nothing_is_said_of_its_cache() -> None:
    assert DECISIONS.requests[0].usage == Usage(1210, None, None, 33)
    assert summary(DECISIONS).usage == Usage(4290, None, None, 445)


def test_the_reason_tells_the_ending_and_the_reward_is_only_stated() -> None:
    assert (DECISIONS.ending.kind, DECISIONS.exit_status, DECISIONS.outcome) == ("censored", "LIMIT_REACHED", "unknown")
    assert [run.ending.kind for run in REPEATED] == ["unknown", "censored"]
    stated = {one.where: one for one in DECISIONS.stated}
    assert stated["the trajectory"].steps == 3
    assert stated["the trajectory"].metrics["reward"] == 0.25
    assert stated["step 3"].metrics == {"reward": 0.25}


def test_identifiers_are_attributes_and_the_task_groups_its_rollouts() -> None:
    assert (DECISIONS.run_id, DECISIONS.task, DECISIONS.models) == ("tr_5Qd", "fix-parser", ("gpt-5-mini",))
    assert DECISIONS.attributes["rollout"] == 2
    assert DECISIONS.started_at == "2026-03-02T10:00:00Z"


def test_an_answer_with_an_image_keeps_it_beside_the_result() -> None:
    answer = {
        "role": "tool",
        "content": [{"type": "image", "artifact_id": "a"}],
        "tool_response": json.dumps({"id": "c", "name": "look", "response": "seen"}),
    }
    run = one(trajectory([answer]))
    assert [type(block) for block in run.messages[0].blocks] == [ToolResult, Image]
    assert run.messages[0].producers[0].who == "loop"


def test_a_role_that_is_not_known_is_a_problem_and_later_system_words_stay() -> None:
    run = one(trajectory([{"role": "user", "content": "a"}, {"role": "x"}, {"role": "system", "content": "b"}]))
    assert [message.role for message in run.messages] == ["user", "system"]
    assert len(run.problems) == 1


def test_steps_that_are_no_list_are_a_problem() -> None:
    assert [problem.reason for problem in one({**trajectory(), "steps": "x"}).problems] == ["`steps` is no list"]


def test_it_is_claimed_by_its_keys() -> None:
    for value in (trajectory([]), [trajectory([])]):
        assert choose(decode(json.dumps(value).encode(), "x"))[0] is FORMAT
