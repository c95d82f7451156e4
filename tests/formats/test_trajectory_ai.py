"""trajectory.ai SDK files: cumulative steps become one list; what is stated stays stated."""

import copy
import json
from typing import Any

from accounting import unaccounted
from conftest import SAMPLES, read_values, sample

from viewer import load
from viewer.analysis.pairing import pair
from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.registry import choose
from viewer.formats.trajectory_ai import FORMAT, NAME
from viewer.model.block import Text, Thinking, ToolResult, ToolUse
from viewer.model.run import Run
from viewer.model.usage import Usage

PARALLEL = sample("trajectory_ai/parallel_calls.json")
EDITED = sample("trajectory_ai/edited_history.json")
USER = {"role": "user", "content": "Go."}


def trajectory(*messages: Any, **head: Any) -> dict[str, Any]:
    return {"task": {"conversation_id": "c"}, "steps": [{"messages": list(messages)}], **head}


def one(value: Any) -> Run:
    (run,) = read_values(value, format=NAME)
    assert unaccounted((run,)) == []
    return run


def test_messages_that_six_steps_repeat_are_counted_once() -> None:
    counts = summary(PARALLEL)
    assert (counts.model_requests, counts.turns, counts.tool_calls, counts.tool_results) == (4, 2, 3, 3)
    assert counts.usage == Usage(319, 4810, 393, 88)
    assert len(PARALLEL.messages) == 8
    assert len(PARALLEL.set_aside) == 2 + 4 + 5 + 6 + 9


def test_a_parallel_dispatch_cut_into_steps_leaves_no_call_unanswered() -> None:
    pairing = pair(PARALLEL.messages)
    assert pairing.unanswered == pairing.orphans == ()
    loop = PARALLEL.messages[2]
    assert [block.tool_use_id for block in loop.blocks if isinstance(block, ToolResult)] == ["c-1", "c-2"]


def test_a_result_is_shown_once_though_its_text_stands_twice() -> None:
    first, second = PARALLEL.messages[2].blocks
    assert first == ToolResult("c-1", '{"sku":"A7","pieces":3}', None, "")
    assert second == ToolResult("c-2", "price service is down", True, "")


def test_reasoning_words_and_calls_are_blocks_of_one_reply() -> None:
    assert [type(block) for block in PARALLEL.messages[1].blocks] == [Thinking, ToolUse, ToolUse]
    assert PARALLEL.requests[0].stop_reason == "tool_use"


def test_tool_definitions_hold_from_the_message_that_brings_them() -> None:
    (fields,) = PARALLEL.request_fields
    assert fields.system.value == "You answer questions about the garden shop. Be brief."
    assert [tool["name"] for tool in fields.tools.value] == ["get_stock", "get_price"]


def test_totals_stand_as_stated_beside_the_steps_that_are_stored() -> None:
    stated = {one.where: one for one in PARALLEL.stated}
    assert [stated[where].steps for where in ("`steps`, as stored", "`task`", "`metrics`")] == [6, 6, 6]
    assert stated["`task`"].cost == 0.0124
    assert stated["`task`"].metrics == {"num_turns": 2, "total_tokens": 5604}
    assert stated["`metrics`"].metrics["num_tool_failures"] == 1
    assert stated["`execution_metrics`"].metrics == {"total_time": 7.4, "termination_reason": "ENV_DONE"}
    assert stated["`reward`"].metrics["components"][0]["scaled_value"] == 0.75
    assert stated["step 6"].scope == "step"


def test_no_reward_is_a_verdict() -> None:
    assert (PARALLEL.outcome, PARALLEL.ending.kind, PARALLEL.exit_status) == ("unknown", "unknown", "ENV_DONE")


def test_an_edited_history_keeps_what_was_left_and_says_what_each_request_saw() -> None:
    assert [request.context.ranges if request.context else None for request in EDITED.requests] == [
        None,
        None,
        ((3, 5),),
    ]
    assert [fields.system.value for fields in EDITED.request_fields] == [
        "Help with plants.",
        "Help with plants. Never advise chemicals.",
    ]
    notes = "\n".join(EDITED.notes)
    assert "step 4: holds another system prompt" in notes
    assert "step 4: does not begin with the messages of the step before" in notes
    assert "step 6: holds fewer messages" in notes
    assert "`termination_reason` is ERROR, yet `error` is empty" in notes


def test_a_langsmith_import_is_told_to_be_lossy() -> None:
    assert "no proof of a fault of the loop" in EDITED.notes[-1]
    assert not any("LangSmith" in note for note in PARALLEL.notes)
    assert not EDITED.alternates


def test_an_error_of_a_tool_without_a_response_is_its_content() -> None:
    block = EDITED.messages[-1].blocks[0]
    assert isinstance(block, ToolResult)
    assert (block.content, block.is_error) == ("TimeoutError: no answer in 30 s", True)


def test_null_fields_and_missing_ones_read_alike() -> None:
    def trimmed(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: trimmed(one) for key, one in value.items() if one is not None}
        return [trimmed(one) for one in value] if isinstance(value, list) else value

    whole = json.loads((SAMPLES / "trajectory_ai/parallel_calls.json").read_text())
    short = one(trimmed(copy.deepcopy(whole)))
    assert short.messages == PARALLEL.messages
    assert short.requests == PARALLEL.requests
    assert [one.steps for one in short.stated] == [one.steps for one in PARALLEL.stated]
    assert short.ending == PARALLEL.ending


def test_a_file_holds_one_run_a_line_or_an_entry() -> None:
    runs = load.runs(next(load.sources([SAMPLES / "trajectory_ai/lines.jsonl"])))
    assert [run.run_id for run in runs] == ["k1", "k2", "k3"]
    assert unaccounted(runs) == []
    assert [len(run.messages) for run in read_values([trajectory(USER), 5, trajectory(USER)], format=NAME)] == [1, 0, 1]


def test_words_stored_ahead_of_the_results_they_came_with_open_no_turn() -> None:
    run = load.runs(next(load.sources([SAMPLES / "trajectory_ai/lines.jsonl"])))[1]
    assert [message.producers[0].who for message in run.messages] == ["caller", "model", "caller", "loop"]
    assert summary(run).turns == 1
    assert pair(run.messages).unanswered == ()
    call = {"role": "assistant", "tool_calls": [{"id": "c", "name": "look", "arguments": {}}]}
    broken_off = one(trajectory(USER, call, USER, {"role": "assistant", "content": "Well."}))
    assert summary(broken_off).turns == 2


def test_an_older_call_without_an_id_pairs_by_position() -> None:
    run = load.runs(next(load.sources([SAMPLES / "trajectory_ai/lines.jsonl"])))[1]
    assert pair(run.messages).by_position == ((3, 0),)


def test_the_run_is_named_by_its_conversation_and_the_task_by_an_id_of_its_own() -> None:
    assert (PARALLEL.run_id, PARALLEL.task) == ("conv-81", None)
    assert (EDITED.run_id, EDITED.task) == ("4be1", "plants-17")
    assert EDITED.models == ("gpt-4.1",)
    assert PARALLEL.attributes["telemetry"]["data"]["source_run_ids"] == ["r-1", "r-2"]


def test_a_role_outside_the_closed_set_is_a_problem() -> None:
    run = one(trajectory(USER, {"role": "human", "content": "x"}))
    assert "role 'human' is none of" in run.problems[0].reason


def test_a_later_system_message_of_one_step_stays_in_the_list() -> None:
    run = one(trajectory(USER, {"role": "system", "content": "Hurry."}, {"role": "assistant", "content": "Yes."}))
    assert [message.role for message in run.messages] == ["user", "system", "assistant"]
    assert [block.text for block in run.messages[1].blocks if isinstance(block, Text)] == ["Hurry."]


def test_steps_that_are_no_list_are_a_problem_of_that_run_alone() -> None:
    runs = read_values([trajectory(USER), {"task": {}, "steps": 5}], format=NAME)
    assert [len(run.messages) for run in runs] == [1, 0]
    assert [problem.reason for problem in runs[1].problems] == ["`steps` is no list"]
    assert unaccounted(runs) == []


def test_it_is_claimed_by_its_keys() -> None:
    for value in (trajectory(USER), [trajectory(USER)], {"task": {"data_source": "x"}, "steps": []}):
        assert choose(decode(json.dumps(value).encode(), "x"))[0] is FORMAT
    assert choose(decode((json.dumps(trajectory(USER)) + "\n").encode() * 2, "x"))[0] is FORMAT
