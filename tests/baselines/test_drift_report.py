"""Drift over cases: the largest first, judged together."""

from viewer.analysis.run_path import PathCall, PathRequest, RunPath
from viewer.baselines.cases import Case
from viewer.baselines.drift_report import drift_report


def path_of(tools: str) -> RunPath:
    return RunPath(
        tuple(PathRequest(k, 2 * k - 1, (PathCall(tool, {}, tool, tool),)) for k, tool in enumerate(tools, 1))
    )


def test_the_case_that_went_furthest_stands_first_and_what_cannot_be_compared_is_listed() -> None:
    report = drift_report(
        {"a": path_of("xy"), "b": path_of("xy"), "silent": path_of(""), "gone": path_of("x")},
        {
            "a": ("ka", path_of("xy")),
            "b": ("kb", path_of("pq")),
            "silent": ("ks", path_of("x")),
            "new": ("kn", path_of("")),
        },
        {"a": Case(id="a"), "silent": Case(id="silent", expect_zero_tools=True), "never": Case(id="never")},
    )
    assert {one.case: one.reason for one in report.cases if one.reason} == {
        "never": "no run of this case",
        "new": "no baseline: accept one",
        "gone": "no run of this case",
    }
    assert report.largest is not None
    assert report.largest.case == "b"
    assert [one.case for one in report.severe] == ["b"], "a case that asks for no tool is left out"
    assert not report.is_within_budget
    assert "1 of 3 cases changed by more than 0.5 (0 allowed); most: b with 1.00, by names" in report.sentence()


def test_one_severe_case_within_the_budget_is_no_failure() -> None:
    report = drift_report({"a": path_of("x")}, {"a": ("k", path_of("y"))}, {}, allowed_severe=1)
    assert report.is_within_budget


def test_nothing_to_compare_is_said() -> None:
    assert drift_report({}, {}, {}).sentence() == "no case has both a baseline and a run"
