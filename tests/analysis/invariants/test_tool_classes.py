"""Silence, and tools that nobody classified."""

from scripted import results, run_of, step, use, violations

from viewer.analysis.policy import Policy


def test_a_call_where_none_is_expected_is_named() -> None:
    assert violations(run_of(step(use("get"))), "unexpected_tool", Policy(expect_zero_tools=True)) == [
        "unexpected tool call: get, where none was expected"
    ]
    assert violations(run_of(step()), "unexpected_tool", Policy(expect_zero_tools=True)) == []


def test_a_tool_in_neither_class_is_listed_once_with_its_calls() -> None:
    run = run_of(step(use("get"), use("look"), use("get")))
    assert violations(run, "unclassified_tool", Policy(read_tools=frozenset({"look"}))) == [
        "get is neither read nor write, 2 calls at [1].0, [1].2"
    ]
    assert results(run, "unclassified_tool", Policy())[0].result == "not_evaluated"
