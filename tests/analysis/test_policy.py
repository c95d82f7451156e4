"""Declared facts about tools."""

from viewer.analysis.policy import NO_POLICY, Policy


def test_without_a_policy_no_tool_is_a_write_and_nothing_is_required() -> None:
    assert Policy(frozenset(), frozenset(), {}) == NO_POLICY
