"""What Harbor tells of a trial."""

from typing import Any

import pytest

from viewer.formats.shapes.harbor_trial import ending_of, is_harbor_trial, outcome_of, stated_of
from viewer.model.usage import Usage


def trial(reward: Any = None, failure: str | None = None, **result: Any) -> dict[str, Any]:
    return {
        "trial_name": "t",
        "agent_info": {"name": "a"},
        "agent_result": result,
        "verifier_result": None if reward is None else {"rewards": {"reward": reward}},
        "exception_info": None if failure is None else {"exception_type": failure},
    }


@pytest.mark.parametrize(("reward", "outcome"), [(1.0, "success"), (0, "failure"), (0.4, "unknown"), (None, "unknown")])
def test_the_reward_is_the_verdict(reward: float | None, outcome: str) -> None:
    assert outcome_of(trial(reward)) == outcome


@pytest.mark.parametrize(
    ("failure", "cut_by"), [("AgentTimeoutError", "time"), ("CancelledError", "abort"), ("DockerError", "crash")]
)
def test_an_exception_cuts_the_run_even_where_the_tests_passed(failure: str, cut_by: str) -> None:
    ending = ending_of(trial(1.0, failure))
    assert (ending.kind, ending.cut_by) == ("censored", cut_by)


def test_input_tokens_include_the_cache_and_none_told_is_not_zero() -> None:
    counted = trial(1.0, n_input_tokens=100, n_cache_tokens=60, n_output_tokens=5)
    assert stated_of(counted).usage == Usage(40, 60, None, 5)
    assert stated_of(trial(1.0, n_input_tokens=None)).usage is None


def test_a_whole_job_is_no_trial() -> None:
    assert is_harbor_trial(trial())
    assert not is_harbor_trial({"id": "j", "n_total_trials": 2, "stats": {}})
