"""Invariant 1."""

from scripted import results, run_of, step, use, violations

from viewer.analysis.policy import Policy

FOUR = run_of(*(step(use("get", n=n)) for n in range(4)), step())
CODE = "too_many_calls"


def test_calls_beyond_the_cap_are_named() -> None:
    (found,) = results(FOUR, CODE, Policy(max_calls=3))
    assert found.text == "4 tool calls, 3 are allowed"
    assert [(one.message_index, one.tool_use_id) for one in found.positions] == [(7, "c4")]
    assert violations(FOUR, CODE, Policy(max_calls=4)) == []


def test_requests_have_a_cap_of_their_own() -> None:
    assert violations(FOUR, CODE, Policy(max_requests=4)) == ["5 requests, 4 are allowed"]


def test_read_strictly_only_calls_are_counted() -> None:
    (found,) = results(FOUR, CODE, Policy(max_requests=1, strict=True))
    assert found.result == "not_evaluated"


def test_without_a_cap_it_is_not_evaluated() -> None:
    assert results(FOUR, CODE, Policy())[0].reason == "neither max_calls nor max_requests is declared"
