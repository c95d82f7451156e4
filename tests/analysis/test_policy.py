"""Declared facts about tools."""

from viewer.analysis.policy import NO_POLICY, Policy, is_named


def test_without_a_policy_no_tool_is_a_write_and_nothing_is_required() -> None:
    assert Policy(frozenset(), frozenset(), {}) == NO_POLICY


def test_a_tool_is_of_the_class_whose_names_or_patterns_fit_it() -> None:
    policy = Policy(frozenset({"send*", "book_flight", "[x]*"}), frozenset({"get*", "send_back", "a.c", "q?"}))
    names = ("send_mail", "send_back", "book_flight", "book_flights", "get\nit", "a.c", "abc", "q?", "qx", "xa", "x")
    assert [(name, policy.class_of(name)) for name in names] == [
        (name, "write" if policy.is_write(name) else "read" if is_named(name, policy.read_tools) else "unclassified")
        for name in names
    ]
    assert [policy.class_of(name) for name in ("xa", "get\nit", "qx")] == ["write", "read", "unclassified"]
