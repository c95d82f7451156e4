"""Many runs: what is missing on either side is told, and what counts for the exit code."""

from scripted import run_of, step, use

from viewer.analysis.policy import Policy
from viewer.analysis.run_path import run_path
from viewer.baselines.cases import Case
from viewer.baselines.check_report import Unreadable, check_report
from viewer.baselines.checked_run import CheckedRun, checked_run
from viewer.policy_file import Policies


def checked(case: str, *tools: str, policy: Policy | None = None) -> CheckedRun:
    run = run_of(*(step(use(tool)) for tool in tools), step(), attributes={"case": case})
    return checked_run(run, Policies(policy or Policy()), {})


def test_cases_without_runs_runs_without_cases_and_contradictions_are_told() -> None:
    cases = {"a": Case(id="a"), "b": Case(id="b", max_calls=0, required=("look",))}
    report = check_report([checked("a", "look"), checked("z", "look")], [], cases, None)
    assert report.is_clean
    assert [sentence for sentence in report.warnings if "no run" in sentence] == ["case b has no run"]
    assert any("is of no case (z)" in sentence for sentence in report.warnings)
    assert any(sentence.startswith("case b: ") for sentence in report.warnings)


def test_a_violation_or_drift_beyond_its_budget_is_not_clean() -> None:
    broken = checked("a", "look", policy=Policy(max_calls=0))
    assert not check_report([broken], [], {}, None).is_clean
    run = checked("a", "look")
    other = run_path(run_of(step(use("ask")), step()))
    assert not check_report([run], [], {}, {"a": other}).is_clean
    assert check_report([run], [], {}, {"a": other}, allowed_severe=1).is_clean


def test_several_runs_of_a_case_are_said() -> None:
    report = check_report([checked("a", "x"), checked("a", "y")], [Unreadable("f", "broken")], {}, {})
    assert any("case a has 2 runs" in sentence for sentence in report.warnings)
    assert report.unreadable == (Unreadable("f", "broken"),)
