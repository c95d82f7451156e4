"""Invariant 2."""

from scripted import results, run_of, step, use, violations

from viewer.analysis.policy import Policy

CODE = "required_tool_missing"
FAILED = run_of(step(use("look", fails=True)), step(use("refund")), step())


def test_a_tool_that_never_ran_is_missing() -> None:
    assert violations(FAILED, CODE, Policy(required=("audit",))) == ["required tool audit was never called"]


def test_a_call_that_failed_does_not_count_unless_attempts_do() -> None:
    assert violations(FAILED, CODE, Policy(required=("look",))) == [
        "required tool look was called 1 times, never with success"
    ]
    assert violations(FAILED, CODE, Policy(required=("look",), required_means="attempted")) == []
    assert violations(FAILED, CODE, Policy(required=("look",), strict=True)) == []


def test_an_order_is_of_the_first_successes() -> None:
    run = run_of(step(use("refund")), step(use("look")), step())
    assert violations(run, CODE, Policy(required_order=("look", "refund"))) == [
        "refund came at [1].0, before look at [3].0"
    ]
    assert violations(run, CODE, Policy(required_order=("refund", "look"))) == []


def test_nothing_required_is_not_evaluated() -> None:
    assert results(FAILED, CODE, Policy())[0].result == "not_evaluated"
