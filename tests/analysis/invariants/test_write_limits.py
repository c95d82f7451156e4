"""Invariant 4."""

from scripted import results, run_of, step, use, violations

from viewer.analysis.policy import Policy

CODE, TWICE = "too_many_writes", "duplicated_side_effect"
WRITES = frozenset({"publish", "log_*"})


def test_writes_that_failed_count_as_attempts_only() -> None:
    run = run_of(step(use("publish", fails=True)), step(use("publish")), step())
    assert violations(run, CODE, Policy(WRITES)) == []
    assert violations(run, CODE, Policy(WRITES, strict=True)) == [
        "2 write calls, 2 with success, 1 allowed: [1].0, [3].0"
    ]


def test_limits_are_for_the_run_and_for_each_tool() -> None:
    run = run_of(step(use("publish")), step(use("log_a", n=1)), step(use("log_a", n=2)), step())
    assert violations(run, CODE, Policy(WRITES, max_writes=3)) == []
    assert violations(run, CODE, Policy(WRITES, max_writes=None, max_writes_by_tool={"log_a": 1})) == [
        "log_a succeeded 2 times, 1 allowed: [3].0, [5].0"
    ]


def test_the_same_act_twice_is_a_duplicated_effect() -> None:
    run = run_of(step(use("publish", id=7)), step(use("publish", id=7)), step(use("publish", id=8)))
    assert violations(run, TWICE, Policy(WRITES)) == [
        "publish succeeded 2 times with the same arguments, at [1].0, [3].0"
    ]


def test_without_write_tools_it_is_not_evaluated() -> None:
    run = run_of(step())
    assert [results(run, code, Policy())[0].result for code in (CODE, TWICE)] == ["not_evaluated"] * 2
    assert results(run, CODE, Policy(WRITES, max_writes=None))[0].reason == "no limit is declared"
