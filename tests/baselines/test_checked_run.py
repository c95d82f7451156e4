"""One run, all checks."""

from scripted import run_of, step, use

from viewer.analysis.policy import Policy
from viewer.baselines.checked_run import checked_run
from viewer.policy_file import Policies

POLICY = Policy(frozenset({"refund"}), frozenset({"look"}), {"refund": ("look",)})


def test_invariants_required_reads_and_findings_stand_in_one_list() -> None:
    run = run_of(step(use("refund"), use("ask", answered=False)), step(), attributes={"case": "refund"})
    checked = checked_run(run, Policies(POLICY), {})
    broken = {one.code for one in checked.violations}
    assert {"write_before_read", "write_before_required_read", "call_never_answered"} <= broken
    assert checked.case == "refund"
    assert not any(sentence.startswith("call_never_answered") for sentence in checked.violated_invariants)


def test_required_reads_are_kept_or_not_asked_for() -> None:
    run = run_of(step(use("look")), step(use("refund")), step())
    (kept,) = [
        one for one in checked_run(run, Policies(POLICY), {}).results if one.code == "write_before_required_read"
    ]
    assert kept.result == "pass"
    (none,) = [one for one in checked_run(run, Policies(), {}).results if one.code == "write_before_required_read"]
    assert none.result == "not_evaluated"
