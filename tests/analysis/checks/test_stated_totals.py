"""Stated counts and rewards beside those that follow from the run."""

from typing import Any

import pytest
from conftest import read_values, sample

from viewer.analysis.checks.finding import Finding
from viewer.analysis.checks.registry import findings

CODES = ("stated_steps", "stated_tool_counts", "stated_reward")


def found(**head: Any) -> list[Finding]:
    value = {
        "task": {"conversation_id": "c"},
        "steps": [
            {
                "messages": [
                    {"role": "user", "content": "Go."},
                    {"role": "assistant", "tool_calls": [{"id": "a", "name": "look", "arguments": {}}]},
                    {"role": "tool", "tool_response": {"id": "a", "response": "no", "error": "tool_error"}},
                ]
            }
        ],
        **head,
    }
    (run,) = read_values(value, format="trajectory_ai")
    return [finding for finding in findings(run) if finding.code in CODES]


def reward(aggregated: Any, *components: dict[str, Any]) -> dict[str, Any]:
    return {"reward": {"aggregated_value": aggregated, "components": list(components)}}


def test_totals_that_fit_are_no_finding() -> None:
    assert found(metrics={"steps": 1, "num_tool_calls": 1, "num_tool_failures": 1, "tool_error_rate": 1.0}) == []
    assert not {finding.code for finding in findings(sample("trajectory_ai/parallel_calls.json"))} & set(CODES)


def test_numbers_of_steps_that_differ_are_all_named() -> None:
    (finding,) = found(metrics={"steps": 3}, task={"conversation_id": "c", "num_steps": 2})
    assert finding.text == "steps: 1 in `steps`, as stored, 2 in `task` and 3 in `metrics`"
    assert (finding.severity, finding.positions) == ("warning", ())


def test_counts_that_the_messages_do_not_bear_out_stand_beside_ours() -> None:
    (finding,) = found(metrics={"num_tool_calls": 2, "num_tool_failures": 1, "tool_error_rate": 0.5})
    assert finding.text == (
        "num_tool_calls is 2 in `metrics`, 1 by the messages; tool_error_rate is 0.5 in `metrics`, 1 by the messages"
    )


def test_a_count_that_is_no_number_is_told_as_such() -> None:
    (finding,) = found(metrics={"num_tool_calls": "two"})
    assert finding.text == "num_tool_calls is no number (str) in `metrics`, 1 by the messages"


@pytest.mark.parametrize("bounds", [{"range": [1, 5]}, {"score_range_min": 1, "score_range_max": 5}])
def test_a_scaled_value_follows_from_its_range(bounds: dict[str, Any]) -> None:
    good = {"name": "short", "value": 4, "scaled_value": 0.75, **bounds}
    assert found(**reward(0.75, good)) == []
    (finding,) = found(**reward(0.8, {**good, "scaled_value": 0.8}))
    assert finding.text == "reward component 'short': scaled_value is 0.8, 0.75 by its value 4 in 1 to 5"
    assert finding.severity == "warning"


def test_an_aggregate_that_is_no_weighted_mean_is_shown_and_no_fault() -> None:
    parts = ({"scaled_value": 1.0, "weight": 3.0}, {"scaled_value": 0.0, "weight": 1.0})
    assert found(**reward(0.75, *parts)) == []
    (finding,) = found(**reward(0.5, *parts))
    assert finding.text == "the reward is 0.5; the weighted mean of its components is 0.75"
    assert finding.severity == "info"


@pytest.mark.parametrize(
    "odd", [None, [], {}, "x", {"range": [5, 1], "value": 1, "scaled_value": 9}, {"range": [None, 1]}, {"weight": 0}]
)
def test_rewards_in_no_form_that_is_known_raise_nothing(odd: Any) -> None:
    assert found(**reward(10**400, odd)) == []
    assert found(reward={"components": odd}) == []


def test_an_edited_history_states_what_does_not_fit() -> None:
    texts = {finding.code: finding.text for finding in findings(sample("trajectory_ai/edited_history.json"))}
    assert texts["stated_steps"] == "steps: 6 in `steps`, as stored, 7 in `task` and 6 in `metrics`"
    assert "num_tool_calls is 1 in `metrics`, 2 by the messages" in texts["stated_tool_counts"]
    assert (
        "scaled_value is 0.75, 0.5 by its value 3" in texts["stated_reward"]
        or "weighted mean" in texts["stated_reward"]
    )
