from viewer.analysis.checks.check import Rule


def test_a_rule_gives_its_code_and_severity_unless_the_format_allows_it() -> None:
    rule = Rule("some_code", "error", "Something is broken")
    assert rule.broken((), "here").severity == "error"
    assert rule.broken((), "here", "info").severity == "info"
    assert rule.broken((), "here").code == "some_code"
