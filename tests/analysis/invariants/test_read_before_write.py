"""Invariant 5."""

from scripted import results, run_of, step, use, violations

from viewer.analysis.policy import Policy

CODE = "write_before_read"
POLICY = Policy(frozenset({"refund"}), frozenset({"look"}))


def test_a_read_whose_result_was_visible_allows_the_write() -> None:
    assert violations(run_of(step(use("look")), step(use("refund")), step()), CODE, POLICY) == []


def test_a_read_in_the_same_message_was_not_visible_yet() -> None:
    run = run_of(step(use("look"), use("refund")), step())
    assert violations(run, CODE, POLICY) == [
        "refund was asked for at [1].1 when look was asked for in the same message, "
        "so that its result was not visible yet"
    ]


def test_neither_a_failed_read_nor_an_unclassified_tool_is_a_read() -> None:
    for first in (use("look", fails=True), use("get_time")):
        run = run_of(step(first), step(use("refund")), step())
        assert violations(run, CODE, POLICY) == [
            "refund was asked for at [3].0 when no successful result of a read tool was visible"
        ]
        assert violations(run, CODE, Policy(frozenset({"refund"}), strict=True)) == []


def test_every_write_is_looked_at() -> None:
    run = run_of(
        step(use("refund", n=1)), step(use("look")), step(use("refund", n=2)), step(use("refund", n=3)), step()
    )
    assert len(violations(run, CODE, POLICY)) == 1


def test_read_strictly_list_order_counts_as_before() -> None:
    strict = Policy(frozenset({"refund"}), strict=True)
    assert violations(run_of(step(use("look"), use("refund"))), CODE, strict) == []
    assert len(violations(run_of(step(use("refund"), use("look"))), CODE, strict)) == 1


def test_what_is_not_declared_is_not_evaluated() -> None:
    run = run_of(step(use("refund")))
    assert results(run, CODE, Policy())[0].reason == "no write tool is declared"
    assert "no read tool" in str(results(run, CODE, Policy(frozenset({"refund"})))[0].reason)
    policy = Policy(frozenset({"refund"}), read_before_write=False)
    assert results(run, CODE, policy)[0].reason == "the case does not ask for it"
