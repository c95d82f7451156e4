"""The trajectory.ai export: cumulative steps as the SDK cuts them."""

import json

from conftest import sample

from viewer.export.trajectory_ai import trajectory_ai_document

REFUND = sample("refund/refund.json")


def test_a_step_is_cut_at_the_first_input_after_each_result_and_after_the_answer() -> None:
    made = json.loads(trajectory_ai_document(REFUND).text)
    ends = [(len(step["messages"]), step["messages"][-1]["role"]) for step in made["steps"]]
    assert ends == [(1, "user"), (3, "tool"), (4, "tool"), (6, "tool"), (8, "tool"), (9, "assistant")]


def test_counts_are_those_of_the_flat_list() -> None:
    made = json.loads(trajectory_ai_document(sample("refund/policy_lookup_fails.json")).text)
    assert (made["metrics"]["num_tool_failures"], made["task"]["num_turns"]) == (1, 1)
    assert made["metrics"]["tool_error_rate"] == 1 / made["metrics"]["num_tool_calls"]
