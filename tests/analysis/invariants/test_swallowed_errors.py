"""Invariant 6."""

import pytest
from scripted import results, run_of, step, use, violations

from viewer.analysis.policy import Policy

CODE = "swallowed_error"


@pytest.mark.parametrize("stop", ["end_turn", "stop_sequence", "refusal", "max_tokens"])
def test_a_failure_that_is_never_made_good_is_swallowed_whatever_the_last_stop(stop: str) -> None:
    run = run_of(step(use("get", id=7, fails=True)), step(stop=stop))
    assert violations(run, CODE, Policy()) == [f"ended with {stop}, though 1 failed call was never made good: [1].0"]


def test_a_failure_that_was_made_good_is_none_but_to_the_strict_reading() -> None:
    run = run_of(step(use("get", id=7, fails=True)), step(use("get", id=7)), step())
    assert violations(run, CODE, Policy()) == []
    assert len(violations(run, CODE, Policy(strict=True))) == 1


def test_other_arguments_make_it_good_only_where_the_policy_says_so() -> None:
    run = run_of(step(use("get", id=7, fails=True)), step(use("get", id=8)), step())
    assert len(violations(run, CODE, Policy())) == 1
    assert violations(run, CODE, Policy(recovered_by="same_tool")) == []


def test_an_error_payload_is_a_failure_without_a_flag() -> None:
    run = run_of(step(use("get", gives='{"error": "no such order"}')), step())
    assert len(violations(run, CODE, Policy())) == 1
    assert violations(run, CODE, Policy(strict=True)) == [], "the published wrapper sees exceptions only"


def test_without_stop_reasons_it_is_not_evaluated_and_nothing_breaks() -> None:
    for run in (run_of(step(use("get", fails=True), stop=None)), run_of()):
        for policy in (Policy(), Policy(strict=True)):
            assert results(run, CODE, policy)[0].result == "not_evaluated"
