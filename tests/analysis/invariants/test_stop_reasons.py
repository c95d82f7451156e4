"""Invariant 7 and its kin."""

from scripted import results, run_of, step, use, violations

from viewer.analysis.policy import Policy

CODE = "stop_reason_not_allowed"


def test_the_sentence_says_where_in_the_run_it_happened() -> None:
    run = run_of(step(use("get"), stop="max_tokens"), step(stop="max_tokens"))
    assert violations(run, CODE, Policy()) == [
        "request 1 of 2 stopped with max_tokens, in the middle, at [1]",
        "request 2 of 2 stopped with max_tokens, at the end, at [3]",
    ]
    assert violations(run, CODE, Policy(strict=True)) == ["hit max_tokens mid-trajectory"] * 2


def test_refusals_are_seen_and_what_is_allowed_is_declared() -> None:
    run = run_of(step(stop="refusal"))
    assert len(violations(run, CODE, Policy())) == 1
    assert violations(run, CODE, Policy(allowed_stop_reasons=frozenset({"refusal"}))) == []
    assert violations(run, CODE, Policy(strict=True)) == []


def test_a_run_that_ends_on_a_pause_was_not_ended() -> None:
    assert violations(run_of(step(stop="pause_turn")), "paused_at_end", Policy()) == [
        "the run ended on a pause at [1], which nothing resumed"
    ]
    assert violations(run_of(step(stop="pause_turn"), step()), "paused_at_end", Policy()) == []


def test_a_run_that_ends_on_a_call_has_no_answer() -> None:
    assert violations(run_of(step(use("get"))), "ended_without_answer", Policy()) == [
        "the last request stopped with tool_use at [1]: cap or crash"
    ]
    assert violations(run_of(step(text="")), "ended_without_answer", Policy()) == [
        "the last reply, at [1], holds no text"
    ]
    assert violations(run_of(step()), "ended_without_answer", Policy()) == []


def test_a_cut_run_stopped_at_its_cap() -> None:
    run = run_of(
        step(use("get")), ending={"kind": "censored", "rule": "x", "cut_by": "steps", "cap": 24, "cap_unit": "steps"}
    )
    assert violations(run, "stopped_at_cap", Policy()) == ["the run was cut by steps of 24 steps"]


def test_an_open_run_is_not_evaluated() -> None:
    run = run_of(step(use("get")), ending={"kind": "open", "rule": "x"})
    for code in ("ended_without_answer", "stopped_at_cap"):
        assert results(run, code, Policy())[0].reason == "the run is still open"
    assert results(run_of(step(stop=None)), CODE, Policy())[0].reason == "no stop reasons are stored"


def test_a_harness_that_says_how_the_run_ended_needs_no_answer() -> None:
    for head in ({"exit_status": "Submitted"}, {"ending": {"kind": "success", "rule": "reward 1"}}):
        (found,) = results(run_of(step(use("submit")), **head), "ended_without_answer", Policy())
        assert found.result == "not_evaluated"
    assert len(violations(run_of(step(use("get")), exit_status="tool_use"), "ended_without_answer", Policy())) == 1
