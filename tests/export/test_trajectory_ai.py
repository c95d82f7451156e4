"""The trajectory.ai export: cumulative steps as the SDK cuts them."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from accounting import unaccounted
from conftest import SAMPLES, read_values, sample
from msgspec import structs

from viewer import load
from viewer.analysis.pairing import pair
from viewer.analysis.summary import summary
from viewer.export.trajectory_ai import trajectory_ai_document
from viewer.model.block import ToolUse
from viewer.model.run import Run, walk
from viewer.model.source import Source

REFUND = sample("refund/refund.json")
SOURCES = tuple(load.sources([SAMPLES]))


def test_a_step_is_cut_at_the_first_input_after_each_result_and_after_the_answer() -> None:
    made = json.loads(trajectory_ai_document(REFUND).text)
    ends = [(len(step["messages"]), step["messages"][-1]["role"]) for step in made["steps"]]
    assert ends == [(1, "user"), (3, "tool"), (4, "tool"), (6, "tool"), (8, "tool"), (9, "assistant")]


def test_counts_are_those_of_the_flat_list() -> None:
    made = json.loads(trajectory_ai_document(sample("refund/policy_lookup_fails.json")).text)
    assert (made["metrics"]["num_tool_failures"], made["task"]["num_turns"]) == (1, 1)
    assert made["metrics"]["tool_error_rate"] == 1 / made["metrics"]["num_tool_calls"]


def broken_off(run: Run) -> bool:
    """Whether a turn begins though the last reply called tools: this format cannot tell that the user broke it off."""
    return any(
        later.k_in_turn == 1 and any(isinstance(block, ToolUse) for block in run.messages[before.message_index].blocks)
        for before, later in pairwise(run.requests)
    )


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_a_run_read_back_has_the_counts_of_the_run_that_was_exported(source: Source) -> None:
    for root in load.runs(source):
        for whole in walk(root):
            run = structs.replace(whole, branches=(), stated=())
            (back,) = read_values(json.loads(trajectory_ai_document(run).text), format="trajectory_ai")
            assert unaccounted((back,)) == []
            counts, expected = summary(structs.replace(back, stated=())), summary(run)
            if broken_off(run):
                counts = replace(counts, turns=expected.turns)
            assert counts == expected, run.run_id


def test_a_run_read_back_keeps_words_calls_and_results() -> None:
    (back,) = read_values(json.loads(trajectory_ai_document(REFUND).text))
    assert back.format == "trajectory_ai"
    assert (back.run_id, back.models) == (REFUND.run_id, REFUND.models)
    assert pair(back.messages).answers.keys() == pair(REFUND.messages).answers.keys()
    assert [request.stop_reason for request in back.requests] == [request.stop_reason for request in REFUND.requests]


def test_every_field_of_the_sdk_is_written_and_null_where_unset() -> None:
    made = json.loads(trajectory_ai_document(REFUND).text)
    assert list(made["steps"][0]["messages"][0]) == [
        "role",
        "content",
        "tool_calls",
        "tool_response",
        "tool_definitions",
        "usage",
        "finish_reason",
        "metadata",
        "reasoning",
        "trainable_status",
    ]
    assert {"telemetry", "idx", "trace_id", "reference_trajectory"} <= made.keys()
