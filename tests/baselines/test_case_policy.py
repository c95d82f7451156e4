"""What is said nearest to the case wins."""

from viewer.analysis.policy import Policy
from viewer.baselines.case_policy import policy_of
from viewer.baselines.cases import Case
from viewer.policy_file import CasePolicy, Policies

POLICIES = Policies(Policy(frozenset({"refund"}), max_calls=9, max_writes=2), {"short": CasePolicy(max_calls=5)})


def test_the_file_of_cases_wins_over_the_policy_s_case_and_that_over_the_policy() -> None:
    assert policy_of(POLICIES, "other", None).max_calls == 9
    assert policy_of(POLICIES, "short", None).max_calls == 5
    found = policy_of(POLICIES, "short", Case(id="short", max_calls=3, required=("look",), write_tools=("log",)))
    assert (found.max_calls, found.max_writes, found.required) == (3, 2, ("look",))
    assert found.write_tools == frozenset({"log"})


def test_a_case_without_calls_expects_silence() -> None:
    assert policy_of(POLICIES, "quiet", Case(id="quiet", max_calls=0)).expect_zero_tools
    assert not policy_of(POLICIES, "loud", Case(id="loud")).expect_zero_tools
